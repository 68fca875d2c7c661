#include "columnar_lab/baselines/huffman.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"

namespace columnar::huffman_test {
namespace {

using testing::ElementsAre;

std::vector<std::size_t> depths(const HuffmanTree& tree) {
  std::vector<std::size_t> result;
  for (std::size_t leaf = 0; leaf < tree.leaf_count(); ++leaf) {
    result.push_back(tree.path(leaf).size());
  }
  return result;
}

TEST(Huffman, OfFourEntriesWorkedByHand) {
  // 1 + 2 make vertex 0 (3); 3 (a leaf before an inner vertex) + 3 make vertex 1 (6); 6 + 10 make the root, vertex 2.
  const HuffmanTree tree(std::vector<std::uint64_t>{10, 2, 3, 1});
  EXPECT_THAT(depths(tree), ElementsAre(1, 3, 2, 3));
  EXPECT_EQ(tree.inner_count(), 3U);
  // To the entry of count 2: from 16 to the lighter 6, to the inner 3 (after the leaf of 3), to the heavier 2.
  const auto path = tree.path(1);
  EXPECT_EQ(path[0].row, 2U);
  EXPECT_EQ(path[1].row, 1U);
  EXPECT_EQ(path[2].row, 0U);
  EXPECT_THAT((std::vector<float>{path[0].label, path[1].label, path[2].label}), ElementsAre(1.0F, 0.0F, 0.0F));
  EXPECT_EQ(tree.path(0)[0].label, 0.0F);
}

TEST(Huffman, GivesEqualCountsEqualDepths) {
  EXPECT_THAT(depths(HuffmanTree(std::vector<std::uint64_t>(8, 0))), ElementsAre(3, 3, 3, 3, 3, 3, 3, 3));
}

TEST(Huffman, PathsArePrefixFreeAndNearTheEntropy) {
  const KeyedRandom random(1, Purpose::kProbe);
  std::vector<std::uint64_t> counts(500);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    counts[i] = 1 + random.below(std::uint64_t{1} << (i % 12), 0, i);
  }
  const HuffmanTree tree(counts);
  const auto total = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  double kraft = 0.0;
  double mean = 0.0;
  double entropy = 0.0;
  for (std::size_t leaf = 0; leaf < counts.size(); ++leaf) {
    const double share = static_cast<double>(counts[leaf]) / total;
    const auto length = static_cast<double>(tree.path(leaf).size());
    kraft += std::exp2(-length);
    mean += share * length;
    entropy -= share * std::log2(share);
    std::set<std::uint32_t> passed;
    for (const LogisticTarget& step : tree.path(leaf)) {
      EXPECT_LT(step.row, tree.inner_count());
      EXPECT_TRUE(passed.insert(step.row).second);
    }
  }
  EXPECT_DOUBLE_EQ(kraft, 1.0);  // every turn leads to a leaf
  EXPECT_GE(mean, entropy);
  EXPECT_LT(mean, entropy + 1.0);
}

TEST(Huffman, ProbabilitiesOfAllLeavesSumToOne) {
  const HuffmanTree tree(std::vector<std::uint64_t>{5, 1, 1, 7, 3});
  RowMatrix outputs(4, 2);
  outputs << 0.3F, -1.0F, 2.0F, 0.1F, -0.7F, 0.4F, 1.0F, 1.0F;
  const std::vector<float> input{0.8F, -0.6F};
  double sum = 0.0;
  for (std::size_t leaf = 0; leaf < tree.leaf_count(); ++leaf) {
    sum += std::exp(-logistic_loss(input, outputs, tree.path(leaf)));
  }
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

TEST(Huffman, OfOneEntryHasNoTurnsAndOfNoneIsAnError) {
  EXPECT_TRUE(HuffmanTree(std::vector<std::uint64_t>{4}).path(0).empty());
  EXPECT_THROW(HuffmanTree(std::span<const std::uint64_t>{}), Error);
}

}  // namespace
}  // namespace columnar::huffman_test
