#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/eligibility/eligibility.hpp"

namespace columnar {

/// One node as L2/3 sees it: its active L4 neurons and the columns it is eligible for.
struct Stimulus {
  std::span<const std::uint16_t> class_inputs;     ///< active L4 neurons of the class code
  std::span<const std::uint16_t> identity_inputs;  ///< and of the identity code
  std::span<const std::uint16_t> columns;          ///< candidate columns, most eligible first
  std::span<const float> eligibility;              ///< parallel to columns
};

/// What a node brings to L2/3.
[[nodiscard]] inline Stimulus stimulus_of(std::size_t node, const L4Codes& l4,
                                          const Eligibility& eligibility) noexcept {
  const auto code = l4.code(node);
  return {code.first(l4.class_active), code.subspan(l4.class_active), eligibility.row_columns(node),
          eligibility.row_values(node)};
}

/// What L2/3 answers: columns ranked by score. The first `active_columns` are the winners, the rest the runner-ups.
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
/// with K of N inputs active: a cell whose weights do not care about the input gets about S, and none wins by size.
/// Without weight_normalisation the last division is left out. `drive` has state.lanes entries.
void column_drive(const CortexState& state, const ColumnConfig& config, const Stimulus& stimulus, std::uint32_t column,
                  float* drive) noexcept;

/// The first cell to fire, argmax_k D_ck / V_th,ck.                                    docs/equations.md#first-to-fire
[[nodiscard]] std::uint32_t first_to_fire(const CortexState& state, std::uint32_t column, const float* drive) noexcept;

/// The forward pass: scores, lateral inhibition, the best `ranks` columns and their cells.
///                                                                                     docs/equations.md#column-score
class ColumnCompetition {
 public:
  ColumnCompetition(const CortexState& state, const ColumnConfig& config, std::uint32_t ranks)
      : state_(state), config_(config), ranks_(ranks) {}

  /// Fills `activity`; buffers of earlier calls are reused.
  void run(const Stimulus& stimulus, Activity& activity);

 private:
  void inhibit(std::span<const std::uint16_t> columns);

  const CortexState& state_;
  const ColumnConfig& config_;
  std::uint32_t ranks_;
  std::vector<float> drives_;
  std::vector<float> scores_;
  std::vector<float> inhibition_;
  std::vector<std::uint32_t> order_;
};

}  // namespace columnar
