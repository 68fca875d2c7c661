#include "columnar/graph/digest.hpp"

#include <fmt/format.h>

#define XXH_INLINE_ALL  // header-only: nothing to link
#include <xxhash.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "columnar/files/little_endian.hpp"

namespace columnar {
namespace {

/// XXH3 of 128 bits over arrays of little-endian numbers.
class Digest {
 public:
  Digest() noexcept { XXH3_128bits_reset(&state_); }

  /// The length comes first, so that "ab", "c" and "a", "bc" differ.
  template <class Array>
  void add(const Array& values) {
    const std::uint64_t length = values.size();
    update(std::span(&length, 1));
    update(std::span(values.data(), values.size()));
  }

  [[nodiscard]] std::string hex() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(&state_);
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

 private:
  template <Number T>
  void update(std::span<const T> values) {
    if constexpr (std::endian::native == std::endian::little) {
      XXH3_128bits_update(&state_, values.data(), values.size_bytes());
    } else {
      const std::vector<std::byte> bytes = to_little_endian(values);
      XXH3_128bits_update(&state_, bytes.data(), bytes.size());
    }
  }

  XXH3_state_t state_;
};

}  // namespace

std::string graph_digest(const Graph& graph) {
  Digest digest;
  digest.add(std::string_view("columnar graph 2"));
  digest.add(std::array<bool, 2>{graph.directed, graph.ids.are_text()});
  digest.add(graph.offsets);
  digest.add(graph.targets);
  digest.add(graph.weights);
  digest.add(graph.ids.integers);
  for (const std::string& id : graph.ids.texts) {
    digest.add(id);
  }
  return digest.hex();
}

std::string run_digest(const Graph& graph, const Attributes& attributes) {
  const std::string of_graph = graph_digest(graph);
  if (attributes.width == 0) {
    return of_graph;
  }
  Digest digest;
  digest.add(std::string_view("columnar attributes 1"));
  digest.add(of_graph);
  digest.add(attributes.offsets);
  digest.add(attributes.indices);
  digest.add(attributes.values);
  for (const std::string& name : attributes.names) {
    digest.add(name);
  }
  return digest.hex();
}

}  // namespace columnar
