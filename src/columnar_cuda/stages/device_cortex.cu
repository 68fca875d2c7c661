#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/stages/device_cortex.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 256;

/// From CortexState's synapses, whose inputs have no padding, to lanes, or back.
template <bool kToLanes>
__global__ void repack(CortexView cortex, std::size_t column_size, float* weights) {
  const std::size_t i = thread_index();
  const std::size_t per_column = std::size_t{cortex.inputs} * cortex.lanes;
  if (i >= per_column * cortex.columns) {
    return;
  }
  const std::size_t lane = i % cortex.lanes;
  float* weight = weights + i / per_column * column_size + i % per_column / cortex.lanes * cortex.cells + lane;
  if constexpr (kToLanes) {
    cortex.synapses[i] = lane < cortex.cells ? *weight : 0.0F;
  } else if (lane < cortex.cells) {
    *weight = cortex.synapses[i];
  }
}

}  // namespace

DeviceCortex::DeviceCortex(const Device& device, const CortexState& state)
    : device_(&device),
      column_size_(state.column_size()),
      synapses_(device, std::size_t{state.columns} * state.inputs * state.lanes),
      weight_sums_(device, state.weight_sums.size()),
      thresholds_(device, state.thresholds.size()),
      sliding_(device, state.sliding.size()),
      rates_(device, state.rates.size()),
      lateral_(device, state.lateral.size()) {
  shape_.inputs = state.inputs;
  shape_.columns = state.columns;
  shape_.cells = state.cells;
  shape_.lanes = state.lanes;
  upload(state);
}

CortexView DeviceCortex::view() {
  CortexView view = shape_;
  view.synapses = synapses_.data();
  view.weight_sums = weight_sums_.data();
  view.thresholds = thresholds_.data();
  view.sliding = sliding_.data();
  view.rates = rates_.data();
  view.lateral = lateral_.data();
  return view;
}

void DeviceCortex::upload(const CortexState& state) {
  DeviceArray<float> weights(*device_, state.weights);
  repack<true><<<blocks_for(synapses_.size(), kThreads), kThreads, 0, device_->stream()>>>(view(), column_size_,
                                                                                           weights.data());
  check_launch("synapses");
  weight_sums_.upload(state.weight_sums);
  thresholds_.upload(state.thresholds);
  sliding_.upload(state.sliding);
  rates_.upload(state.rates);
  lateral_.upload(state.lateral);
}

void DeviceCortex::download(CortexState& state) const {
  DeviceArray<float> weights(*device_, state.weights);  // with the padding, which stays
  CortexView from = shape_;
  from.synapses = const_cast<float*>(synapses_.data());  // NOLINT(cppcoreguidelines-pro-type-const-cast): only read
  repack<false>
      <<<blocks_for(synapses_.size(), kThreads), kThreads, 0, device_->stream()>>>(from, column_size_, weights.data());
  check_launch("synapses");
  weights.download(state.weights);
  weight_sums_.download(state.weight_sums);
  thresholds_.download(state.thresholds);
  sliding_.download(state.sliding);
  rates_.download(state.rates);
  lateral_.download(state.lateral);
}

}  // namespace columnar::cuda
