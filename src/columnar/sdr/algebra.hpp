#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/node_ids.hpp"

/// Codes as sets of active bits, in the words of HTM's SDR class. What damages codes is in sdr/noise.hpp; whether a
/// union still says anything, in search/signature.hpp.

namespace columnar {

/// Any set of bits, ascending, each once: a code, a part of one, a union of several.
using Pattern = std::vector<std::uint16_t>;

// The functions of two sets take them ascending, each bit once, and give the same; what they get otherwise is undefined
// but never out of bounds.

/// Bits that both have.
[[nodiscard]] std::uint32_t overlap(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) noexcept;

/// The bits of either. (union is a word of the language; HTM calls it set_union, too.)
[[nodiscard]] Pattern set_union(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b);

/// The bits of both.
[[nodiscard]] Pattern intersection(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b);

/// The bits of a that b does not have.
[[nodiscard]] Pattern difference(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b);

/// In how many of the rows each bit of the width is active; a row given twice counts twice. Throws Error(kConfig) for a
/// row that the table does not have.
[[nodiscard]] std::vector<std::uint32_t> bit_counts(const SdrTable& codes, std::span<const NodeIndex> rows);

/// The bits that at least `least` of the rows have; 1 makes it their union. Throws as bit_counts().
[[nodiscard]] Pattern set_union(const SdrTable& codes, std::span<const NodeIndex> rows, std::uint32_t least = 1);

/// Two tables of the same nodes side by side: the code of a node is that of `a` and that of `b`.
///
/// Blocks of one kind are put together, so that the result is a table like any other: columns of a, columns of b, L5a
/// of a, L5a of b, each active as before. Codes of L2/3 alone and of L5a alone give the whole code back. The overlap of
/// two results is the sum of the overlaps; saturation (search/signature.hpp) takes them for codes of the joint shape,
/// which may put more of their bits into one part than codes made of two ever do.
///
/// Throws Error(kInput) for malformed tables, other ids or another order of them, other numbers of cells a column, and
/// a code of more than 65,536 bits.
[[nodiscard]] SdrTable concatenate(const SdrTable& a, const SdrTable& b);

}  // namespace columnar
