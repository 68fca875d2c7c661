#include "columnar_lab/evaluate/prepared_graph.hpp"

#include <optional>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/cortex/column_training.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar/cortex/settling.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/spectral/smoothing.hpp"
#include "columnar_lab/evaluate/checks.hpp"

namespace columnar {

PreparedGraph prepare_graph(const Graph& graph, const Config& config, const RunContext& context) {
  validate(config);
  require_no_roles(config);
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "graph: has no edges");
  }
  const SymmetricGraph symmetric(graph);
  PreparedGraph prepared;
  prepared.ids = graph.ids;
  prepared.walks = sample_walks(symmetric.graph(), config.walks, config.seed, context);
  prepared.ppmi =
      compute_ppmi(prepared.walks, graph.node_count(), config.walks.window, context, pair_evidence(config)).ppmi;
  prepared.coordinates = node_coordinates(prepared.ppmi, symmetric.graph(), config, context);
  prepared.centroids = partition(prepared.coordinates, config.spectral, config.seed, context).centroids;
  prepared.eligibility = build_eligibility(prepared.coordinates, prepared.centroids, config.eligibility,
                                           config.l23.columns, config.seed, context);
  prepared.l4 = encode_l4(symmetric.graph(), config.l4, config.seed, context);
  return prepared;
}

void train_cortex(const PreparedGraph& graph, const Config& config, CortexState& cortex, const RunContext& context) {
  learn_columns(draw_presentations(graph.walks, graph.ppmi, config, context), graph.l4, graph.eligibility, config,
                cortex, context);
  std::optional<Firing> firing;
  if (settles(config.plasticity)) {
    firing = settle_thresholds(graph.l4, graph.eligibility, config, cortex, context);
  }
  if (config.plasticity.outstar) {
    if (!firing) {
      firing = fire(graph.l4, graph.eligibility, config, cortex, context.threads);
    }
    learn_readout(*firing, config, cortex, context);
  }
}

SdrTable read_table(const NodeIds& ids, const L4Codes& l4, const Eligibility& eligibility, const Config& config,
                    const CortexState& cortex, int threads) {
  SdrTable table;
  table.shape = code_shape(config);
  table.ids = ids;
  table.bits = read_out(fire(l4, eligibility, config, cortex, threads), config, cortex, {threads, nullptr}).bits;
  return table;
}

}  // namespace columnar
