#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "columnar_cuda/device/device_array.hpp"
#include "cuda/gpu_test.hpp"

namespace columnar::cuda {
namespace {

TEST_F(GpuTest, ArrayKeepsWhatWasUploaded) {
  std::vector<std::uint64_t> values(100'000);
  std::iota(values.begin(), values.end(), std::uint64_t{7});
  DeviceArray<std::uint64_t> array(device(), values);
  DeviceArray<std::uint64_t> moved = std::move(array);
  EXPECT_EQ(moved.to_host(), values);
  moved.clear();
  EXPECT_EQ(moved.to_host(), std::vector<std::uint64_t>(values.size(), 0));
}

TEST_F(GpuTest, MemoryComesBack) {
  const std::uint64_t before = device().free_bytes();
  {
    const DeviceArray<char> array(device(), std::size_t{1} << 30U);
    EXPECT_LE(device().free_bytes() + (std::uint64_t{1} << 30U), before);
  }
  EXPECT_GE(device().free_bytes(), before);
}

}  // namespace
}  // namespace columnar::cuda
