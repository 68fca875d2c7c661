#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar_cuda/device/device_array.hpp"

namespace columnar::cuda {

/// What kernels read, and in training write, of a CortexState.
struct CortexView {
  std::uint32_t inputs;
  std::uint32_t columns;
  std::uint32_t cells;
  std::uint32_t lanes;
  float* synapses;     ///< [column][input][lane], 0 beyond the cells: a vector of lanes is one aligned read
  float* weight_sums;  ///< [column][lane]; so are the next three
  float* thresholds;
  float* sliding;
  float* rates;
  float* lateral;  ///< [from][to]
};

/// The columns of a cortex on a GPU, without the readout.
class DeviceCortex {
 public:
  DeviceCortex(const Device& device, const CortexState& state);

  [[nodiscard]] CortexView view();
  /// Copies what a stage of the CPU changed.
  void upload(const CortexState& state);
  void upload_thresholds(const CortexState& state) { thresholds_.upload(state.thresholds); }
  /// Writes everything but the readout into a state of the same shape.
  void download(CortexState& state) const;

 private:
  const Device* device_;
  CortexView shape_{};
  std::size_t column_size_;  ///< floats per column of CortexState::weights
  DeviceArray<float> synapses_;
  DeviceArray<float> weight_sums_;
  DeviceArray<float> thresholds_;
  DeviceArray<float> sliding_;
  DeviceArray<float> rates_;
  DeviceArray<float> lateral_;
};

}  // namespace columnar::cuda
