#pragma once

#include <cstdint>
#include <span>

#include "columnar/graph.hpp"
#include "columnar/graph/k_hop_neighbourhood.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Whether a node takes part in the average of its neighbourhood, with the mean weight of its edges.
enum class OwnPart : std::uint8_t { kIncluded, kLeftOut };

/// One step of averaging: row i of the result, for the first `count` nodes of the neighbourhood, is the weighted mean
/// of the rows of x of the node's neighbours (and of its own). x has a row for every node within one hop of them. A
/// node that averages over nothing gets zeros.
[[nodiscard]] RowMatrix neighbour_average(const Graph& graph, const KHopNeighbourhood& around, std::size_t count,
                                          const RowMatrix& x, OwnPart own, int threads);

}  // namespace columnar
