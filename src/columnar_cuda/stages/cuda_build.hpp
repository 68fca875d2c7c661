#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/model/fit_stages.hpp"

/// What a build with and one without CUDA answer differently: cuda_build.cpp belongs to the first, without_cuda.cpp to
/// the second.

namespace columnar::cuda {

/// "CUDA 13.0" as `columnar --version` has it; empty in a build without CUDA.
[[nodiscard]] std::string build_text();

/// The stages of a fit on the GPU, copying with this many threads of the host. Throws Error(kConfig) where this build
/// has no CUDA or the machine no GPU that can be used.
[[nodiscard]] std::unique_ptr<FitStages> stages_on_gpu(int threads);

/// What a fit needs of a GPU, and what there is.
struct DeviceEstimate {
  std::string stage;  ///< that needs most
  std::uint64_t needed_bytes = 0;
  std::string name;              ///< of the GPU; empty where there is none that can be used
  std::uint64_t free_bytes = 0;  ///< of it
};

/// Predicts the memory of the GPU that a fit takes. Throws Error(kConfig) where this build has no CUDA.
[[nodiscard]] DeviceEstimate estimate_on_gpu(const Graph& graph, const Config& config);

}  // namespace columnar::cuda
