#include "columnar_lab/baselines/skip_gram_pairs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "columnar/error.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::skip_gram_pairs_test {
namespace {

using testing::ElementsAre;
using testing_support::wide;

Walks walks_of(std::uint32_t length, std::vector<NodeIndex> nodes) {
  Walks walks;
  walks.length = length;
  walks.nodes = std::move(nodes);
  return walks;
}

TEST(CountNodes, CountsEveryPlaceOfEveryWalk) {
  EXPECT_THAT(count_nodes(walks_of(3, {0, 2, 0, 2, Walks::kEnd, Walks::kEnd}), 4), ElementsAre(2, 0, 2, 0));
}

TEST(CountNodes, RefusesWalksThatTeachNothingAndNodesThatDoNotExist) {
  EXPECT_THROW((void)count_nodes(walks_of(2, {0, Walks::kEnd}), 1), Error);
  EXPECT_THROW((void)count_nodes(Walks{}, 3), Error);
  EXPECT_THROW((void)count_nodes(walks_of(2, {0, 3}), 3), Error);
}

TEST(ShuffledWalks, HoldEveryWalkOnce) {
  const Walks walks = walks_of(2, std::vector<NodeIndex>(200, 0));
  const std::vector<std::size_t> order = shuffled_walks(walks, 1);
  EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), 100U);
  EXPECT_NE(order, shuffled_walks(walks, 2));
  EXPECT_EQ(order, shuffled_walks(walks, 1));
}

TEST(SkipGramPairs, OfWindowOneAreTheNeighboursInTheWalk) {
  const KeyedRandom random(1, Purpose::kSkipGramWindow);
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for_each_skip_gram_pair(3, 1, random, 0, 0, [&](auto input, auto output) { pairs.emplace_back(input, output); });
  EXPECT_THAT(pairs, ElementsAre(std::pair(1, 0), std::pair(0, 1), std::pair(2, 1), std::pair(1, 2)));
}

TEST(SkipGramPairs, AtDistanceDOccurInTheShareThatTheDynamicWindowGives) {
  // The reach is even in 1 … 4, so distance d is within it with probability (5 − d) / 4.
  const KeyedRandom random(1, Purpose::kSkipGramWindow);
  std::map<std::size_t, double> seen;
  constexpr std::uint64_t kWalks = 4000;
  constexpr std::size_t kLength = 30;
  for (std::uint64_t walk = 0; walk < kWalks; ++walk) {
    for_each_skip_gram_pair(kLength, 4, random, walk, 3, [&](std::size_t input, std::size_t output) {
      seen[input > output ? input - output : output - input] += 1.0;
    });
  }
  ASSERT_EQ(seen.size(), 4U);
  for (const auto& [distance, count] : seen) {
    const auto places = static_cast<double>(2 * kWalks * (kLength - distance));
    EXPECT_NEAR(count / places, static_cast<double>(5 - distance) / 4.0, 0.01) << distance;
  }
}

TEST(FirstVectors, AreSmallAndBelongToTheNodeNotToItsPlace) {
  std::vector<NodeIndex> straight(50);
  std::iota(straight.begin(), straight.end(), NodeIndex{0});
  const std::vector<NodeIndex> turned(straight.rbegin(), straight.rend());
  const RowMatrix a = first_vectors(straight, 10, 1, 0);
  const RowMatrix b = first_vectors(turned, 10, 1, 0);
  ASSERT_EQ(a.cols(), 16);
  EXPECT_LE(wide(a.cwiseAbs().maxCoeff()), 0.05);
  EXPECT_GT(wide(a.cwiseAbs().maxCoeff()), 0.045);
  EXPECT_EQ(a.rightCols(6).cwiseAbs().maxCoeff(), 0.0F);
  EXPECT_EQ(a, b.colwise().reverse());
  EXPECT_NE(a, first_vectors(straight, 10, 2, 0));
}

TEST(TableOf, RefusesVectorsThatDiverged) {
  const std::vector<NodeIndex> places{1, 0};
  NodeIds ids;
  ids.integers = {7, 8};
  RowMatrix vectors = RowMatrix::Zero(2, 8);
  vectors(1, 2) = 5.0F;
  EXPECT_THAT(table_of(vectors, places, ids, 3).values, ElementsAre(0, 0, 5, 0, 0, 0));
  vectors(0, 0) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW((void)table_of(vectors, places, ids, 3), Error);
}

}  // namespace
}  // namespace columnar::skip_gram_pairs_test
