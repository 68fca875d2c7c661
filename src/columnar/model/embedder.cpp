#include "columnar/embedder.hpp"

#include <string>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/core/role_share.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/attributes_check.hpp"
#include "columnar/model/fit_pipeline.hpp"
#include "columnar/model/fit_stages.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/role_codes.hpp"

namespace columnar {
namespace {

/// Refuses what several ranks cannot do.
void require_shareable(const Config& config, const CountingMemory& memory, bool on_device, const Ranks& ranks) {
  const auto refuse_if = [&ranks](bool asked, const char* what) {
    if (asked && !ranks.is_alone()) {
      throw Error(ErrorCode::kConfig, std::string(what) + " works in one process alone, not in several");
    }
  };
  refuse_if(config.spectral.method == SpectralMethod::kGha, "--spectral gha");
  refuse_if(!config.training.balanced, "--no-balanced");
  refuse_if(!memory.spill_directory.empty(), "--memory-limit");
  refuse_if(on_device, "--device");
}

}  // namespace

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
  Ranks& ranks = ranks_of(context);
  require_shareable(config, memory, stages != nullptr, ranks);
  FitStages on_cpu;
  FitStages& on = stages == nullptr ? on_cpu : *stages;
  FitPipeline run(graph, attributes, config, context, checkpoints, memory, on);

  // Roles are few: of several ranks, the first learns them alone.
  const bool has_roles = model_.config.roles.roles > 0.0 && ranks.is_first();
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

  Model model = run.take_model(ranks.is_alone() || memory.keeps_coordinates);
  FitReport report = run.take_report();
  if (!ranks.is_first()) {
    report_ = std::move(report);
    return {};
  }
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
