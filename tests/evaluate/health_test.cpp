#include "columnar_lab/evaluate/health.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::health_test {
namespace {

using testing_codes::cyclic_labels;
using testing_codes::kTinyShape;
using testing_codes::make_l23_table;
using testing_codes::make_labels;
using testing_codes::make_table;
using testing_codes::random_codes;

/// Columns 0 (bits 0, 1) and 1 (bits 2, 3) hold all winners. Nodes 0 and 3 have the same code.
SdrTable four_nodes() { return make_table(kTinyShape, {{0, 2, 8}, {0, 3, 8}, {1, 2, 9}, {0, 2, 8}}); }

TEST(CodeHealth, CountsUniqueCodesAndUsedNeurons) {
  const CodeHealth health = code_health(four_nodes());
  EXPECT_EQ(health.nodes, 4U);
  EXPECT_EQ(health.active_bits_min, 3U);
  EXPECT_EQ(health.active_bits_max, 3U);
  EXPECT_EQ(health.unique.codes, 3U);
  EXPECT_DOUBLE_EQ(health.unique.share, 0.75);
  EXPECT_EQ(health.l23_neurons->used, 4U);
  EXPECT_EQ(health.l23_neurons->total, 8U);
  EXPECT_EQ(health.l5a_neurons->used, 2U);
  EXPECT_EQ(health.l5a_neurons->total, 4U);
  EXPECT_FALSE(health.cross_class_duplicates.has_value());
  EXPECT_FALSE(health.same_cell_rate_same_class.has_value());
}

TEST(CodeHealth, TellsUniqueCodesFromUniqueWinnerCells) {
  const CodeHealth health = code_health(make_table(kTinyShape, {{0, 2, 8}, {0, 2, 9}, {0, 2, 10}, {0, 3, 10}}));
  EXPECT_EQ(health.unique.codes, 4U);
  EXPECT_EQ(health.unique_l23->codes, 2U);
  EXPECT_DOUBLE_EQ(health.unique_l23->share, 0.5);
}

TEST(CodeHealth, SameCellRateIsOneHalfInTheHandWorkedTable) {
  // Each of the two columns is shared by all 4 nodes (12 ordered pairs), 3 of them on one cell (6 pairs).
  EXPECT_DOUBLE_EQ(*code_health(four_nodes()).same_cell_rate, 12.0 / 24.0);
}

TEST(CodeHealth, SameClassRateLooksAtPairsOfOneClassOnly) {
  // Nodes 0, 1, 2: in either column two on one cell and one on the other, 2 of 6 ordered pairs.
  const Labels three_and_one = make_labels({0, 0, 0, 1});
  EXPECT_DOUBLE_EQ(*code_health(four_nodes(), &three_and_one).same_cell_rate_same_class, 1.0 / 3.0);
  const Labels twins = make_labels({0, 1, -1, 0});  // nodes 0 and 3 agree everywhere; node 1 is alone in its class
  EXPECT_DOUBLE_EQ(*code_health(four_nodes(), &twins).same_cell_rate_same_class, 1.0);
  const Labels strangers = make_labels({0, 1, 2, -1});
  EXPECT_FALSE(code_health(four_nodes(), &strangers).same_cell_rate_same_class.has_value());
}

TEST(CodeHealth, SameCellRateEqualsTheShareFoundByComparingEveryPair) {
  const Labels labels = cyclic_labels(120, 4);
  const SdrTable table = random_codes(labels, 8);
  std::uint64_t column = 0, cell = 0, class_column = 0, class_cell = 0;
  for (std::size_t a = 0; a < table.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      for (const std::uint16_t x : table.code(a).first(8)) {
        for (const std::uint16_t y : table.code(b).first(8)) {
          const bool same_class = labels.classes[a] == labels.classes[b];
          column += x / 5 == y / 5 ? 1 : 0;
          cell += x == y ? 1 : 0;
          class_column += same_class && x / 5 == y / 5 ? 1 : 0;
          class_cell += same_class && x == y ? 1 : 0;
        }
      }
    }
  }
  const CodeHealth health = code_health(table, &labels);
  EXPECT_DOUBLE_EQ(*health.same_cell_rate, static_cast<double>(cell) / static_cast<double>(column));
  EXPECT_DOUBLE_EQ(*health.same_cell_rate_same_class,
                   static_cast<double>(class_cell) / static_cast<double>(class_column));
}

