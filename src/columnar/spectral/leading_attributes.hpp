#pragma once

#include <cstddef>
#include <cstdint>

#include "columnar/graph.hpp"
#include "columnar/spectral/row_matrix.hpp"
#include "columnar/spectral/weighted_attributes.hpp"

namespace columnar {

/// Orthonormal directions, one column each, that hold most of the energy of the attributes (W), or of their averages
/// over two steps of the graph (P·P·W): randomised subspace iteration. The rows of W are then the graph's, in its
/// order.
[[nodiscard]] RowMatrix leading_attributes(const WeightedAttributes& attributes, const Graph* averaged_over,
                                           std::size_t width, std::uint32_t rank, std::uint64_t seed, int threads);

}  // namespace columnar
