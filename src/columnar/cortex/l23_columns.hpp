#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/grouped_by_column.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/eligibility/eligibility.hpp"

namespace columnar {

/// One node as L2/3 sees it: its active L4 neurons and the columns it is eligible for.
struct Stimulus {
  std::span<const std::uint16_t> class_inputs;     ///< active L4 neurons of the class code
  std::span<const std::uint16_t> identity_inputs;  ///< active L4 neurons of the identity code
  std::span<const std::uint16_t> columns;          ///< candidate columns, most eligible first
  std::span<const float> eligibility;              ///< parallel to columns
};

/// The input of a node to L2/3.
[[nodiscard]] inline Stimulus stimulus_of(std::size_t node, const L4Codes& l4,
                                          const Eligibility& eligibility) noexcept {
  const auto code = l4.code(node);
  return {code.first(l4.class_active), code.subspan(l4.class_active), eligibility.row_columns(node),
          eligibility.row_values(node)};
}

/// The response of L2/3: columns ranked by score. The first `active_columns` are the winners, the rest runners-up.
struct Activity {
  std::vector<std::uint16_t> columns;  ///< best first
  std::vector<float> scores;           ///< parallel to columns
  std::vector<std::uint8_t> cells;     ///< the first cell to fire in each
  std::vector<float> drives;           ///< [rank][lane]: the drive of every cell of the ranked columns
};

/// Drive of one column's cells.                                                        docs/equations.md#drive
///
///   D_ck = S · (N / K) · (Σ_{a ∈ class} W_ack + g · Σ_{a ∈ identity} W_ack) / Σ_a W_ack
///
/// with K of N inputs active. A cell whose weights are unrelated to the input gets about S, so none wins by weight
/// alone.
/// `drive` has state.lanes entries; those beyond the cells become 0.
void column_drive(const CortexState& state, const ColumnConfig& config, const Stimulus& stimulus, std::uint32_t column,
                  float* drive) noexcept;

/// The first cell to fire, argmax_k D_ck / V_th,ck.                                    docs/equations.md#first-to-fire
[[nodiscard]] std::uint32_t first_to_fire(const CortexState& state, std::uint32_t column, const float* drive) noexcept;

/// The forward pass for a batch of nodes: scores, lateral inhibition, the best `ranks` columns and their cells.
/// docs/equations.md#column-score
/// A batch is processed column by column, because the synapses of one column fit the L1 cache and those of all do not.
class ColumnCompetition {
 public:
  ColumnCompetition(const CortexState& state, const ColumnConfig& config, std::uint32_t ranks)
      : state_(state), config_(config), ranks_(ranks) {}

  /// Computes the drives of a batch with the current synapses. Reuses the buffers of earlier calls. The result does not
  /// depend on the batch or the number of threads.
  void drive(std::span<const Stimulus> stimuli, int threads);
  /// Ranks the columns of stimuli `first`, `first` + 1, … of the batch, one per activity, with the current lateral
  /// inhibition and thresholds. Thread-safe.
  void rank(std::span<const Stimulus> stimuli, std::size_t first, std::span<Activity> activities) const;
  /// Both, for a single stimulus.
  void run(const Stimulus& stimulus, Activity& activity) {
    drive({&stimulus, 1}, 1);
    rank({&stimulus, 1}, 0, {&activity, 1});
  }

 private:
  /// A column that a stimulus is eligible for.
  struct Candidate {
    std::uint32_t stimulus;
    std::uint32_t slot;  ///< index into drives_ and means_; the slots of a stimulus are contiguous
  };
  struct Scratch {
    std::vector<float> scores;
    std::vector<std::uint32_t> order;
  };

  void drive_column(std::span<const Stimulus> stimuli, std::uint32_t column);
  void inhibit(std::span<const std::uint16_t> columns, Scratch& scratch) const;
  void rank_one(const Stimulus& stimulus, std::size_t first_slot, Scratch& scratch, Activity& activity) const;

  const CortexState& state_;
  const ColumnConfig& config_;
  std::uint32_t ranks_;
  std::vector<std::uint32_t> first_slots_;  ///< [stimulus]
  GroupedByColumn<Candidate> candidates_;
  std::vector<float> drives_;  ///< [slot][lane]
  std::vector<float> means_;   ///< [slot]: mean drive of the column's cells
};

/// Calls body(first, activities) for batches of items 0 … count - 1 on up to `threads` threads. stimulus(i) is the
/// input
/// of item i, and activities[0] belongs to item `first`.
template <class StimulusOf, class Body>
void for_each_batch(const CortexState& state, const ColumnConfig& config, std::uint32_t ranks, std::size_t count,
                    const StimulusOf& stimulus, int threads, const Body& body) {
  constexpr std::size_t kNodesPerBatch = 512;  // large enough to reuse a column while it is in the cache
  constexpr std::size_t kTasksPerThread = 4;
  const std::size_t tasks = kTasksPerThread * static_cast<std::size_t>(std::max(1, threads));
  const std::size_t batches = (count + kNodesPerBatch - 1) / kNodesPerBatch;
  // A task has several batches that share buffers.
  const std::size_t task_size = std::max<std::size_t>(1, batches / tasks) * kNodesPerBatch;
  parallel_blocks(threads, count, task_size, [&](std::size_t begin, std::size_t end) {
    std::vector<Stimulus> stimuli;
    std::vector<Activity> activities(std::min(kNodesPerBatch, end - begin));
    ColumnCompetition competition(state, config, ranks);
    for (std::size_t first = begin; first < end; first += kNodesPerBatch) {
      const std::size_t size = std::min(kNodesPerBatch, end - first);
      stimuli.clear();
      for (std::size_t i = 0; i < size; ++i) {
        stimuli.push_back(stimulus(first + i));
      }
      const std::span<Activity> batch = std::span(activities).first(size);
      competition.drive(stimuli, 1);
      competition.rank(stimuli, 0, batch);
      body(first, std::span<const Activity>(batch));
    }
  });
}

}  // namespace columnar
