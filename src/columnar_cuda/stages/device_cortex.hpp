#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar_cuda/device/device_array.hpp"

namespace columnar::cuda {

/// What kernels read, and in training write, of a CortexState.
struct CortexView {
  std::uint32_t inputs = 0;
  std::uint32_t columns = 0;
  std::uint32_t cells = 0;
  std::uint32_t lanes = 0;
  float* synapses = nullptr;     ///< [column][input][lane], 0 beyond the cells: a vector of lanes is one aligned read
  float* weight_sums = nullptr;  ///< [column][lane]; so are the next three
  float* thresholds = nullptr;
  float* sliding = nullptr;
  float* rates = nullptr;
  float* lateral = nullptr;  ///< [from][to]
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
  CortexView shape_;         ///< without pointers
  std::size_t column_size_;  ///< floats per column of CortexState::weights
  DeviceArray<float> synapses_;
  DeviceArray<float> weight_sums_;
  DeviceArray<float> thresholds_;
  DeviceArray<float> sliding_;
  DeviceArray<float> rates_;
  DeviceArray<float> lateral_;
};

}  // namespace columnar::cuda
