#include "columnar/embedder.hpp"

#include <string>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/core/role_share.hpp"
#include "columnar/cortex/column_training.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar/cortex/settling.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/attributes_check.hpp"
#include "columnar/model/fit_pipeline.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/role_codes.hpp"
#include "columnar/spectral/attribute_space.hpp"
#include "columnar/spectral/smoothing.hpp"

namespace columnar {
namespace {

/// Refuses what several ranks cannot do.
void require_shareable(const Config& config, const CountingMemory& memory, const Ranks& ranks) {
  const auto refuse_if = [&ranks](bool asked, const char* what) {
    if (asked && !ranks.is_alone()) {
      throw Error(ErrorCode::kConfig, std::string(what) + " works in one process alone, not in several");
    }
  };
  refuse_if(config.spectral.method == SpectralMethod::kGha, "--spectral gha");
  refuse_if(!config.training.balanced, "--no-balanced");
  refuse_if(!memory.spill_directory.empty(), "--memory-limit");
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
                       Checkpoints* checkpoints, const CountingMemory& memory) {
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "graph: has no edges");
  }
  check_attributes(attributes, graph.node_count());
  const Config config = place_config(model_.config);
  const std::uint64_t seed = config.seed;
  FitPipeline run(graph, attributes, config, context, checkpoints, memory.spill_directory);
  const RunContext& to = run.context();
  FitData& data = run.data();
  CortexState& cortex = data.progress.cortex;

  Ranks& ranks = ranks_of(context);
  require_shareable(config, memory, ranks);

  // Roles are few: of several ranks, the first learns them alone.
  const bool has_roles = model_.config.roles.roles > 0.0 && ranks.is_first();
  // First, for it is cheap and refuses graphs: a refusal after the work would be late.
  RolesOfGraph roles = has_roles ? find_roles(run.graph(), context) : RolesOfGraph{};

  run.stage(FitStage::kWalks, [&] { data.walks = sample_walks(run.ordered_graph(), config.walks, seed, to); });
  run.stage(FitStage::kPpmi, [&] {
    data.pairs = compute_ppmi(data.walks, graph.node_count(), config.walks.window, to, pair_evidence(config), memory);
  });
  run.stage(FitStage::kSpectrum,
            [&] { data.coordinates = node_coordinates(data.pairs.ppmi, run.ordered_graph(), config, to); });
  run.stage(FitStage::kAttributes, [&] {
    run.change_coordinates([&](const RowMatrix& all) {
      data.attribute_space = learn_attribute_space(run.graph(), attributes, run.rows(), all, config, to);
      return join_coordinates(data.attribute_space, run.graph(), attributes, run.rows(), all, to.threads);
    });
  });
  run.stage(FitStage::kRegions, [&] { data.regions = partition(data.coordinates, config.spectral, seed, to); });
  run.stage(FitStage::kEligibility, [&] {
    data.eligibility =
        build_eligibility(data.coordinates, data.regions.centroids, config.eligibility, config.l23.columns, seed, to);
  });
  run.stage(FitStage::kL4Codes, [&] {
    data.l4 = encode_l4(run.graph(), run.own_rows(), {}, config.l4, seed, to);
    if (data.attribute_space.weights.uses_attributes()) {
      set_class_bits(data.coordinates, config.l4, seed, to.threads, data.l4);
    }
  });
  run.stage(FitStage::kColumns, [&] {
    data.progress.at.presentations =
        learn_columns(data.presentations, data.l4, data.eligibility, config, cortex, to, run.steps());
  });
  run.stage(FitStage::kSettling,
            [&] { data.firing = settle_thresholds(data.l4, data.eligibility, config, cortex, to); });
  run.stage(FitStage::kReadout, [&] {
    if (data.firing.nodes() == 0) {
      data.firing = fire(data.l4, data.eligibility, config, cortex, to.threads);
    }
    if (config.plasticity.outstar) {
      learn_readout(data.firing, config, cortex, to, run.steps());
    }
    const std::vector<std::uint64_t> keys(run.own_rows().begin(), run.own_rows().end());
    Codes codes = read_out(data.firing, config, cortex, {keys, {}}, to);
    data.progress.codes = std::move(codes.bits);
    data.progress.at.tie_breaks = codes.tie_breaks;
  });
  run.stage(FitStage::kL6Codes, [&] { data.l6 = encode_l6(run.graph(), run.own_rows(), {}, config.l6, seed, to); });

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
