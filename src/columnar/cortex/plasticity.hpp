#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/fading_row.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l23_columns.hpp"

namespace columnar {

/// Weight change of each cell of a column in one presentation, the same at every active input: [lane].
using SynapseChange = std::array<float, kMaximumLanes>;

/// BCM with the PPMI of the pair as third factor, on the winner cell of one column.      docs/equations.md#bcm
///
///   ΔW_a = η · r(r - θ) · m(u,v) for each active input a;  θ += η_θ · (r² - θ)
///
/// Adds ΔW to `change` and updates θ.
void add_bcm(CortexState& state, const PlasticityConfig& config, std::uint32_t column, std::uint32_t cell, float rate,
             float modulator, SynapseChange& change) noexcept;

/// Anti-cross-entropy, on every cell of one active column.                               docs/equations.md#anti-ce
///
///   ΔW_a,k = η · (softmax_k(D / τ) - [k is the winner])  for each active input a
///
/// A winner yields a little to close competitors, so the cells of a column specialise instead of one winning always.
/// Adds
/// ΔW to `change`. `drive` is that of column_drive: whole vectors, non-negative.
void add_anti_ce(const PlasticityConfig& config, std::uint32_t cells, std::uint32_t winner, const float* drive,
                 SynapseChange& change) noexcept;

/// Changes the synapses of one column at the active inputs. Clips weights to [0, 1] and updates the sums of incoming
/// weights.
void move_synapses(CortexState& state, std::uint32_t column, std::span<const std::uint16_t> l4,
                   const SynapseChange& change) noexcept;

/// Anti-Hebbian lateral inhibition between columns that win together, for row i:
/// docs/equations.md#lateral
///
///   L_ij -= η · (a_j + L_ij) for all j ≠ i whenever i is active, so that L_ij → -P(j active | i active)
///
/// The destructor writes the row.
class LateralRow {
 public:
  LateralRow(CortexState& state, const PlasticityConfig& config, std::uint32_t from) noexcept;
  /// Column i has won together with these winners, which may include i.
  void add(std::span<const std::uint16_t> winners) noexcept;

 private:
  std::uint32_t from_;
  FadingRow row_;
};

/// Intrinsic plasticity after n presentations: cells that fire more often than their column's mean become
/// harder to fire.                                                                       docs/equations.md#intrinsic
///
///   V_th += η · (n / interval) · (rate - mean rate of the column), kept in [minimum_threshold, maximum_threshold]
void apply_intrinsic(CortexState& state, const PlasticityConfig& config, const ColumnConfig& columns,
                     std::uint32_t presentations) noexcept;

/// The last step of intrinsic plasticity, after every node was shown once. A cell that never fired although its
/// column won at least as often as it has cells lowers its threshold a little (larger steps overshoot: then the cells
/// that fired fall silent). `spikes` counts the spikes of the column's cells. Returns the number of cells changed.
[[nodiscard]] std::size_t wake_silent_cells(CortexState& state, const ColumnConfig& columns, std::uint32_t column,
                                            std::span<const std::uint32_t> spikes) noexcept;

/// Updates the exponential averages of the firing rates: decays all rates by the given number of presentations; their
/// spikes are added afterwards.
void fade_rates(CortexState& state, const PlasticityConfig& config, std::uint32_t presentations) noexcept;

/// Adds one spike to the running rates.
void count_spike(CortexState& state, const PlasticityConfig& config, std::uint32_t column, std::uint32_t cell) noexcept;

/// Grossberg's Outstar on the readout row of one L5a neuron j: the row moves towards the pattern of firing cells of
/// each node for which j is active, in the order shown. docs/equations.md#outstar
///
///   ΔW_r[j,i] = η · (L23[i] - W_r[j,i])
///
/// The destructor writes the row.
class OutstarRow {
 public:
  OutstarRow(CortexState& state, const PlasticityConfig& config, std::uint32_t neuron) noexcept;
  /// Neuron j is active for a node for which these cells fire.
  void add(std::span<const std::uint16_t> firing) noexcept;

 private:
  FadingRow row_;
};

}  // namespace columnar
