#pragma once

#include <cstdint>

#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/graph.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"
#include "columnar/walks/walks.hpp"

/// The Embedder taken apart: what a graph brings to the cortex is computed once, and experiments then train and read
/// as many cortices on it as they need.

namespace columnar {

/// The stages before the cortex, as Embedder::fit computes them without reordering the nodes
/// (config.reorder_from).
struct PreparedGraph {
  NodeIds ids;
  Walks walks;
  Ppmi ppmi;
  RowMatrix coordinates;
  RowMatrix centroids;
  Eligibility eligibility;
  L4Codes l4;
};

/// Walks, PPMI, spectrum, regions, eligibility and L4 codes of a graph. Throws Error(kInput) for a graph without edges
/// and Error(kConfig) for an invalid config or one with roles.
[[nodiscard]] PreparedGraph prepare_graph(const Graph& graph, const Config& config, const RunContext& context);

/// Trains a cortex on a prepared graph: columns, settling, readout. It may be untrained or already trained.
void train_cortex(const PreparedGraph& graph, const Config& config, CortexState& cortex, const RunContext& context);

/// The codes that a cortex gives to L4 codes and an eligibility, original or altered. Ties are broken as
/// config.readout says: with no rounds, equal codes stay equal and each node's code depends only on itself.
[[nodiscard]] SdrTable read_table(const NodeIds& ids, const L4Codes& l4, const Eligibility& eligibility,
                                  const Config& config, const CortexState& cortex, int threads);

}  // namespace columnar
