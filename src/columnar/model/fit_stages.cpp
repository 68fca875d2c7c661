#include "columnar/model/fit_stages.hpp"

#include <utility>
#include <vector>

#include "columnar/cortex/column_training.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar/cortex/settling.hpp"
#include "columnar/model/fit_pipeline.hpp"
#include "columnar/spectral/smoothing.hpp"

namespace columnar {

void FitStages::walks(FitPipeline& run) {
  run.data().walks = sample_walks(run.ordered_graph(), run.config().walks, run.config().seed, run.context());
}

void FitStages::pairs(FitPipeline& run) {
  const Config& config = run.config();
  run.data().pairs = compute_ppmi(run.data().walks, run.graph().node_count(), config.walks.window, run.context(),
                                  pair_evidence(config), run.counting());
}

void FitStages::presentations(FitPipeline& run) {
  FitData& data = run.data();
  data.presentations = draw_presentations(data.walks, data.pairs.ppmi, run.config(), run.context());
}

void FitStages::spectrum(FitPipeline& run) {
  FitData& data = run.data();
  data.coordinates = node_coordinates(data.pairs.ppmi, run.ordered_graph(), run.config(), run.context());
}

void FitStages::attributes(FitPipeline& run) {
  run.change_coordinates([&run](const RowMatrix& all) {
    AttributeSpace& space = run.data().attribute_space;
    space = learn_attribute_space(run.graph(), run.attributes(), run.rows(), all, run.config(), run.context());
    return join_coordinates(space, run.graph(), run.attributes(), run.rows(), all, run.context().threads);
  });
}

void FitStages::regions(FitPipeline& run) {
  FitData& data = run.data();
  data.regions = partition(data.coordinates, run.config().spectral, run.config().seed, run.context());
}

void FitStages::eligibility(FitPipeline& run) {
  FitData& data = run.data();
  const Config& config = run.config();
  data.eligibility = build_eligibility(data.coordinates, data.regions.centroids, config.eligibility, config.l23.columns,
                                       config.seed, run.context());
}

void FitStages::l4_codes(FitPipeline& run) {
  FitData& data = run.data();
  const Config& config = run.config();
  data.l4 = encode_l4(run.graph(), run.own_rows(), {}, config.l4, config.seed, run.context());
  if (data.attribute_space.weights.uses_attributes()) {
    set_class_bits(data.coordinates, config.l4, config.seed, run.context().threads, data.l4);
  }
}

void FitStages::columns(FitPipeline& run) {
  FitData& data = run.data();
  data.progress.at.presentations = learn_columns(data.presentations, data.l4, data.eligibility, run.config(),
                                                 data.progress.cortex, run.context(), run.steps());
}

void FitStages::settling(FitPipeline& run) {
  FitData& data = run.data();
  data.firing = settle_thresholds(data.l4, data.eligibility, run.config(), data.progress.cortex, run.context());
}

void FitStages::readout(FitPipeline& run) {
  FitData& data = run.data();
  const Config& config = run.config();
  CortexState& cortex = data.progress.cortex;
  if (data.firing.nodes() == 0) {
    data.firing = fire(data.l4, data.eligibility, config, cortex, run.context().threads);
  }
  if (config.plasticity.outstar) {
    learn_readout(data.firing, config, cortex, run.context(), run.steps());
  }
  const std::vector<std::uint64_t> keys(run.own_rows().begin(), run.own_rows().end());
  Codes codes = read_out(data.firing, config, cortex, {keys, {}}, run.context());
  data.progress.codes = std::move(codes.bits);
  data.progress.at.tie_breaks = codes.tie_breaks;
}

void FitStages::l6_codes(FitPipeline& run) {
  run.data().l6 = encode_l6(run.graph(), run.own_rows(), {}, run.config().l6, run.config().seed, run.context());
}

}  // namespace columnar
