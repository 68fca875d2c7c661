#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/node_ids.hpp"

/// Codes as sets of active bits, named as in HTM's SDR class. For damage to codes see sdr/noise.hpp; for how specific
/// a union is, search/signature.hpp.

namespace columnar {

/// Any set of bits, ascending, without repeats: a code, a part of one, a union of several.
using Pattern = std::vector<std::uint16_t>;

// Functions of two sets expect ascending bits without repeats and return the same. Other input gives an unspecified
// result, but never an access out of bounds.

/// Number of shared bits.
[[nodiscard]] std::uint32_t overlap(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) noexcept;

/// The bits of either set. (`union` is a keyword; HTM uses set_union, too.)
[[nodiscard]] Pattern set_union(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b);

/// The bits of both sets.
[[nodiscard]] Pattern intersection(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b);

/// The bits of a that are not in b.
[[nodiscard]] Pattern difference(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b);

/// Per bit, the number of given rows in which it is active; repeated rows count again. Throws Error(kConfig) for a
/// row that the table does not have.
[[nodiscard]] std::vector<std::uint32_t> bit_counts(const SdrTable& codes, std::span<const NodeIndex> rows);

/// The bits of at least `least` of the rows; 1 gives their union. Throws like bit_counts().
[[nodiscard]] Pattern set_union(const SdrTable& codes, std::span<const NodeIndex> rows, std::uint32_t least = 1);

/// Joins two tables of the same nodes: the code of a node combines its codes in `a` and `b`.
///
/// Blocks of one kind are grouped, so that the result is an ordinary table: columns of a, columns of b, L5a
/// of a, L5a of b, each active as before. Codes of L2/3 only and of L5a only give the whole code. The overlap of
/// two results is the sum of the overlaps. saturation (search/signature.hpp) treats them as codes of the joint shape,
/// which allows distributions of bits over the parts that joined codes never have.
///
/// Throws Error(kInput) for malformed tables, different ids or id order, different cells per column, and
/// a code of more than 65,536 bits.
[[nodiscard]] SdrTable concatenate(const SdrTable& a, const SdrTable& b);

}  // namespace columnar
