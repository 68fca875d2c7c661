#include "columnar/kernels/ranking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/kernels/targets.hpp"

namespace columnar::kernels_ranking_test {
namespace {

TEST(Ranking, OnEveryTargetEqualsThePlainTwin) {
  const KeyedRandom random(5, Purpose::kProbe);
  for (const Target& target : available_targets()) {
    const TargetOverride only(target);
    for (std::size_t count = 0; count <= kRankedAtOnce; ++count) {
      for (const std::uint64_t values : {2U, 7U, 1000U}) {  // few of them: many ties
        std::array<float, kRankedAtOnce> scores;
        scores.fill(std::numeric_limits<float>::quiet_NaN());  // must not matter
        for (std::size_t i = 0; i < count; ++i) {
          scores[i] = static_cast<float>(random.below(values, count, i)) - 3.0F;
        }
        std::array<std::uint32_t, kRankedAtOnce> expected{};
        std::array<std::uint32_t, kRankedAtOnce> order{};
        plain::rank_scores(scores.data(), count, expected.data());
        rank_scores(scores.data(), count, order.data());
        ASSERT_EQ(order, expected) << target.name << ", " << count;
      }
    }
  }
}

}  // namespace
}  // namespace columnar::kernels_ranking_test
