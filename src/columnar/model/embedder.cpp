#include "columnar/embedder.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/cortex/training.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/neighbourly_order.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/working_order.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar/spectral/smoothing.hpp"

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
  void skip(double fraction) override {
    if (next_ != nullptr) {
      next_->skip(fraction);
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
    first_note_ = report_.notes.size();
    keeper_.begin_stage(name);
    reset_peak_memory();
    const auto start = std::chrono::steady_clock::now();
    auto result = stage(context_);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    report_.stages.push_back({name, elapsed.count(), peak_memory()});
    keeper_.end_stage();
    return result;
  }

  [[nodiscard]] const RunContext& context() const noexcept { return context_; }
  /// What has been noted since the last stage began.
  [[nodiscard]] Notes notes() const {
    return {report_.notes.begin() + static_cast<std::ptrdiff_t>(first_note_), report_.notes.end()};
  }

 private:
  NoteKeeper keeper_;
  RunContext context_;
  FitReport& report_;
  std::size_t first_note_ = 0;
};

/// Takes up what an earlier run has left, and says where it stood.
RestoredRun resume(Checkpoints& checkpoints, const Graph& graph, const std::string& digest, const Config& config,
                   const std::string& spill_directory, StageRunner& stage) {
  if (!checkpoints.holds_any()) {
    return checkpoints.begin(graph, digest, config, spill_directory);
  }
  RestoredRun run = stage(
      "resuming", [&](const RunContext& /*to*/) { return checkpoints.begin(graph, digest, config, spill_directory); });
  const bool ready = run.cortex && run.cortex->at.stage == CortexStage::kFinished;
  stage.context().note(ready ? "resumed at the end: the codes were ready" : "resumed at " + run.at.text());
  for (const std::string& note : run.notes) {
    stage.context().note(note);
  }
  return run;
}

/// What the cortex learns from.
struct Lesson {
  const Walks& walks;
  const Ppmi& ppmi;
  const L4Codes& l4;
  const Eligibility& eligibility;
  const WorkingOrder& order;
  const Config& config;
};

/// Takes the cortex from where it stands to its codes. `keep` is called after every step, and with true at the end of
/// every stage.
void train_cortex(const Lesson& lesson, CortexProgress& progress, StageRunner& stage,
                  const std::function<void(bool stage_ended)>& keep) {
  const L4Codes& l4 = lesson.l4;
  const Eligibility& eligibility = lesson.eligibility;
  const Config& config = lesson.config;
  CortexPosition& at = progress.at;
  const auto steps = [&at, &keep] {
    return StageSteps{at.done, [&at, &keep](std::uint64_t done) {
                        at.done = done;
                        keep(false);
                      }};
  };
  const auto end_stage = [&at, &keep](CortexStage next) {
    at.stage = next;
    at.done = 0;
    keep(true);
  };
  if (at.stage == CortexStage::kColumns) {
    at.presentations = stage("columns", [&](const RunContext& to) {
      return learn_columns(lesson.walks, lesson.ppmi, l4, eligibility, config, progress.cortex, to, steps());
    });
    end_stage(CortexStage::kSettling);
  }
  std::optional<Firing> firing;
  if (at.stage == CortexStage::kSettling) {
    if (settles(config.plasticity)) {
      firing = stage("settling", [&](const RunContext& to) {
        return settle_thresholds(l4, eligibility, config, progress.cortex, to);
      });
    }
    end_stage(CortexStage::kReadout);
  }
  if (at.stage == CortexStage::kReadout) {
    progress.codes = stage("readout", [&](const RunContext& to) {
      if (!firing) {
        firing = fire(l4, eligibility, config, progress.cortex, to.threads);
      }
      if (config.plasticity.outstar) {
        learn_readout(*firing, config, progress.cortex, to, steps());
      }
      const std::vector<std::uint64_t> keys(lesson.order.rows().begin(), lesson.order.rows().end());
      Codes codes = read_out(*firing, config, progress.cortex, {keys, {}}, to);
      at.tie_breaks = codes.tie_breaks;
      return std::move(codes.bits);
    });
    end_stage(CortexStage::kFinished);
  }
}

}  // namespace

Embedder::Embedder(Config config) {
  validate(config);
  model_.config = config;
}

SdrTable Embedder::fit(const Graph& graph, const RunContext& context) { return fit(graph, context, nullptr, {}); }

