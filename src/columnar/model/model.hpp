#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/core/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/graph/graph.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// A trained model: all that is needed to encode the graph it was trained on again, and to serve later graphs.
struct Model {
  Config config;
  std::string graph_digest;            ///< of the graph it was trained on (graph/digest.hpp)
  NodeIds ids;                         ///< of the nodes it was trained on
  RowMatrix coordinates;               ///< n × rank, unit rows
  RowMatrix centroids;                 ///< regions × rank, unit rows
  std::vector<std::uint32_t> regions;  ///< the region of each node
  CortexState cortex;
};

}  // namespace columnar
