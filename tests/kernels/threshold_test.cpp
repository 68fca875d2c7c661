#include "columnar/kernels/threshold.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/kernels/targets.hpp"

namespace columnar::threshold_test {
namespace {

TEST(Threshold, FindsTheScoresThatReachABoundAndNoOther) {
  const KeyedRandom random(6, Purpose::kProbe);
  for (const Target& target : available_targets()) {
    const TargetOverride only(target);
    for (std::size_t count = 0; count < 100; ++count) {
      std::vector<float> scores(count);
      std::vector<std::uint32_t> expected;
      for (std::size_t i = 0; i < count; ++i) {
        scores[i] = static_cast<float>(random.below(10, count, i));
        if (scores[i] >= 6.0F) {
          expected.push_back(static_cast<std::uint32_t>(i));
        }
      }
      std::vector<std::uint32_t> places(count + kSparePlaces);
      places.resize(find_at_least(scores.data(), count, 6.0F, places.data()));
      ASSERT_EQ(places, expected) << target.name << ", " << count;
    }
  }
}

}  // namespace
}  // namespace columnar::threshold_test
