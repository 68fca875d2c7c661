#include "columnar/embedder.hpp"

#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/role_share.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/attributes_check.hpp"
#include "columnar/model/fit_pipeline.hpp"
#include "columnar/model/fit_stages.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/role_codes.hpp"

namespace columnar {

Embedder::Embedder(Config config) {
  validate(config);
  model_.config = config;
}

SdrTable Embedder::fit(const Graph& graph, const RunContext& context) { return fit(graph, {}, context, nullptr, {}); }

SdrTable Embedder::fit(const Graph& graph, const Attributes& attributes, const RunContext& context) {
  return fit(graph, attributes, context, nullptr, {});
}

SdrTable Embedder::fit(const Graph& graph, const Attributes& attributes, const RunContext& context,
                       Checkpoints* checkpoints, const CountingMemory& memory, FitStages* stages) {
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "graph: has no edges");
  }
  check_attributes(attributes, graph.node_count());
  const Config config = place_config(model_.config);
  FitStages on_cpu;
  FitStages& on = stages == nullptr ? on_cpu : *stages;
  FitPipeline run(graph, attributes, config, context, checkpoints, memory, on);

  const bool has_roles = model_.config.roles.roles > 0.0;
  // First, for it is cheap and refuses graphs: a refusal after the work would be late.
  RolesOfGraph roles = has_roles ? find_roles(run.graph(), context) : RolesOfGraph{};

  on.begin(run);
  run.stage(FitStage::kWalks, [&] { on.walks(run); });
  run.stage(FitStage::kPpmi, [&] { on.pairs(run); });
  run.stage(FitStage::kSpectrum, [&] { on.spectrum(run); });
  run.stage(FitStage::kAttributes, [&] { on.attributes(run); });
  run.stage(FitStage::kRegions, [&] { on.regions(run); });
  run.stage(FitStage::kEligibility, [&] { on.eligibility(run); });
  run.stage(FitStage::kL4Codes, [&] { on.l4_codes(run); });
  run.stage(FitStage::kColumns, [&] { on.columns(run); });
  run.stage(FitStage::kSettling, [&] { on.settling(run); });
  run.stage(FitStage::kReadout, [&] { on.readout(run); });
  run.stage(FitStage::kL6Codes, [&] { on.l6_codes(run); });

  Model model = run.take_model();
  FitReport report = run.take_report();
  model.config = model_.config;
  if (has_roles) {
    FittedRoles fitted = fit_roles(std::move(roles), model.config, context, checkpoints, memory, report);
    model.codes = join_roles(model.config, model.codes, fitted.codes);
    model.learned->roles = std::move(fitted.model);
  }
  SdrTable codes = codes_of(model);
  model_ = std::move(model);  // no exceptions from here on
  report_ = std::move(report);
  return codes;
}

Model Embedder::take_model() && {
  Model untrained;
  untrained.config = model_.config;
  return std::exchange(model_, std::move(untrained));
}

}  // namespace columnar
