#pragma once

#include <cstdint>
#include <span>

#include "columnar/config.hpp"
#include "columnar/cortex/column_training.hpp"
#include "columnar/cortex/training_stream.hpp"
#include "columnar/progress.hpp"
#include "columnar_cuda/stages/device_cortex.hpp"
#include "columnar_cuda/stages/eligibility.hpp"
#include "columnar_cuda/stages/l4_encoder.hpp"

namespace columnar::cuda {

/// True if kernels have room for such a competition; the CPU trains others.
[[nodiscard]] bool trains(const Config& config) noexcept;

/// learn_columns() (cortex/column_training.hpp) on a GPU: the same blocks, and in each column the same order. Only the
/// exponentials of Anti-CE are rounded otherwise than on the CPU. `cortex` holds `state` before, and both are the same
/// afterwards. Whether all numbers are finite is checked now and then, not after every block.
std::uint64_t learn_columns(const Device& device, std::span<const Presentation> stream, const DeviceL4& l4,
                            const DeviceEligibility& eligibility, const Config& config, CortexState& state,
                            DeviceCortex& cortex, const RunContext& context);

}  // namespace columnar::cuda
