#pragma once

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// True if the config asks for settle_thresholds.
[[nodiscard]] inline bool settles(const PlasticityConfig& config) noexcept {
  return config.intrinsic && config.settling_rounds > 0;
}

/// Strengthens columns that hardly win (not without BCM), then shows every node, round after round, until no cell is
/// silent without need (wake_silent_cells) or the rounds are used up. Returns the final response of L2/3 to every node.
/// docs/equations.md#settling
[[nodiscard]] Firing settle_thresholds(const L4Codes& l4, const Eligibility& eligibility, const Config& config,
                                       CortexState& state, const RunContext& context);

}  // namespace columnar
