#include "columnar/error.hpp"
#include "columnar_cuda/stages/cuda_build.hpp"

namespace columnar::cuda {
namespace {

[[noreturn]] void refuse() {
  throw Error(ErrorCode::kConfig,
              "--device cuda: this build of columnar has no CUDA; docs/gpu.md tells how to make one that has");
}

}  // namespace

std::string build_text() { return {}; }

std::unique_ptr<FitStages> stages_on_gpu(int /*threads*/) { refuse(); }

DeviceEstimate estimate_on_gpu(const Graph& /*graph*/, const Config& /*config*/) { refuse(); }

}  // namespace columnar::cuda
