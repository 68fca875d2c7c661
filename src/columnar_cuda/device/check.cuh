#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "columnar_cuda/device/device.hpp"

namespace columnar::cuda {

/// Throws Error(kConfig) "GPU: what: reason" unless the call succeeded.
void check(cudaError_t result, const char* what);

/// Throws if the kernel that was launched last could not start.
inline void check_launch(const char* kernel) { check(cudaGetLastError(), kernel); }

/// Blocks of a kernel whose threads each have one of `items`, at most 2^31 - 1.
[[nodiscard]] inline unsigned blocks_for(std::size_t items, unsigned threads) {
  return static_cast<unsigned>((items + threads - 1) / threads);
}

/// The number of this thread in the grid.
__device__ inline std::size_t thread_index() { return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; }

}  // namespace columnar::cuda
