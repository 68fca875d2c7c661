#include "columnar/core/top_k.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "columnar/core/random.hpp"

namespace columnar::top_k_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::uint32_t> best(const std::vector<float>& scores, std::size_t k) {
  std::vector<std::uint32_t> order{99, 98};  // what an earlier call left behind
  top_k(std::span<const float>(scores), k, order);
  return order;
}

std::vector<std::uint32_t> ascending(const std::vector<float>& scores, std::size_t k) {
  std::vector<std::uint32_t> indices{99, 98};
  top_k_ascending(scores, k, indices);
  return indices;
}

TEST(TopK, GivesTheLargestFirst) { EXPECT_THAT(best({1.0F, 5.0F, -2.0F, 3.0F}, 3), ElementsAre(1, 3, 0)); }

TEST(TopK, KeepsTheLowerIndexFirstWhereScoresAreEqual) {
  EXPECT_THAT(best({2.0F, 7.0F, 2.0F, 2.0F, 7.0F}, 4), ElementsAre(1, 4, 0, 2));
}

TEST(TopK, GivesNoMoreThanThereAre) {
  EXPECT_THAT(best({2.0F, 3.0F}, 5), ElementsAre(1, 0));
  EXPECT_THAT(best({2.0F, 3.0F}, 0), IsEmpty());
  EXPECT_THAT(best({}, 3), IsEmpty());
}

TEST(TopK, AgreesWithAFullStableSortOnScoresFullOfTies) {
  const KeyedRandom random(3, Purpose::kProbe);
  for (std::uint64_t round = 0; round < 200; ++round) {
    std::vector<float> scores(1 + random.below(200, round, 0));
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = static_cast<float>(random.below(8, round, i + 1));
    }
    std::vector<std::uint32_t> expected(scores.size());
    std::iota(expected.begin(), expected.end(), 0U);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
    const std::size_t k = random.below(scores.size() + 1, round, 1000);
    expected.resize(k);
    EXPECT_EQ(best(scores, k), expected) << round;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(ascending(scores, k), expected) << round;
  }
}

TEST(TopK, AgreesWithAFullStableSortAtEverySizeAroundWhatIsRankedAtOnce) {
  const KeyedRandom random(4, Purpose::kProbe);
  for (const std::size_t size : {63U, 64U, 65U, 127U, 128U, 129U, 300U, 400U, 1000U}) {
    for (const std::size_t k : {1U, 8U, 20U, 40U, 63U, 64U, 65U, 200U}) {
      std::vector<float> scores(size);
      for (std::size_t i = 0; i < size; ++i) {
        scores[i] = static_cast<float>(random.normal(size, i));
      }
      std::vector<std::uint32_t> expected(size);
      std::iota(expected.begin(), expected.end(), 0U);
      std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return scores[a] > scores[b]; });
      expected.resize(std::min(k, size));
      EXPECT_EQ(best(scores, k), expected) << k << " of " << size;
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(ascending(scores, k), expected) << k << " of " << size;
    }
  }
}

}  // namespace
}  // namespace columnar::top_k_test
