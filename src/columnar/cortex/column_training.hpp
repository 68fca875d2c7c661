#pragma once

#include <cstdint>
#include <span>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/cortex/stage_steps.hpp"
#include "columnar/cortex/training_stream.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// Presentations that share one set of thresholds. Thresholds must follow the winners closely, or cells take turns in
/// firing for every node; weights change more slowly, so a block may be longer.
inline constexpr std::size_t kThresholdStep = 128;

/// BCM, Anti-CE, lateral inhibition and intrinsic plasticity on the stream of pairs.    docs/equations.md#training
///
/// The stream is cut into blocks of config.training.block pairs. All pairs of a block see the synapses and the
/// inhibition
/// as they were before the block; thresholds and rates are updated every 128 pairs, or once per block if that is
/// shorter.
/// So pairs can be computed on many threads, and columns then learn in parallel, each from its own pairs in stream
/// order.
/// A block of one pair is the exact online rule. Steps are counted in pairs; a block is done completely or not at all.
/// Returns the number of pairs shown, including those of earlier runs. Throws Error(kConfig) once a number is not
/// finite:
/// the changes of a block are checked before the next block begins.
std::uint64_t learn_columns(std::span<const Presentation> stream, const L4Codes& l4, const Eligibility& eligibility,
                            const Config& config, CortexState& state, const RunContext& context,
                            const StageSteps& steps = {});

}  // namespace columnar
