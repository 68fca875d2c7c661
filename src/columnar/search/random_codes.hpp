#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/codes.hpp"

namespace columnar {

/// Entry t: the probability that a random code shares at least t bits with a pattern.   docs/equations.md#random-codes
///
/// A random code is one drawn evenly from all that the shape allows: its columns, one cell in each, its bits of L5a and
/// L6. Codes of nodes are none: they are far more alike, and chance.hpp tells how much. The pattern is any set of bits,
/// ascending and inside the width. There are as many entries as overlaps that a code of this shape can have with the
/// pattern, 0 included. Every term is a sum of products of positive numbers, so the result is right to about thirteen
/// digits however small it is; below 1e-308 it is 0.
[[nodiscard]] std::vector<double> random_code_overlap(const SdrShape& shape, std::span<const std::uint16_t> pattern);

}  // namespace columnar
