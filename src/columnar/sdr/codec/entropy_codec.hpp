#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "columnar/sdr/codec/codec.hpp"

namespace columnar {

/// Codes that are coded by how often each bit is active, in blocks that are read alone.       docs/formats.md#codecs
///
/// A table of weights says how often each L5a bit, each column and each cell of a column is active, and how much more
/// often a column is where the L5a bit of the same number is on. The number of active bits is known, so it costs
/// nothing. All arithmetic is on integers: every machine reads what any other wrote. Throws Error(kOutput) for a large
/// table of wide codes that are nearly all equal, which the decoder would not believe.
[[nodiscard]] std::vector<std::byte> pack_entropy(const SdrTable& table);

/// A decoder over bytes that outlive it; Error(kInput) that begins with the place where they are cut short, too long or
/// no table of weights.
[[nodiscard]] std::unique_ptr<const CodeDecoder> entropy_decoder(const SdrShape& shape, std::size_t nodes,
                                                                 std::span<const std::byte> bytes,
                                                                 const std::string& place);

}  // namespace columnar
