#include "columnar_cuda/stages/device_need.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"

namespace columnar::cuda {
namespace {

constexpr std::uint64_t kGibibyte = std::uint64_t{1} << 30U;

TEST(DeviceNeed, CoversTheWalks) {
  Config config;
  config.walks.walks_per_node = 1000;
  config.walks.walk_length = 1000;
  EXPECT_GT(device_need(karate_club().graph, config).bytes, 34ULL * 1000 * 1000 * sizeof(NodeIndex));
}

TEST(DeviceNeed, WhatDoesNotFitIsRefused) {
  const DeviceNeed need{"PPMI", 3 * kGibibyte};
  require_room(need, 3 * kGibibyte, "a GPU");
  try {
    require_room(need, 2 * kGibibyte, "a GPU");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kConfig);
    EXPECT_STREQ(error.what(), "--device cuda: PPMI needs about 3.0 GiB of GPU memory, a GPU has 2.0 GiB left");
  }
}

}  // namespace
}  // namespace columnar::cuda
