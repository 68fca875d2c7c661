#pragma once

#include <cstdint>
#include <span>
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
  std::vector<std::uint16_t> codes;  ///< n × active bits of L2/3 and L5a, each row ascending
  std::vector<std::uint16_t> l6;     ///< n × l6_active neurons, each row ascending
};

/// The geometry of the codes that a config makes: L2/3 and L5a (kAll).
[[nodiscard]] SdrShape code_shape(const Config& config) noexcept;
/// The same with L6 (kSearch) where the config has it.
[[nodiscard]] SdrShape search_shape(const Config& config) noexcept;

/// Puts the neurons of L6 behind the other bits, row by row: a table of search_shape().
[[nodiscard]] SdrTable with_l6(const Config& config, NodeIds ids, std::span<const std::uint16_t> codes,
                               std::span<const std::uint16_t> l6);

/// The codes of all nodes of a model, with all layers that it has.
[[nodiscard]] SdrTable codes_of(const Model& model);

}  // namespace columnar
