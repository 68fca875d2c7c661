#include "columnar/graph/digest.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <string_view>

namespace columnar {
namespace {

/// Two lanes that each take every word in turn: state ← rotate(state · odd) xor word · odd, and a bijection at the end.
/// A step is a bijection of the state and of the word, so one changed word always changes the lane.
class Digest {
 public:
  void word(std::uint64_t w) noexcept {
    ++words_;
    low_ = std::rotl(low_ * 0x9E3779B97F4A7C15ULL, 29) ^ (w * 0xC2B2AE3D27D4EB4FULL);
    high_ = std::rotl((high_ ^ std::rotl(w, 32)) * 0xD6E8FEB86659FD93ULL, 37) + 0x165667B19E3779F9ULL;
  }

  /// Bytes as little-endian words, the length first: "ab", "c" and "a", "bc" differ.
  void text(std::string_view bytes) noexcept {
    word(bytes.size());
    std::uint64_t pending = 0;
    unsigned shift = 0;
    for (const char c : bytes) {
      pending |= std::uint64_t{static_cast<unsigned char>(c)} << shift;
      shift += 8;
      if (shift == 64) {
        word(pending);
        pending = 0;
        shift = 0;
      }
    }
    if (shift != 0) {
      word(pending);
    }
  }

  [[nodiscard]] std::string hex() const {
    return fmt::format("{:016x}{:016x}", finish(high_ ^ words_), finish(low_ + words_));
  }

 private:
  static std::uint64_t finish(std::uint64_t x) noexcept {
    x = (x ^ (x >> 33U)) * 0xFF51AFD7ED558CCDULL;
    x = (x ^ (x >> 33U)) * 0xC4CEB9FE1A85EC53ULL;
    return x ^ (x >> 33U);
  }

  std::uint64_t low_ = 0x243F6A8885A308D3ULL;  // digits of pi: no reason but that they are not zero
  std::uint64_t high_ = 0x13198A2E03707344ULL;
  std::uint64_t words_ = 0;
};

}  // namespace

std::string graph_digest(const Graph& graph) {
  Digest digest;
  digest.text("columnar graph 1");
  digest.word(graph.directed ? 1 : 0);
  digest.word(graph.offsets.size());
  for (const std::uint64_t offset : graph.offsets) {
    digest.word(offset);
  }
  for (const NodeIndex target : graph.targets) {
    digest.word(target);
  }
  digest.word(graph.weights.size());
  for (const float weight : graph.weights) {
    digest.word(std::bit_cast<std::uint32_t>(weight));
  }
  digest.word(graph.ids.are_text() ? 1 : 0);
  for (NodeIndex v = 0; v < graph.ids.size(); ++v) {
    if (graph.ids.are_text()) {
      digest.text(graph.ids.texts[v]);
    } else {
      digest.word(static_cast<std::uint64_t>(graph.ids.integers[v]));
    }
  }
  return digest.hex();
}

}  // namespace columnar
