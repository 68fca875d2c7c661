#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "columnar/codes.hpp"
#include "columnar/node_ids.hpp"
#include "columnar/sdr/algebra.hpp"

namespace columnar {

/// Number of its bits that a code must share with a union to match: half, rounded up. At the paper's sizes two
/// random codes share that many once in 10^13, and a code that lost half of its bits still matches.
[[nodiscard]] std::uint32_t match_threshold(const SdrShape& shape) noexcept;

/// Above this share of matching random codes, a union is saturated.
inline constexpr double kSaturated = 0.01;

/// How specific a union of codes is. docs/equations.md#saturation
struct Saturation {
  double filled = 0.0;          ///< share of all bits in the union
  std::uint32_t threshold = 0;  ///< bits needed for a match
  double false_match = 0.0;     ///< exact probability that a random code matches

  /// True if more than one random code in a hundred matches; worth a warning.
  [[nodiscard]] bool saturated() const noexcept { return false_match > kSaturated; }
};

/// Saturation of a union of codes of that shape. `threshold` 0 means match_threshold(). Throws Error(kConfig) for a
/// threshold above the active bits of a code, and for bits that do not ascend or lie outside the width.
[[nodiscard]] Saturation saturation(const SdrShape& shape, std::span<const std::uint16_t> bits,
                                    std::uint32_t threshold = 0);

/// What the members of a community have in common: the union of their codes, and how specific it is.
struct Signature {
  Pattern bits;
  Saturation saturation;
  std::size_t members = 0;       ///< distinct rows
  std::size_t others = 0;        ///< all other rows of the table
  double members_matched = 0.0;  ///< share of the members that match; 1 if every bit of theirs counts
  double others_matched = 0.0;   ///< share of the others that match, by chance or by similarity
};

/// The bits of at least `least` members. Large communities fill a plain union (least = 1) until it
/// matches nearly everything; a higher `least` keeps what is typical. Throws Error(kConfig) for no members, a
/// row that the table does not have, and a least of 0.
[[nodiscard]] Signature signature(const SdrTable& codes, std::span<const NodeIndex> members, std::uint32_t least = 1,
                                  std::uint32_t threshold = 0);

}  // namespace columnar
