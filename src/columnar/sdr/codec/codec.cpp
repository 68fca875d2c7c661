#include "columnar/sdr/codec/codec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "columnar/error.hpp"
#include "columnar/sdr/codec/entropy_codec.hpp"
#include "columnar/sdr/codec/fixed_codecs.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

constexpr std::array<std::string_view, 3> kCodecNames = {"plain", "elias-fano", "entropy"};

}  // namespace

std::string_view name_of(Codec codec) noexcept { return kCodecNames[static_cast<std::size_t>(codec)]; }

std::optional<Codec> codec_by_name(std::string_view name) noexcept {
  const auto* found = std::ranges::find(kCodecNames, name);
  return found == kCodecNames.end() ? std::nullopt
                                    : std::optional(kCodecs[static_cast<std::size_t>(found - kCodecNames.begin())]);
}

std::vector<std::byte> pack_codes(const SdrTable& table, Codec codec) {
  return codec == Codec::kEntropy ? pack_entropy(table) : pack_fixed(table, codec);
}

PackedCodes::PackedCodes(Codec codec, const SdrShape& shape, std::size_t nodes, std::span<const std::byte> bytes,
                         std::shared_ptr<const void> owner, const std::string& place)
    : codec_(codec), shape_(shape), nodes_(nodes), bytes_(bytes.size()), owner_(std::move(owner)), place_(place) {
  if (codec == Codec::kEntropy) {
    decoder_ = entropy_decoder(shape, nodes, bytes, place);
    return;
  }
  const std::uint64_t expected = (nodes * fixed_bits(codec, shape) + 7) / 8;
  if (bytes.size() != expected) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: {} codes in {} bytes, not {}", place, nodes, bytes.size(), expected));
  }
  decoder_ = fixed_decoder(codec, shape, bytes);
}

std::vector<std::uint16_t> PackedCodes::code(std::size_t node) const {
  std::vector<std::uint16_t> bits(shape_.active());
  const bool is_whole = decoder_->decode(node, 1, bits.data());
  const std::string place = fmt::format("{}: row {}", place_, node);
  if (!is_whole) {
    throw Error(ErrorCode::kInput, fmt::format("{}: not {} active bits", place, shape_.active()));
  }
  check_codes(shape_, bits, {{static_cast<std::int64_t>(node)}, {}}, place, ErrorCode::kInput);
  return bits;
}

std::vector<std::uint16_t> PackedCodes::all() const {
  constexpr std::size_t kTogether = 4096;  // memory grows with what has been read
  std::vector<std::uint16_t> bits;
  for (std::size_t first = 0; first < nodes_; first += kTogether) {
    const std::size_t count = std::min(kTogether, nodes_ - first);
    bits.resize((first + count) * shape_.active());
    if (!decoder_->decode(first, count, bits.data() + first * shape_.active())) {
      throw Error(ErrorCode::kInput, fmt::format("{}: a code has not {} active bits", place_, shape_.active()));
    }
  }
  return bits;
}

}  // namespace columnar