TEST(CodeHealth, CellEntropyIsThatOfAThreeToOneSplit) {
  const double expected = -(0.75 * std::log2(0.75) + 0.25 * std::log2(0.25));  // of two cells: one bit at most
  EXPECT_NEAR(*code_health(four_nodes()).cell_entropy, expected, 1e-12);
  EXPECT_NEAR(*code_health(make_l23_table({{0, 2}, {1, 3}})).cell_entropy, 1.0, 1e-12);
  EXPECT_NEAR(*code_health(make_l23_table({{0, 2}, {0, 4}})).cell_entropy, 0.0, 1e-12);
}

TEST(CodeHealth, CountsEqualCodesOfDifferentKnownClasses) {
  const Labels agree = make_labels({0, 1, 1, 0});
  EXPECT_EQ(code_health(four_nodes(), &agree).cross_class_duplicates->groups, 0U);
  EXPECT_EQ(code_health(four_nodes(), &agree).cross_class_duplicates->pairs, 0U);
  const Labels differ = make_labels({0, 0, 0, 1});
  EXPECT_EQ(code_health(four_nodes(), &differ).cross_class_duplicates->groups, 1U);
  EXPECT_EQ(code_health(four_nodes(), &differ).cross_class_duplicates->pairs, 1U);
  EXPECT_EQ(code_health(four_nodes(), &agree).cross_class_duplicates->same_class_pairs, 1U);
  EXPECT_EQ(code_health(four_nodes(), &differ).cross_class_duplicates->same_class_pairs, 0U);
  const Labels unknown = make_labels({0, 0, 0, -1});
  EXPECT_EQ(code_health(four_nodes(), &unknown).cross_class_duplicates->groups, 0U);

  // Four known nodes on one code: 6 pairs, one of them within class 0. A second code is clean, a third is not.
  const SdrTable groups = make_l23_table({{0, 2}, {0, 2}, {0, 2}, {0, 2}, {0, 2}, {1, 2}, {1, 2}, {1, 4}, {1, 4}});
  const Labels classes = make_labels({1, 0, -1, 2, 0, 2, 2, 0, 1});
  EXPECT_EQ(code_health(groups, &classes).cross_class_duplicates->groups, 2U);
  EXPECT_EQ(code_health(groups, &classes).cross_class_duplicates->pairs, 6U);
}

TEST(CodeHealth, RefusesACodeWithARepeatedBit) {
  EXPECT_THROW((void)code_health(make_table(kTinyShape, {{0, 2, 8}, {2, 2, 8}})), Error);
}

TEST(CodeHealth, RefusesABitOfL5aAmongTheCellsInsteadOfWritingPastThem) {
  EXPECT_THROW((void)code_health(make_table(kTinyShape, {{0, 8, 9}, {0, 2, 8}})), Error);
}

TEST(CodeHealth, LeavesOutWhatTheLayerDoesNotHold) {
  const CodeHealth l23 = code_health(make_l23_table({{0, 2}, {4, 6}}));
  EXPECT_TRUE(l23.l23_neurons.has_value());
  EXPECT_FALSE(l23.l5a_neurons.has_value());
  EXPECT_FALSE(l23.same_cell_rate.has_value());  // the two nodes share no column

  SdrShape shape = kTinyShape;
  shape.layer = Layer::kL5a;
  const CodeHealth l5a = code_health(make_table(shape, {{0}, {3}, {3}}));
  EXPECT_FALSE(l5a.l23_neurons.has_value());
  EXPECT_FALSE(l5a.unique_l23.has_value());
  EXPECT_FALSE(l5a.same_cell_rate.has_value());
  EXPECT_EQ(l5a.l5a_neurons->used, 2U);
  EXPECT_EQ(l5a.unique.codes, 2U);
}

TEST(CodeHealth, OfNoNodesIsZeroEverywhere) {
  const Labels labels = make_labels({});
  const CodeHealth health = code_health(make_table(kTinyShape, {}), &labels);
  EXPECT_EQ(health.nodes, 0U);
  EXPECT_EQ(health.unique.codes, 0U);
  EXPECT_EQ(health.unique.share, 0.0);
  EXPECT_EQ(health.l23_neurons->used, 0U);
  EXPECT_FALSE(health.same_cell_rate.has_value());
  EXPECT_FALSE(health.cell_entropy.has_value());
}

TEST(CodeHealth, RefusesMalformedTablesAndForeignLabels) {
  SdrTable table = four_nodes();
  table.code(1)[2] = 12;
  EXPECT_THROW((void)code_health(table), Error);
  table = four_nodes();
  table.bits.push_back(1);
  EXPECT_THROW((void)code_health(table), Error);
  const Labels labels = make_labels({0, 1, 2});
  EXPECT_THROW((void)code_health(four_nodes(), &labels), Error);
}

}  // namespace
}  // namespace columnar::health_test
