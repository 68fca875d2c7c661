#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "columnar/codes.hpp"
#include "columnar/node_ids.hpp"
#include "columnar/sdr/algebra.hpp"

namespace columnar {

/// Bits of its own that a code must share with a union to match it: half of them, rounded up. At the paper's sizes two
/// random codes share so many once in 10^13, and a code that lost half of its bits still matches.
[[nodiscard]] std::uint32_t match_threshold(const SdrShape& shape) noexcept;

/// The share of random codes that a union may match and still say something.
inline constexpr double kSaturated = 0.01;

/// How much a union of codes still tells apart.                                      docs/equations.md#saturation
struct Saturation {
  double filled = 0.0;          ///< share of all bits that are in the union
  std::uint32_t threshold = 0;  ///< bits that make a match
  double false_match = 0.0;     ///< probability that a random code matches it, exactly

  /// Worth a warning: more than one random code in a hundred matches.
  [[nodiscard]] bool saturated() const noexcept { return false_match > kSaturated; }
};

/// Of a union of codes of that shape. `threshold` 0 stands for match_threshold(). Throws Error(kConfig) for a threshold
/// above the active bits of a code, and for bits that do not ascend or lie outside the width.
[[nodiscard]] Saturation saturation(const SdrShape& shape, std::span<const std::uint16_t> bits,
                                    std::uint32_t threshold = 0);

/// What a community has in common: the union of its members' codes, and how specific it is.
struct Signature {
  Pattern bits;
  Saturation saturation;
  std::size_t members = 0;       ///< different rows
  std::size_t others = 0;        ///< all further rows of the table
  double members_matched = 0.0;  ///< share of the members that match; 1 where every bit of theirs counts
  double others_matched = 0.0;   ///< share of the others that match: what chance and likeness make of it together
};

/// The bits that at least `least` of the members have. Large communities fill a plain union (least = 1) until it
/// matches nearly everything; asking for more members keeps what is typical. Throws Error(kConfig) for no members, a
/// row that the table does not have, and a least of 0.
[[nodiscard]] Signature signature(const SdrTable& codes, std::span<const NodeIndex> members, std::uint32_t least = 1,
                                  std::uint32_t threshold = 0);

}  // namespace columnar
