#include "columnar/core/stage_meter.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace columnar::stage_meter_test {
namespace {

TEST(StageMeter, SeesMemoryThatWasHeldAndIsGone) {
  constexpr std::size_t kBytes = std::size_t{64} << 20U;
  reset_peak_memory();
  const std::uint64_t before = peak_memory();
  ASSERT_GT(before, 0U);
  {
    std::vector<char> held(kBytes, 'x');
    ASSERT_EQ(held[kBytes / 2], 'x');
  }
  // Memory that earlier tests gave back may be reused: at least half is new.
  EXPECT_GE(peak_memory(), before + kBytes / 2);
}

}  // namespace
}  // namespace columnar::stage_meter_test
