#include "columnar_lab/evaluate/sequential.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "columnar/error.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "cortex/tiny_cortex.hpp"
#include "evaluate/tiny_codes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::sequential_test {
namespace {

using testing::ElementsAre;
using testing_codes::cyclic_labels;
using testing_codes::random_codes;
using testing_support::small_config;

TEST(SplitInHalves, CutsAPathInTheMiddle) {
  const Labels labels = cyclic_labels(6, 2);
  const auto [first, second] = split_in_halves(path_graph(6), labels);
  // The farthest node from node 0 is node 5: the order is 5, 4, 3 | 2, 1, 0.
  EXPECT_THAT(first.graph.ids.integers, ElementsAre(3, 4, 5));
  EXPECT_THAT(second.graph.ids.integers, ElementsAre(0, 1, 2));
  EXPECT_EQ(first.graph.edge_count() + second.graph.edge_count(), 4U);  // of 5: one was cut
  EXPECT_THAT(first.graph.neighbours(1), ElementsAre(0, 2));
  EXPECT_THAT(first.labels.classes, ElementsAre(1, 0, 1));
  EXPECT_EQ(first.labels.names, labels.names);
}

TEST(SplitInHalves, KeepsWeightsTextsAndOtherComponents) {
  Graph graph = testing_support::tiny_graph(5, {{0, 1, 2.0}, {1, 2, 3.0}, {3, 4, 4.0}});
  graph.ids.texts = {"a", "b", "c", "d", "e"};
  graph.ids.integers.clear();
  const auto [first, second] = split_in_halves(graph, cyclic_labels(5, 2));
  EXPECT_THAT(first.graph.ids.texts, ElementsAre("b", "c"));
  EXPECT_THAT(first.graph.weights, ElementsAre(3.0F, 3.0F));
  EXPECT_THAT(second.graph.ids.texts, ElementsAre("a", "d", "e"));
  EXPECT_THAT(second.graph.weights, ElementsAre(4.0F, 4.0F));
}

TEST(SplitInHalves, RefusesWhatCannotBeSplit) {
  EXPECT_THROW(static_cast<void>(split_in_halves(path_graph(3), cyclic_labels(3, 2))), Error);
  EXPECT_THROW(static_cast<void>(split_in_halves(path_graph(6), cyclic_labels(5, 2))), Error);
  const Graph apart = testing_support::tiny_graph(5, {{0, 1}});
  EXPECT_THROW(static_cast<void>(split_in_halves(apart, cyclic_labels(5, 2))), Error);
}

TEST(FrozenAccuracy, OfUnchangedCodesIsThatOfTheProtocol) {
  const Labels labels = cyclic_labels(120, 3);
  const SdrTable table = random_codes(labels, 1);
  const FrozenAccuracy frozen = frozen_accuracy(table, table, labels, 2);
  EXPECT_DOUBLE_EQ(frozen.before, classify(table, labels).accuracy.mean);
  EXPECT_DOUBLE_EQ(frozen.after, frozen.before);
}

TEST(FrozenAccuracy, FallsToNothingWhereTheCodesOfTheClassesAreExchanged) {
  const Labels labels = cyclic_labels(30, 3);
  const std::vector<std::vector<std::uint16_t>> by_class{{0, 2, 8}, {2, 4, 9}, {4, 6, 10}};
  std::vector<std::vector<std::uint16_t>> codes;
  std::vector<std::vector<std::uint16_t>> exchanged;
  for (std::size_t node = 0; node < 30; ++node) {
    codes.push_back(by_class[node % 3]);
    exchanged.push_back(by_class[(node + 1) % 3]);
  }
  const SdrTable table = testing_codes::make_table(testing_codes::kTinyShape, codes);
  const SdrTable moved = testing_codes::make_table(testing_codes::kTinyShape, exchanged);
  const FrozenAccuracy frozen = frozen_accuracy(table, moved, labels, 1);
  EXPECT_EQ(frozen.before, 1.0);
  EXPECT_EQ(frozen.after, 0.0);
}

TEST(FrozenAccuracy, RefusesTablesThatDoNotBelongTogether) {
  const Labels labels = cyclic_labels(30, 3);
  const SdrTable table = random_codes(labels, 1);
  EXPECT_THROW(static_cast<void>(frozen_accuracy(table, select_layer(table, Layer::kL23), labels, 1)), Error);
  EXPECT_THROW(static_cast<void>(frozen_accuracy(table, table, cyclic_labels(29, 3), 1)), Error);
}

/// Every node of a class has the same one bit; the second graph uses the bits of the first for other classes.
L4Codes one_bit_codes(const Labels& labels, std::uint16_t shift) {
  L4Codes l4{1, 1, {}};
  for (const std::int32_t label : labels.classes) {
    l4.bits.push_back(static_cast<std::uint16_t>((label + shift) % 3));
  }
  return l4;
}

TEST(GradientAccuracy, FallsToNothingWhereOneHeadLearnsTheOppositeAndStaysWhereNothingClashes) {
  const Labels labels = cyclic_labels(60, 3);
  const GradientConfig config{.hidden = 8, .epochs = 40, .learning_rate = 0.3};
  const auto run = [&](std::uint16_t shift) {
    return gradient_accuracy(one_bit_codes(labels, 0), labels, one_bit_codes(labels, shift), labels, 3, true, config, 1,
                             2);
  };
  const FrozenAccuracy opposite = run(1);
  EXPECT_EQ(opposite.before, 1.0);
  EXPECT_EQ(opposite.after, 0.0);
  EXPECT_EQ(run(0).after, 1.0);
}

TEST(Sequential, MeasuresEveryCodeAndTheGradientAtAnyThreadCount) {
  const LabelledGraph first = planted_communities(120, 3, 6.0, 0.2, 1);
  const LabelledGraph second = planted_communities(100, 4, 6.0, 0.2, 2);
  SeedTable table = sequential_table();
  add_sequential(first, second, small_config(), {1, nullptr}, table);
  SeedTable again = sequential_table();
  add_sequential(first, second, small_config(), {3, nullptr}, again);
  std::vector<std::string> names;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    names.push_back(table.rows[r].name);
    for (std::size_t m = 0; m < 4; ++m) {  // the gradient has no refitted figures
      EXPECT_EQ(table.rows[r].values[m], again.rows[r].values[m]);
    }
    const double before = table.rows[r].values[0][0];
    const double after = table.rows[r].values[1][0];
    EXPECT_DOUBLE_EQ(table.rows[r].values[2][0], after / before);
    EXPECT_NEAR(table.rows[r].values[3][0], (after - 1.0 / 3.0) / (before - 1.0 / 3.0), 1e-9);
  }
  EXPECT_THAT(names, ElementsAre("SDR-28", "SDR-8", "drive alone", "gradient, own heads", "gradient, one head"));
  EXPECT_FALSE(std::isnan(table.rows[0].values[4][0]));
  EXPECT_TRUE(std::isnan(table.rows[4].values[4][0]));
}

TEST(Sequential, RefusesATaskOfOneClass) {
  LabelledGraph first = planted_communities(60, 3, 6.0, 0.2, 1);
  LabelledGraph second = first;
  second.labels.classes.assign(60, 1);
  SeedTable table = sequential_table();
  EXPECT_THROW(add_sequential(first, second, small_config(), {}, table), Error);
}

}  // namespace
}  // namespace columnar::sequential_test
