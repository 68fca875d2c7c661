#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/cortex/stage_steps.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {

/// Presentations of a block that see the same thresholds. They must follow the winners closely, or cells take turns in
/// firing for everybody; weights are slower, so a block may be longer.
inline constexpr std::size_t kThresholdStep = 128;

/// BCM, Anti-CE, lateral inhibition and intrinsic plasticity on the stream of pairs.    docs/equations.md#training
///
/// The stream is cut into blocks of config.training.block pairs. All of a block see the synapses and the inhibition
/// as they were before the block, thresholds and rates follow every 128 pairs, or once a block where that is shorter.
/// So pairs can be computed on many threads, and columns then learn in parallel, each from its own pairs in the order
/// of the stream. A block of one is the exact online rule. Steps are counted in pairs; a block is whole or was not
/// begun. Returns how many pairs were shown, those of earlier runs included. Error(kConfig) once a number is not
/// finite: what a block has changed is looked at before the next one begins.
std::uint64_t learn_columns(const Walks& walks, const Ppmi& ppmi, const L4Codes& l4, const Eligibility& eligibility,
                            const Config& config, CortexState& state, const RunContext& context,
                            const StageSteps& steps = {});

}  // namespace columnar
