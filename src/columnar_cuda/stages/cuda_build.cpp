#include "columnar_cuda/stages/cuda_build.hpp"

#include "columnar/core/role_share.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar_cuda/stages/cuda_stages.hpp"
#include "columnar_cuda/stages/device_need.hpp"

namespace columnar::cuda {

std::string build_text() { return "CUDA " COLUMNAR_CUDA_VERSION; }

std::unique_ptr<FitStages> stages_on_gpu(int threads) { return std::make_unique<CudaStages>(threads); }

DeviceEstimate estimate_on_gpu(const Graph& graph, const Config& config) {
  const SymmetricGraph symmetric(graph);
  const DeviceNeed need = device_need(symmetric.graph(), place_config(config));
  DeviceEstimate estimate{std::string(need.stage), need.bytes, {}, 0};
  try {
    const Device device(1);
    estimate.name = device.name();
    estimate.free_bytes = device.free_bytes();
  } catch (const Error&) {  // an estimate needs no GPU
  }
  return estimate;
}

}  // namespace columnar::cuda
