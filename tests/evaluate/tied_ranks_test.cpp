#include "columnar_lab/evaluate/tied_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "columnar/core/random.hpp"

namespace columnar::tied_ranks_test {
namespace {

const std::vector<float> kScores{5.0F, 3.0F, kLeftOut, 3.0F, 3.0F, 1.0F};  // places 1, 2 to 4, 5

TEST(TiedPlaces, AreThoseBelowLargerScores) {
  EXPECT_EQ(places_of(5.0F, kScores).above, 0U);
  EXPECT_EQ(places_of(5.0F, kScores).tied, 1U);
  EXPECT_EQ(places_of(3.0F, kScores).above, 1U);
  EXPECT_EQ(places_of(3.0F, kScores).tied, 3U);
  EXPECT_EQ(places_of(1.0F, kScores).above, 4U);
}

TEST(TopPlaces, ShareTheLastPlacesAmongTiedNodes) {
  const TopPlaces three = top_places(kScores, 3);  // two places are left for three nodes
  EXPECT_EQ(three.places, 3U);
  EXPECT_EQ(three.at_score.tied, 3U);
  EXPECT_DOUBLE_EQ(three.chance(5.0F), 1.0);
  EXPECT_DOUBLE_EQ(three.chance(3.0F), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(three.chance(1.0F), 0.0);
  EXPECT_DOUBLE_EQ(three.chance(kLeftOut), 0.0);
  EXPECT_DOUBLE_EQ(top_places(kScores, 4).chance(3.0F), 1.0);
}

TEST(TopPlaces, AreAsManyAsThereAreNodes) {
  const TopPlaces all = top_places(kScores, 100);
  EXPECT_EQ(all.places, 5U);
  EXPECT_DOUBLE_EQ(all.chance(1.0F), 1.0);
  EXPECT_DOUBLE_EQ(all.chance(kLeftOut), 0.0);
  EXPECT_EQ(top_places(std::vector<float>{kLeftOut}, 3).places, 0U);
}

TEST(ExpectedReciprocal, IsTheMeanOverTheSharedPlaces) {
  const std::vector<double> harmonic = harmonic_numbers(5);
  EXPECT_DOUBLE_EQ(harmonic[3], 1.0 + 0.5 + 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(expected_reciprocal(places_of(5.0F, kScores), harmonic), 1.0);
  EXPECT_DOUBLE_EQ(expected_reciprocal(places_of(3.0F, kScores), harmonic), (1.0 / 2 + 1.0 / 3 + 1.0 / 4) / 3);
  EXPECT_DOUBLE_EQ(expected_reciprocal(places_of(1.0F, kScores), harmonic), 1.0 / 5);
}

TEST(TiedRanks, AgreeWithAllOrdersOfTheNodes) {
  const std::vector<float> scores{2.0F, 1.0F, 2.0F, 1.0F, 1.0F, 0.0F};
  std::vector<std::size_t> order{0, 1, 2, 3, 4, 5};
  std::vector<double> in_three(6);
  std::vector<double> reciprocal(6);
  double orders = 0;
  do {
    std::vector<std::size_t> ranked = order;
    std::stable_sort(ranked.begin(), ranked.end(), [&](auto a, auto b) { return scores[a] > scores[b]; });
    for (std::size_t place = 0; place < 6; ++place) {
      in_three[ranked[place]] += place < 3 ? 1.0 : 0.0;
      reciprocal[ranked[place]] += 1.0 / static_cast<double>(place + 1);
    }
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  const TopPlaces top = top_places(scores, 3);
  const std::vector<double> harmonic = harmonic_numbers(6);
  for (std::size_t v = 0; v < 6; ++v) {
    EXPECT_NEAR(top.chance(scores[v]), in_three[v] / orders, 1e-12) << v;
    EXPECT_NEAR(expected_reciprocal(places_of(scores[v], scores), harmonic), reciprocal[v] / orders, 1e-12) << v;
  }
}

TEST(TopPlaces, FindTheScoreThatSortingFinds) {
  const KeyedRandom random(1, Purpose::kProbe);
  for (std::uint64_t round = 0; round < 200; ++round) {
    std::vector<float> scores(1 + random.below(60, round, 0));
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = static_cast<float>(random.below(12, round, i + 1)) - 6.0F;
    }
    const std::size_t k = 1 + random.below(30, round, 1000);
    std::vector<float> sorted = scores;
    std::sort(sorted.rbegin(), sorted.rend());
    const TopPlaces top = top_places(scores, k);
    ASSERT_EQ(top.places, std::min(k, scores.size()));
    ASSERT_EQ(top.score, sorted[top.places - 1]);
  }
}

}  // namespace
}  // namespace columnar::tied_ranks_test
