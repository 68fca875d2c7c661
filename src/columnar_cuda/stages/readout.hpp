#pragma once

#include <cstdint>
#include <span>

#include "columnar/config.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/progress.hpp"
#include "columnar_cuda/stages/firing.hpp"

namespace columnar::cuda {

/// True if kernels have room for such a readout; the CPU reads others.
[[nodiscard]] bool reads_out(const Config& config) noexcept;

/// Pairs of neuron and node that the readout learns from at a time: sixteen bytes each while they are sorted.
inline constexpr std::uint64_t kLessonsAtOnce = std::uint64_t{1} << 27U;

/// learn_readout() (cortex/readout_training.hpp) on a GPU, bit for bit: a warp teaches a neuron, node after node.
void learn_readout(const Device& device, const DeviceFiring& firing, const Config& config, CortexState& state,
                   const RunContext& context);

/// read_out() (cortex/l5_readout.hpp) on a GPU, for all nodes of a fit; `keys` are theirs for tie-breaks. Sums run in
/// the order of the CPU's. Ties are broken by normal numbers whose logarithms and cosines may differ from the CPU's in
/// the last bit of a double.
[[nodiscard]] Codes read_out(const Device& device, const DeviceFiring& firing, const Config& config,
                             const CortexState& state, const DeviceArray<NodeIndex>& keys, const RunContext& context);

/// The rows whose code is repeated by an earlier row, ascending: repeated_codes (cortex/repeated_codes.hpp).
[[nodiscard]] DeviceArray<std::uint32_t> repeated_codes(const Device& device, const DeviceArray<std::uint16_t>& codes,
                                                        std::uint32_t active);

}  // namespace columnar::cuda
