#pragma once

#include <algorithm>
#include <cstddef>

#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/device_array.hpp"

namespace columnar::cuda {

/// Calls an algorithm of CUB twice: for the bytes it works in, and with them.
template <class Call>
void run_cub(const Device& device, const char* what, const Call& call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes), what);
  DeviceArray<std::byte> memory(device, std::max<std::size_t>(bytes, 1));
  check(call(memory.data(), bytes), what);
}

}  // namespace columnar::cuda
