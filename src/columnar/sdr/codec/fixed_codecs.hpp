#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "columnar/sdr/codec/codec.hpp"

namespace columnar {

/// Codecs with a fixed number of bits per code, so that node v begins at bit v · bits of the stream: plain
/// and Elias–Fano. docs/formats.md#codecs

/// Bits per code.
[[nodiscard]] std::uint64_t fixed_bits(Codec codec, const SdrShape& shape);

[[nodiscard]] std::vector<std::byte> pack_fixed(const SdrTable& table, Codec codec);

/// A decoder over bytes that outlive it. There must be enough for all nodes.
[[nodiscard]] std::unique_ptr<const CodeDecoder> fixed_decoder(Codec codec, const SdrShape& shape,
                                                               std::span<const std::byte> bytes);

}  // namespace columnar
