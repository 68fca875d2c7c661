#include "columnar_lab/baselines/ppmi_svd.hpp"

#include <algorithm>

#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_lab/baselines/method.hpp"

namespace columnar {
DenseTable ppmi_svd(const Graph& graph, const WalkConfig& walks, const BaselineConfig& config, std::uint64_t seed,
                    const RunContext& context) {
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "graph: has no edges");
  }
  validate(walks);
  const RunContext unseen{context.threads, nullptr};  // little work: the progress is that of the factorisation
  const Walks sampled = sample_walks(SymmetricGraph(graph).graph(), walks, seed, unseen);
  const Ppmi ppmi = compute_ppmi(sampled, graph.node_count(), walks.window, unseen).ppmi;
  SpectralConfig spectral;
  spectral.rank = config.dimensions;
  spectral.spectrum_power = 0.5;  // U·√Σ, whatever the Embedder prefers
  const RowMatrix coordinates = truncated_svd(ppmi, spectral, 0.0, seed, context).coordinates;

  DenseTable table;
  table.ids = graph.ids;
  table.dimensions = static_cast<std::uint32_t>(coordinates.cols());
  table.values.assign(coordinates.data(), coordinates.data() + coordinates.size());
  for (NodeIndex node = 0; node < graph.node_count(); ++node) {
    if (ppmi.entries_of(node) == 0) {
      std::ranges::fill(table.row(node), 0.0F);  // what is there is rounding
    }
  }
  return table;
}

Method ppmi_svd_method() {
  return {.name = "ppmi-svd",
          .summary = "Leading singular vectors of the PPMI matrix of the walks (Levy and Goldberg, 2014)",
          .makes_codes = false,
          .constants = {"dimensions", "window", "walks_per_node", "walk_length", "return_p", "inout_q"},
          .run = [](const Graph& graph, const Config& config, const BaselineConfig& baseline, std::uint64_t seed,
                    const RunContext& context) -> Embedding {
            return run_stage(context, "ppmi-svd",
                             [&] { return ppmi_svd(graph, config.walks, baseline, seed, context); });
          }};
}

}  // namespace columnar
