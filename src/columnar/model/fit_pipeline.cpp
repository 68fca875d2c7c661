#include "columnar/model/fit_pipeline.hpp"

#include <array>
#include <utility>

#include "columnar/core/stage_meter.hpp"
#include "columnar/cortex/settling.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/locality_order.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/shared_run.hpp"

namespace columnar {

std::string_view name_of(FitStage stage) noexcept {
  constexpr std::array<std::string_view, 11> kNames = {"walks",    "PPMI",        "spectrum", "attributes",
                                                       "regions",  "eligibility", "L4 codes", "columns",
                                                       "settling", "readout",     "L6 codes"};
  return kNames[static_cast<std::size_t>(stage)];
}

FitPipeline::FitPipeline(const Graph& graph, const Attributes& attributes, const Config& config,
                         const RunContext& context, Checkpoints* checkpoints, const CountingMemory& counting,
                         FitStages& stages)
    : given_(graph),
      attributes_(attributes),
      config_(config),
      checkpoints_(checkpoints),
      counting_(counting),
      stages_(stages),
      recorder_(context.progress, report_.stages, &report_.notes, context.ranks),
      context_{context.threads, &recorder_, context.ranks},
      digest_(graph_digest(graph)),
      symmetric_(graph),
      order_(graph.node_count()),
      shares_(ranks_of(context), graph.node_count()) {
  is_kept_ = largest_of(ranks_of(context_), checkpoints_ != nullptr ? 1 : 0) != 0;
  if (is_kept_) {
    restore(counting.spill_directory);
  }
  if (data_.progress.cortex.columns == 0) {
    data_.progress.cortex = initial_cortex(config);
  }
  if (stages.wants_order() && reorders(config, graph.node_count())) {
    order_ =
        run_stage(context_, "ordering", [&] { return WorkingOrder(locality_order(symmetric_.graph(), context_)); });
  }
}

void FitPipeline::restore(const std::string& spill_directory) {
  Ranks& ranks = ranks_of(context_);
  const auto begin = [&] {
    // Of several ranks the first has the checkpoints, and deals them out.
    RestoredRun run = checkpoints_ == nullptr
                          ? RestoredRun()
                          : checkpoints_->begin(given_, run_digest(given_, attributes_), config_, spill_directory);
    deal_out(ranks, shares_, config_, run);
    return run;
  };
  if (largest_of(ranks, checkpoints_ != nullptr && checkpoints_->holds_any() ? 1 : 0) == 0) {
    (void)begin();
    return;
  }
  RestoredRun run = run_stage(context_, "resuming", begin);
  const bool is_finished = run.cortex && run.cortex->at.stage == CortexStage::kFinished;
  context_.note(is_finished ? "resumed at the end: the codes were ready" : "resumed at " + run.at.text());
  for (const std::string& note : run.notes) {
    context_.note(note);
  }
  has_pairs_ = run.pairs.has_value();
  has_coordinates_ = run.coordinates.has_value();
  has_regions_ = run.regions.has_value();
  data_.pairs = std::move(run.pairs).value_or(CountedPairs());
  data_.coordinates = std::move(run.coordinates).value_or(RowMatrix());
  data_.regions = std::move(run.regions).value_or(Regions());
  data_.progress = std::move(run.cortex).value_or(CortexProgress());
}

const Graph& FitPipeline::ordered_graph() {
  if (order_.is_own()) {
    return graph();
  }
  if (!ordered_) {
    ordered_ = in_order(graph(), order_.rows());
  }
  return *ordered_;
}

StageSteps FitPipeline::steps() {
  return {data_.progress.at.done, [this](std::uint64_t done) {
            data_.progress.at.done = done;
            if (checkpoints_ != nullptr && checkpoints_->due()) {
              keep(data_.progress, {});
            }
          }};
}

bool FitPipeline::is_needed(FitStage stage) const noexcept {
  const CortexStage at = data_.progress.at.stage;
  switch (stage) {
    case FitStage::kWalks:
      return !has_pairs_ || (at == CortexStage::kColumns && !config_.training.balanced);
    case FitStage::kPpmi:
      return !has_pairs_;
    case FitStage::kSpectrum:
      return !has_coordinates_;
    case FitStage::kAttributes:
      return attributes_.width > 0;  // quick to repeat: a checkpoint has the coordinates without them
    case FitStage::kRegions:
      return !has_regions_;
    case FitStage::kEligibility:
    case FitStage::kL4Codes:
      return at != CortexStage::kFinished;
    case FitStage::kColumns:
      return at == CortexStage::kColumns;
    case FitStage::kSettling:
      return at == CortexStage::kSettling && settles(config_.plasticity);
    case FitStage::kReadout:
      return at == CortexStage::kReadout;
    case FitStage::kL6Codes:
      return config_.l6.l6_active > 0;
  }
  return true;
}

template <class Part>
void FitPipeline::keep(const Part& part, const Notes& notes) {
  if (checkpoints_ != nullptr) {
    checkpoints_->keep(part, notes, context_);
  }
}

template <class Part, class Gather>
void FitPipeline::keep_of_all(const Part& own, const Notes& notes, const Gather& gather) {
  if (Ranks& ranks = ranks_of(context_); !is_kept_ || ranks.is_alone()) {
    keep(own, notes);
  } else {
    keep(gather(ranks), notes);
  }
}

void FitPipeline::save(FitStage stage) {
  const Notes notes(report_.notes.begin() + static_cast<std::ptrdiff_t>(first_note_), report_.notes.end());
  switch (stage) {
    case FitStage::kPpmi:
      return keep_of_all(data_.pairs, notes, [&](Ranks& ranks) {
        return pairs_on_first(ranks, shares_, data_.pairs,
                              checkpoints_ == nullptr ? std::string() : checkpoints_->directory());
      });
    case FitStage::kSpectrum:
      return keep_of_all(data_.coordinates, notes,
                         [&](Ranks& ranks) { return coordinates_on_first(ranks, shares_, data_.coordinates); });
    case FitStage::kRegions:
      return keep_of_all(data_.regions, notes, [&](Ranks& ranks) {
        return Regions{data_.regions.centroids, rows_on_first(ranks, shares_, data_.regions.region, 1)};
      });
    default:
      break;  // quick to recompute, or saved by finish_cortex_stage
  }
}

void FitPipeline::finish(FitStage stage) {
  switch (stage) {
    case FitStage::kPpmi:
      report_.pairs = data_.pairs.marginals.total;
      report_.distinct_pairs = data_.pairs.distinct;
      report_.spilled_bytes = data_.pairs.ppmi.bytes.spilled_bytes();
      if (is_needed(FitStage::kColumns)) {
        stages_.presentations(*this);
      }
      data_.walks = {};
      break;
    case FitStage::kSpectrum:
      data_.pairs.ppmi = {};
      ordered_.reset();
      break;
    case FitStage::kAttributes:
      if (has_regions_ && data_.regions.centroids.cols() != data_.coordinates.cols()) {
        const std::string place =
            checkpoints_ == nullptr ? "checkpoint" : checkpoints_->directory();  // of another rank
        throw Error(ErrorCode::kInput, place + ": its coordinates and its regions differ in rank; remove it");
      }
      break;
    case FitStage::kColumns:
      finish_cortex_stage(CortexStage::kColumns, CortexStage::kSettling);
      break;
    case FitStage::kSettling:
      finish_cortex_stage(CortexStage::kSettling, CortexStage::kReadout);
      break;
    case FitStage::kReadout:
      finish_cortex_stage(CortexStage::kReadout, CortexStage::kFinished);
      report_.presentations = data_.progress.at.presentations;
      report_.tie_breaks = data_.progress.at.tie_breaks;
      data_.presentations = {};
      data_.eligibility = {};
      data_.l4 = {};
      data_.firing = {};
      return_freed_memory();
      break;
    default:
      break;
  }
}

void FitPipeline::finish_cortex_stage(CortexStage ended, CortexStage next) {
  CortexPosition& at = data_.progress.at;
  if (at.stage == ended) {
    at.stage = next;
    at.done = 0;
    if (next != CortexStage::kFinished) {
      keep(data_.progress, {});  // every rank has all of it
      return;
    }
    keep_of_all(data_.progress, {}, [&](Ranks& ranks) {
      return CortexProgress{at, data_.progress.cortex,
                            rows_on_first(ranks, shares_, data_.progress.codes, code_shape(config_).active())};
    });
  }
}

Model FitPipeline::take_model(bool with_coordinates) {
  Ranks& ranks = ranks_of(context_);
  const auto to_first = [&](auto values, std::size_t per_row) {
    return rows_on_first(ranks, shares_, std::move(values), per_row);
  };
  if (with_coordinates && !ranks.is_alone()) {
    data_.coordinates = coordinates_on_first(ranks, shares_, data_.coordinates);
  }
  const std::size_t active = code_shape(config_).active();
  data_.regions.region = to_first(std::move(data_.regions.region), 1);
  data_.progress.codes = to_first(std::move(data_.progress.codes), active);
  data_.l6 = to_first(std::move(data_.l6), config_.l6.l6_active);
  Model model;
  if (!ranks.is_first()) {
    return model;
  }
  model.config = config_;
  model.graph = given_;
  model.graph_digest = digest_;
  model.trained_digest = digest_;
  model.drift.assign(given_.node_count(), 0.0);
  model.learned->marginals = std::move(data_.pairs.marginals);
  if (data_.attribute_space.weights.uses_attributes()) {
    model.attributes = attributes_;
  }
  model.learned->attribute_space = std::move(data_.attribute_space);
  model.learned->centroids = std::move(data_.regions.centroids);
  model.learned->cortex = std::move(data_.progress.cortex);
  model.regions = std::move(data_.regions.region);
  model.codes = std::move(data_.progress.codes);
  model.l6 = std::move(data_.l6);
  order_.put_back(model.learned->marginals.counts);
  if (with_coordinates) {
    model.learned->coordinates = std::move(data_.coordinates);
    order_.put_back(model.learned->coordinates);
  }
  order_.put_back(model.regions);
  order_.put_back(model.codes, active);
  order_.put_back(model.l6, config_.l6.l6_active);
  return model;
}

FitReport FitPipeline::take_report() {
  for (StageCost& stage : report_.stages) {
    stage.peak_bytes = largest_of(ranks_of(context_), stage.peak_bytes);
    stage.sent_bytes = sum_over(ranks_of(context_), stage.sent_bytes);
  }
  return std::move(report_);
}

}  // namespace columnar
