#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar_lab/evaluate/prepared_graph.hpp"

/// The damage that resilience applies to a trained cortex, and its measures.

namespace columnar {

/// Cuts a share of the synapses of W: each becomes zero with that probability, by keys of (seed, kWeightLoss, cell,
/// input), so that a larger share includes the cuts of a smaller one. The sums that normalise the drive are recomputed.
[[nodiscard]] CortexState cut_weights(const CortexState& cortex, double share, std::uint64_t seed);

/// The same for W_r, by keys of (seed, kWeightLoss, all cells + L5a neuron, cell).
[[nodiscard]] CortexState cut_readout(const CortexState& cortex, double share, std::uint64_t seed);

/// What two tables of the same nodes have in common: for each part of the code, the share of nodes that keep all of it
/// and the mean share that a node keeps.
struct KeptCodes {
  double nodes_all_columns = 0.0;
  double columns = 0.0;
  double nodes_all_cells = 0.0;  ///< the same cell in each of the same columns
  double cells = 0.0;
  double nodes_all_l5a = 0.0;
  double l5a = 0.0;
};

/// Compares two tables of whole codes (Layer::kAll). Throws Error(kInput) unless both are valid, of the same shape and
/// of the same nodes, at least one.
[[nodiscard]] KeptCodes kept_codes(const SdrTable& before, const SdrTable& after);

/// (s8 − s9) / s8 of every node, docs/equations.md#column-margin: how far the last winner column is ahead of the first
/// loser, by score. A node whose winners score 0 has a margin of 0.
[[nodiscard]] std::vector<double> column_margins(const PreparedGraph& graph, const Config& config,
                                                 const CortexState& cortex, int threads);

/// The median, the lower of two; NaN if empty.
[[nodiscard]] double median(std::vector<double> values);

/// Share of the values above a limit; NaN if empty.
[[nodiscard]] double share_above(const std::vector<double>& values, double limit);

}  // namespace columnar
