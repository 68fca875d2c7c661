#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/config.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/cortex/stage_steps.hpp"
#include "columnar/embedder.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/fit_data.hpp"
#include "columnar/model/fit_stages.hpp"
#include "columnar/model/working_order.hpp"
#include "columnar/ppmi/ppmi.hpp"

namespace columnar {

/// The stages of the method, in order.
enum class FitStage {
  kWalks,
  kPpmi,
  kSpectrum,
  kAttributes,
  kRegions,
  kEligibility,
  kL4Codes,
  kColumns,
  kSettling,
  kReadout,
  kL6Codes
};

/// Name of the stage in the report of a fit.
[[nodiscard]] std::string_view name_of(FitStage stage) noexcept;

/// Runs the stages of a fit and everything around them: skips stages that an earlier run has done, saves results to the
/// checkpoint, frees data that no later stage reads, records time, memory and notes, and orders the nodes of
/// large graphs so that neighbours are close in memory.
class FitPipeline {
 public:
  /// Restores the checkpoint, then puts the nodes into the working order. `checkpoints` may be null. With a
  /// spill directory, restored PPMI entries go into a temporary file there. What it refers to must outlive it.
  FitPipeline(const Graph& graph, const Attributes& attributes, const Config& config, const RunContext& context,
              Checkpoints* checkpoints, const CountingMemory& counting, FitStages& stages);

  /// Runs body(), which fills its part of the data, unless the stage can be skipped.
  template <class Body>
  void stage(FitStage stage, const Body& body) {
    if (is_needed(stage)) {
      first_note_ = report_.notes.size();
      run_stage(context_, name_of(stage), body);
      save(stage);
    }
    finish(stage);
  }

  [[nodiscard]] FitData& data() noexcept { return data_; }
  [[nodiscard]] const Config& config() const noexcept { return config_; }
  [[nodiscard]] const Attributes& attributes() const noexcept { return attributes_; }
  /// Memory for counting pairs.
  [[nodiscard]] const CountingMemory& counting() const noexcept { return counting_; }
  /// True if the results of stages are saved.
  [[nodiscard]] bool has_checkpoints() const noexcept { return checkpoints_ != nullptr; }
  /// Threads, progress and notes for the stages.
  [[nodiscard]] const RunContext& context() const noexcept { return context_; }
  /// The graph that stages use, every edge in both directions, in its own order.
  [[nodiscard]] const Graph& graph() const noexcept { return symmetric_.graph(); }
  /// The same in the working order; available until the spectrum is known.
  [[nodiscard]] const Graph& ordered_graph();
  /// The graph row of each node, in the working order.
  [[nodiscard]] std::span<const NodeIndex> rows() const noexcept { return order_.rows(); }
  /// Those of this rank.
  [[nodiscard]] std::span<const NodeIndex> own_rows() const noexcept {
    return rows().subspan(shares_.first(), shares_.count());
  }
  /// Calls change(coordinates) with the rows of all ranks, and keeps those of this rank of what it makes.
  template <class Change>
  void change_coordinates(const Change& change) {
    Ranks& ranks = ranks_of(context_);
    if (ranks.is_alone()) {
      data_.coordinates = change(data_.coordinates);
      return;
    }
    RowMatrix all(static_cast<Eigen::Index>(shares_.all()), data_.coordinates.cols());
    gather_rows(ranks, shares_, static_cast<std::size_t>(all.cols()), data_.coordinates.data(), all.data());
    data_.coordinates =
        change(all).middleRows(static_cast<Eigen::Index>(shares_.first()), static_cast<Eigen::Index>(shares_.count()));
  }
  /// Progress of the cortex in the current stage, and how to report further steps.
  [[nodiscard]] StageSteps steps();

  /// The model in the graph's own order, after all stages. Of several ranks the first has it, with coordinates only if
  /// they are wanted; the others have an untrained one.
  [[nodiscard]] Model take_model(bool with_coordinates);
  /// Costs are those of all ranks: the highest peak, all that was sent.
  [[nodiscard]] FitReport take_report();

 private:
  void restore(const std::string& spill_directory);
  [[nodiscard]] bool is_needed(FitStage stage) const noexcept;
  /// Saves the result of the stage to the checkpoint.
  void save(FitStage stage);
  /// After a stage, run or skipped: reports its figures and frees what no later stage reads.
  void finish(FitStage stage);
  /// Moves the cortex from one stage to the next.
  void finish_cortex_stage(CortexStage ended, CortexStage next);
  template <class Part>
  void keep(const Part& part, const Notes& notes);
  /// Keeps what `gather` makes of the parts of all ranks, on the first one.
  template <class Part, class Gather>
  void keep_of_all(const Part& own, const Notes& notes, const Gather& gather);

  const Graph& given_;
  const Attributes& attributes_;
  const Config& config_;
  Checkpoints* checkpoints_;
  const CountingMemory& counting_;
  FitStages& stages_;
  FitData data_;
  FitReport report_;
  StageRecorder recorder_;
  RunContext context_;
  std::string digest_;
  bool is_kept_ = false;    ///< in a checkpoint, by the first rank
  bool has_pairs_ = false;  ///< restored from the checkpoint; so are the next two
  bool has_coordinates_ = false;
  bool has_regions_ = false;
  std::size_t first_note_ = 0;  ///< of the current stage
  SymmetricGraph symmetric_;
  WorkingOrder order_;
  RowShares shares_;
  std::optional<Graph> ordered_;  ///< created on first use
};

}  // namespace columnar
