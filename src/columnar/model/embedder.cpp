#include "columnar/model/embedder.hpp"

#include <chrono>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/error.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/training.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/spectral/spectrum.hpp"

namespace columnar {
namespace {

/// Hands progress on to the caller's sink and keeps the notes for the report.
class NoteKeeper : public ProgressSink {
 public:
  NoteKeeper(ProgressSink* next, std::vector<std::string>& notes) : next_(next), notes_(notes) {}
  void begin_stage(std::string_view name) override {
    if (next_ != nullptr) {
      next_->begin_stage(name);
    }
  }
  void advance(double fraction) override {
    if (next_ != nullptr) {
      next_->advance(fraction);
    }
  }
  void end_stage() override {
    if (next_ != nullptr) {
      next_->end_stage();
    }
  }
  void note(std::string_view message) override {
    notes_.emplace_back(message);
    if (next_ != nullptr) {
      next_->note(message);
    }
  }

 private:
  ProgressSink* next_;
  std::vector<std::string>& notes_;
};

/// Runs stages one after the other, timing each.
class StageRunner {
 public:
  StageRunner(const RunContext& context, FitReport& report)
      : keeper_(context.progress, report.notes), context_{context.threads, &keeper_}, report_(report) {}

  template <class Stage>
  auto operator()(const char* name, const Stage& stage) {
    keeper_.begin_stage(name);
    reset_peak_memory();
    const auto start = std::chrono::steady_clock::now();
    auto result = stage(context_);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    report_.stages.push_back({name, elapsed.count(), peak_memory()});
    keeper_.end_stage();
    return result;
  }

 private:
  NoteKeeper keeper_;
  RunContext context_;
  FitReport& report_;
};

}  // namespace

Embedder::Embedder(Config config) {
  validate(config);
  model_.config = config;
}

SdrTable Embedder::fit(const Graph& graph, const RunContext& context) {
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "graph: has no edges");
  }
  const Config& config = model_.config;
  report_ = {};
  StageRunner stage(context, report_);

  const Walks walks =
      stage("walks", [&](const RunContext& run) { return sample_walks(graph, config.walks, config.seed, run); });
  const Ppmi ppmi = stage("PPMI", [&](const RunContext& run) {
    PairCounts counts = count_pairs(walks, graph.node_count(), config.walks.window, run);
    report_.pairs = counts.total;
    report_.distinct_pairs = counts.columns.size() / 2;
    model_.marginals = {counts.marginals, counts.total};
    return build_ppmi(std::move(counts), run);
  });
  model_.coordinates = stage("spectrum", [&](const RunContext& run) {
                         return embed_spectrum(ppmi, config.spectral, config.ppmi.spectral_clip, config.seed, run);
                       }).coordinates;
  Regions regions = stage("regions", [&](const RunContext& run) {
    return partition(model_.coordinates, config.spectral, config.seed, run);
  });
  model_.centroids = std::move(regions.centroids);
  model_.regions = std::move(regions.region);
  const Eligibility eligibility = stage("eligibility", [&](const RunContext& run) {
    return build_eligibility(model_.coordinates, model_.centroids, config.eligibility, config.l23.columns, config.seed,
                             run);
  });
  const L4Codes l4 =
      stage("L4 codes", [&](const RunContext& run) { return encode_l4(graph, config.l4, config.seed, run); });
  model_.cortex = stage("columns", [&](const RunContext& run) {
    CortexState cortex = newborn_cortex(config);
    report_.presentations = learn_columns(walks, ppmi, l4, eligibility, config, cortex, run);
    return cortex;
  });
  if (config.plasticity.intrinsic && config.plasticity.settling_rounds > 0) {
    stage("settling", [&](const RunContext& run) {
      settle_thresholds(l4, eligibility, config, model_.cortex, run);
      return 0;
    });
  }
  model_.codes = stage("readout", [&](const RunContext& run) {
    if (config.plasticity.outstar) {
      learn_readout(l4, eligibility, config, model_.cortex, run);
    }
    Codes codes = read_out(l4, eligibility, config, model_.cortex, run);
    report_.tie_breaks = codes.tie_breaks;
    return std::move(codes.bits);
  });
  model_.graph = graph;
  model_.graph_digest = graph_digest(graph);
  model_.trained_digest = model_.graph_digest;
  model_.updates = 0;
  model_.drift.assign(graph.node_count(), 0.0);
  return codes_of(model_);
}

}  // namespace columnar
