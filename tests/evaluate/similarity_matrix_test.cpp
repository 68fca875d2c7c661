#include "columnar_lab/evaluate/similarity_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "evaluate/tiny_codes.hpp"

namespace columnar::similarity_matrix_test {
namespace {

using testing::ElementsAre;
using testing_codes::make_l23_table;
using testing_codes::make_labels;

TEST(SampleByClass, GivesEveryClassItsShareInOrder) {
  std::vector<std::int32_t> classes(100, 0);
  std::fill(classes.begin() + 60, classes.begin() + 90, 1);
  std::fill(classes.begin() + 90, classes.begin() + 91, 2);
  std::fill(classes.begin() + 91, classes.end(), -1);
  const Labels labels = make_labels(classes);
  const std::vector<NodeIndex> nodes = sample_by_class(labels, 30, 1);
  std::vector<int> counts(3);
  for (const NodeIndex node : nodes) {
    ++counts.at(static_cast<std::size_t>(classes[node]));
  }
  EXPECT_THAT(counts, ElementsAre(19, 10, 1));  // 60 · 30 / 91 and 30 · 30 / 91, never none; 31 are one too many
  EXPECT_TRUE(std::ranges::is_sorted(nodes));   // here classes lie in the order of the rows
  EXPECT_EQ(std::ranges::adjacent_find(nodes), nodes.end());
  EXPECT_EQ(nodes, sample_by_class(labels, 30, 1));
  EXPECT_NE(nodes, sample_by_class(labels, 30, 2));
  EXPECT_EQ(sample_by_class(labels, 600, 1).size(), 91U);
}

TEST(SampleByClass, IsNoLargerThanWantedWhereThereAreMoreClasses) {
  std::vector<std::int32_t> classes(1000);
  std::iota(classes.begin(), classes.end(), 0);
  EXPECT_EQ(sample_by_class(make_labels(classes, 1000), 600, 1).size(), 600U);
  EXPECT_TRUE(sample_by_class(make_labels(classes, 1000), 0, 1).empty());
}

TEST(SimilarityMatrix, HoldsEachPairTwiceAndTheMaximumOnItsDiagonal) {
  const SdrTable codes = make_l23_table({{0, 2}, {0, 2}, {0, 4}});
  EXPECT_THAT(similarity_matrix(RowSimilarity(codes), std::vector<NodeIndex>{2, 0}), ElementsAre(2, 1, 1, 2));
}

TEST(JointHistogram, CountsPairsByBothAndTheOutsideAtTheEdge) {
  const std::vector<float> x{-1.0F, -0.1F, 0.0F, 1.0F, 3.0F};
  const std::vector<float> y{0, 1, 2, 2, 0};
  const JointHistogram histogram = joint_histogram(x, y, {-1.0, 1.0, 2}, {0.0, 3.0, 3});
  EXPECT_THAT(histogram.counts, ElementsAre(1, 1, 0, 1, 0, 2));
  EXPECT_EQ(histogram.at(1, 2), 2U);
}

}  // namespace
}  // namespace columnar::similarity_matrix_test
