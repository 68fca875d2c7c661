#pragma once

#include <cstdint>
#include <span>

#include "columnar/core/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/l23_columns.hpp"

namespace columnar {

/// BCM with the PPMI of the pair as third factor, on the winner cell of one column.      docs/equations.md#bcm
///
///   ΔW_a = η · r(r - θ) · m(u,v) for each active input a;  θ += η_θ · (r² - θ)
///
/// Weights stay in [0, 1]; the sum of incoming weights is kept up to date.
void apply_bcm(CortexState& state, const PlasticityConfig& config, std::span<const std::uint16_t> l4,
               std::uint32_t column, std::uint32_t cell, float rate, float modulator) noexcept;

/// Anti-cross-entropy, on every cell of one active column.                               docs/equations.md#anti-ce
///
///   ΔW_a,k = η · (softmax_k(D / τ) - [k is the winner])  for each active input a, weights kept in [0, 1]
///
/// Where the winner was close, it gives way a little: cells of a column drift apart instead of one taking all.
void apply_anti_ce(CortexState& state, const PlasticityConfig& config, std::span<const std::uint16_t> l4,
                   std::uint32_t column, std::uint32_t winner, const float* drive) noexcept;

/// Anti-Hebbian lateral inhibition between columns that win together.                    docs/equations.md#lateral
///
///   L_ij -= η · (a_j + L_ij) for each active i and all j ≠ i, so that L_ij → -P(j active | i active)
void apply_lateral(CortexState& state, const PlasticityConfig& config, std::span<const std::uint16_t> winners) noexcept;

/// Intrinsic plasticity after a block of n presentations: cells that fire more often than their column's mean become
/// harder to fire.                                                                       docs/equations.md#intrinsic
///
///   V_th += η · (n / interval) · (rate - mean rate of the column), kept in [minimum_threshold, maximum_threshold]
void apply_intrinsic(CortexState& state, const PlasticityConfig& config, const ColumnConfig& columns,
                     std::uint32_t presentations) noexcept;

/// The end of intrinsic plasticity, when every node has been shown once: a cell that fired for none of them while its
/// column won at least as often as it has cells lowers its threshold by a tenth. `spikes` counts them, [column][cell].
/// Returns how many cells moved.
[[nodiscard]] std::size_t wake_silent_cells(CortexState& state, const ColumnConfig& columns,
                                            std::span<const std::uint32_t> spikes) noexcept;

/// Follows the firing rates by an exponential average: fades all by one block, then adds its spikes.
void fade_rates(CortexState& state, const PlasticityConfig& config, std::uint32_t presentations) noexcept;

/// Counts one spike in the running rates.
void count_spike(CortexState& state, const PlasticityConfig& config, std::uint32_t column, std::uint32_t cell) noexcept;

/// Grossberg's Outstar: the readout rows of the active L5a neurons move toward the pattern of firing L2/3 cells.
///                                                                                       docs/equations.md#outstar
///   ΔW_r[j,i] = η · L5a[j] · (L23[i] - W_r[j,i])
void apply_outstar(CortexState& state, const PlasticityConfig& config, std::span<const std::uint16_t> l5a,
                   std::span<const std::uint32_t> firing_cells) noexcept;

}  // namespace columnar
