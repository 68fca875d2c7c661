#pragma once

#include <cstddef>
#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/stage_steps.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// Number of passes over all nodes in which the readout learns.
[[nodiscard]] std::uint64_t readout_passes(const TrainingConfig& config, std::size_t nodes) noexcept;

/// The Outstar readout, after the columns have learnt: passes over all nodes, each in its own shuffled order. A
/// step is a pass. The columns are fixed, so a node excites the same cells in every pass.
void learn_readout(const Firing& firing, const Config& config, CortexState& state, const RunContext& context,
                   const StageSteps& steps = {});

}  // namespace columnar
