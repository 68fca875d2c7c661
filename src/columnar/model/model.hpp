#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/core/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/graph/graph.hpp"
#include "columnar/ppmi/local_pairs.hpp"
#include "columnar/sdr/sdr_table.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// A trained model: the graph it knows, the code of every node, and all that is needed to give codes to nodes that come
/// later (encode.hpp) and to follow edges that change (update.hpp).
struct Model {
  Config config;
  Graph graph;                         ///< as it is now
  std::string graph_digest;            ///< of that graph (graph/digest.hpp)
  std::string trained_digest;          ///< of the graph it was trained on; another one once it was updated
  std::uint64_t updates = 0;           ///< how many times since then
  Marginals marginals;                 ///< how often each node was met
  std::vector<double> drift;           ///< share of each node's edges that changed since it was learned
  RowMatrix coordinates;               ///< n × rank, unit rows
  RowMatrix centroids;                 ///< regions × rank, unit rows
  std::vector<std::uint32_t> regions;  ///< the region of each node
  CortexState cortex;
  std::vector<std::uint16_t> codes;  ///< n × active bits, each row ascending
};

/// The geometry of the codes that a config makes.
[[nodiscard]] SdrShape code_shape(const Config& config) noexcept;

/// The codes of all nodes of a model.
[[nodiscard]] SdrTable codes_of(const Model& model);

}  // namespace columnar
