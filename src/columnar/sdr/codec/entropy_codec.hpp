#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "columnar/sdr/codec/codec.hpp"

namespace columnar {

/// Entropy-codes codes by how often each bit is active, in independent blocks. docs/formats.md#codecs
///
/// A table of weights gives the frequency of each L5a bit, each column and each cell of a column, and how much more
/// often a column is active if the L5a bit of the same number is on. The number of active bits is known, so it costs
/// nothing. All arithmetic is on integers, so every machine reads what any other wrote. Throws Error(kOutput) for a
/// large
/// table of wide codes that are nearly all equal, which the decoder would reject as implausible.
[[nodiscard]] std::vector<std::byte> pack_entropy(const SdrTable& table);

/// A decoder over bytes that outlive it. Throws Error(kInput) that begins with the place if they are truncated, too
/// long
/// or not a table of weights.
[[nodiscard]] std::unique_ptr<const CodeDecoder> entropy_decoder(const SdrShape& shape, std::size_t nodes,
                                                                 std::span<const std::byte> bytes,
                                                                 const std::string& place);

}  // namespace columnar