SdrTable Embedder::fit(const Graph& graph, const RunContext& context, Checkpoints* checkpoints,
                       const CountingMemory& memory) {
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "graph: has no edges");
  }
  const Config& config = model_.config;
  report_ = {};
  model_.learned = std::make_unique<Model::Learned>();  // the last one may have been moved out
  StageRunner stage(context, report_);

  const std::string digest = graph_digest(graph);
  RestoredRun run = checkpoints != nullptr ? resume(*checkpoints, graph, digest, config, memory.spill_directory, stage)
                                           : RestoredRun();
  const auto keep = [&](const auto& part, const Notes& notes) {
    if (checkpoints != nullptr) {
      checkpoints->keep(part, notes, stage.context());
    }
  };
  const SymmetricGraph symmetric(graph);
  const Graph& linked = symmetric.graph();  // what every stage works on
  const WorkingOrder order =
      reorders(config, graph.node_count())
          ? stage("ordering", [&](const RunContext& to) { return WorkingOrder(neighbourly_order(linked, to)); })
          : WorkingOrder(graph.node_count());
  std::optional<Graph> reordered;  // made by the first stage that asks for it, gone after the spectrum
  const auto in_working_order = [&]() -> const Graph& {
    if (!order.is_own() && !reordered) {
      reordered = in_order(linked, order.rows());
    }
    return order.is_own() ? linked : *reordered;
  };
  const CortexStage stands = run.cortex ? run.cortex->at.stage : CortexStage::kColumns;

  Walks walks;
  if (!run.pairs || (stands == CortexStage::kColumns && !config.training.balanced)) {
    walks = stage(
        "walks", [&](const RunContext& to) { return sample_walks(in_working_order(), config.walks, config.seed, to); });
  }
  if (!run.pairs) {
    run.pairs = stage("PPMI", [&](const RunContext& to) {
      return count_pairs(walks, graph.node_count(), config.walks.window, to, pair_evidence(config), memory);
    });
    keep(*run.pairs, stage.notes());
  }
  if (config.training.balanced) {
    walks = {};  // nobody asks for them again
  }
  report_.pairs = run.pairs->marginals.total;
  report_.distinct_pairs = run.pairs->distinct;
  report_.spilled_bytes = run.pairs->ppmi.columns.spilled_bytes() + run.pairs->ppmi.values.spilled_bytes();
  if (!run.coordinates) {
    run.coordinates = stage("spectrum", [&](const RunContext& to) {
      return node_coordinates(run.pairs->ppmi, in_working_order(), config, to);
    });
    keep(*run.coordinates, stage.notes());
  }
  reordered.reset();
  if (!run.regions) {
    run.regions = stage(
        "regions", [&](const RunContext& to) { return partition(*run.coordinates, config.spectral, config.seed, to); });
    keep(*run.regions, stage.notes());
  }
  model_.learned->marginals = std::move(run.pairs->marginals);
  model_.learned->coordinates = std::move(*run.coordinates);
  model_.learned->centroids = std::move(run.regions->centroids);
  model_.regions = std::move(run.regions->region);

  CortexProgress progress = run.cortex ? std::move(*run.cortex) : CortexProgress{{}, newborn_cortex(config), {}};
  if (stands != CortexStage::kFinished) {
    const Eligibility eligibility = stage("eligibility", [&](const RunContext& to) {
      return build_eligibility(model_.learned->coordinates, model_.learned->centroids, config.eligibility,
                               config.l23.columns, config.seed, to);
    });
    const L4Codes l4 = stage("L4 codes", [&](const RunContext& to) {
      return encode_l4(linked, order.rows(), {}, config.l4, config.seed, to);
    });
    train_cortex({walks, run.pairs->ppmi, l4, eligibility, order, config}, progress, stage, [&](bool stage_ended) {
      if (checkpoints != nullptr && (stage_ended || checkpoints->due())) {
        keep(progress, {});
      }
    });
  }
  report_.presentations = progress.at.presentations;
  report_.tie_breaks = progress.at.tie_breaks;
  model_.learned->cortex = std::move(progress.cortex);
  model_.codes = std::move(progress.codes);
  run.pairs.reset();  // most of the memory, before the rest is copied
  return_freed_memory();
  order.put_back(model_.learned->marginals.counts);
  order.put_back(model_.learned->coordinates);
  order.put_back(model_.regions);
  order.put_back(model_.codes, code_shape(config).active());
  if (config.l6.l6_active > 0) {
    model_.l6 = stage("L6 codes", [&](const RunContext& to) {
      return encode_l6(linked, order.rows(), {}, config.l6, config.seed, to);
    });
    order.put_back(model_.l6, config.l6.l6_active);
  }
  model_.graph = graph;
  model_.graph_digest = digest;
  model_.trained_digest = model_.graph_digest;
  model_.updates = 0;
  model_.drift.assign(graph.node_count(), 0.0);
  return codes_of(model_);
}

}  // namespace columnar
