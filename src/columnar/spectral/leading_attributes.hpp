#pragma once

#include <cstddef>
#include <cstdint>

#include "columnar/spectral/row_matrix.hpp"
#include "columnar/spectral/weighted_attributes.hpp"

namespace columnar {

/// Orthonormal directions, one column each, that hold most of the energy of the attributes: randomised subspace
/// iteration.
[[nodiscard]] RowMatrix leading_attributes(const WeightedAttributes& attributes, std::size_t width, std::uint32_t rank,
                                           std::uint64_t seed, int threads);

}  // namespace columnar
