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

/// What one presentation adds to the synapses of each cell of a column, at every active input alike: [lane].
using SynapseChange = std::array<float, kMaximumLanes>;

/// BCM with the PPMI of the pair as third factor, on the winner cell of one column.      docs/equations.md#bcm
///
///   ΔW_a = η · r(r - θ) · m(u,v) for each active input a;  θ += η_θ · (r² - θ)
///
/// Adds ΔW to `change` and slides θ.
void add_bcm(CortexState& state, const PlasticityConfig& config, std::uint32_t column, std::uint32_t cell, float rate,
             float modulator, SynapseChange& change) noexcept;

/// Anti-cross-entropy, on every cell of one active column.                               docs/equations.md#anti-ce
///
///   ΔW_a,k = η · (softmax_k(D / τ) - [k is the winner])  for each active input a
///
/// Where the winner was close, it gives way a little: cells of a column drift apart instead of one taking all. Adds ΔW
/// to `change`. `drive` is that of column_drive: whole vectors, nothing negative.
void add_anti_ce(const PlasticityConfig& config, std::uint32_t cells, std::uint32_t winner, const float* drive,
                 SynapseChange& change) noexcept;

/// Changes the synapses of one column at the active inputs. Weights stay in [0, 1]; the sums of incoming weights are
/// kept up to date.
void move_synapses(CortexState& state, std::uint32_t column, std::span<const std::uint16_t> l4,
                   const SynapseChange& change) noexcept;

/// Anti-Hebbian lateral inhibition between columns that win together, the row of one of them, i:
///                                                                                       docs/equations.md#lateral
///   L_ij -= η · (a_j + L_ij) for all j ≠ i whenever i is active, so that L_ij → -P(j active | i active)
///
/// The destructor brings the row up to date.
class LateralRow {
 public:
  LateralRow(CortexState& state, const PlasticityConfig& config, std::uint32_t from) noexcept;
  /// Column i has won, together with these; it may be among them.
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

/// The end of intrinsic plasticity, when every node has been shown once: a cell that fired for none of them while its
/// column won at least as often as it has cells lowers its threshold by a tenth. `spikes` counts those of the column's
/// cells. Returns how many cells moved.
[[nodiscard]] std::size_t wake_silent_cells(CortexState& state, const ColumnConfig& columns, std::uint32_t column,
                                            std::span<const std::uint32_t> spikes) noexcept;

/// Follows the firing rates by an exponential average: fades all by some presentations; their spikes are
/// then added.
void fade_rates(CortexState& state, const PlasticityConfig& config, std::uint32_t presentations) noexcept;

/// Counts one spike in the running rates.
void count_spike(CortexState& state, const PlasticityConfig& config, std::uint32_t column, std::uint32_t cell) noexcept;

/// Grossberg's Outstar on the readout row of one L5a neuron j: it moves toward the pattern of firing cells of each node
/// that it is active for, in the order they are shown.                                   docs/equations.md#outstar
///
///   ΔW_r[j,i] = η · (L23[i] - W_r[j,i])
void apply_outstar(CortexState& state, const PlasticityConfig& config, std::uint32_t neuron, const Firing& firing,
                   std::span<const NodeIndex> shown) noexcept;

}  // namespace columnar
