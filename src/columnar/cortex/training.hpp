#pragma once

#include <cstdint>
#include <utility>

#include "columnar/core/config.hpp"
#include "columnar/core/progress.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {

/// Presentation number t of the training stream: a windowed pair (u, v) of a walk, drawn by t alone; v is the node shown,
/// u its context, u ≠ v. As printed, pairs come as often as walks meet them, so hubs are shown most; balanced, v is the
/// start of a random walk, so every node is shown alike. The walks must hold at least one pair.
[[nodiscard]] std::pair<NodeIndex, NodeIndex> training_pair(const Walks& walks, std::uint32_t window, bool balanced,
                                                            std::uint64_t seed, std::uint64_t t) noexcept;

/// How many pairs a graph of this size is trained on.
[[nodiscard]] std::uint64_t presentation_count(const TrainingConfig& config, std::size_t nodes) noexcept;

/// BCM, Anti-CE, lateral inhibition and intrinsic plasticity on the stream of pairs.    docs/equations.md#training
///
/// The stream is cut into blocks of config.training.block pairs. All of a block see the cortex as it was before the
/// block, so they can be computed on many threads; their updates are then applied in the order of the stream. A block
/// of one is the exact online rule.
void learn_columns(const Walks& walks, const Ppmi& ppmi, const L4Codes& l4, const Eligibility& eligibility,
                   const Config& config, CortexState& state, const RunContext& context);

/// Shows every node once, round after round, until no cell is silent that need not be (wake_silent_cells) or the rounds
/// are spent.                                                                          docs/equations.md#settling
void settle_thresholds(const L4Codes& l4, const Eligibility& eligibility, const Config& config, CortexState& state,
                       const RunContext& context);

/// The Outstar readout, once the columns have learnt: passes over all nodes in a shuffled order.
void learn_readout(const L4Codes& l4, const Eligibility& eligibility, const Config& config, CortexState& state,
                   const RunContext& context);

}  // namespace columnar
