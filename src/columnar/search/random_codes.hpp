#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/codes.hpp"

namespace columnar {

/// Entry t: the probability that a random code shares at least t bits with a pattern.   docs/equations.md#random-codes
///
/// A random code is drawn uniformly from all that the shape allows: its columns, one cell in each, its bits of L5a and
/// L6. Codes of nodes are far more alike; for these see chance.hpp. The pattern is any set of bits,
/// ascending and inside the width. There is one entry for each overlap that a code of this shape can have with the
/// pattern, from 0. Every term is a sum of products of positive numbers, so the result is accurate to about thirteen
/// digits however small it is; below 1e-308 it is 0.
[[nodiscard]] std::vector<double> random_code_overlap(const SdrShape& shape, std::span<const std::uint16_t> pattern);

}  // namespace columnar
