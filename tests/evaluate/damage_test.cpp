#include "columnar_lab/evaluate/damage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "columnar/error.hpp"
#include "cortex/tiny_cortex.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::damage_test {
namespace {

using testing_codes::kTinyShape;
using testing_codes::make_table;
using testing_support::small_config;
using testing_support::tiny_config;

std::size_t zeros(const std::vector<float>& values) {
  return static_cast<std::size_t>(std::count(values.begin(), values.end(), 0.0F));
}

TEST(CutWeights, CutsAboutTheShareAndRefreshesTheSums) {
  const CortexState whole = initial_cortex(small_config());
  const CortexState cut = cut_weights(whole, 0.3, 1);
  const auto synapses = static_cast<double>(whole.inputs) * whole.columns * whole.cells;  // 20,000
  EXPECT_NEAR(static_cast<double>(zeros(cut.weights) - zeros(whole.weights)) / synapses, 0.3, 0.015);
  CortexState again = cut;
  refresh_weight_sums(again);
  EXPECT_EQ(cut.weight_sums, again.weight_sums);
  EXPECT_NE(cut.weight_sums, whole.weight_sums);
  EXPECT_EQ(cut.readout, whole.readout);
  EXPECT_NE(cut_weights(whole, 0.3, 2).weights, cut.weights);
}

TEST(CutWeights, CutsNothingAtNoneAllAtOneAndMoreOfTheSameInBetween) {
  const CortexState whole = initial_cortex(small_config());
  EXPECT_EQ(cut_weights(whole, 0.0, 1).weights, whole.weights);
  EXPECT_EQ(zeros(cut_weights(whole, 1.0, 1).weights), whole.weights.size());
  const CortexState little = cut_weights(whole, 0.1, 1);
  const CortexState much = cut_weights(whole, 0.4, 1);
  for (std::size_t i = 0; i < whole.weights.size(); ++i) {
    EXPECT_TRUE(little.weights[i] != 0.0F || much.weights[i] == 0.0F);
  }
}

TEST(CutReadout, CutsAboutTheShareOfTheReadoutAlone) {
  CortexState whole = initial_cortex(small_config());
  std::ranges::fill(whole.readout, 0.5F);
  const CortexState cut = cut_readout(whole, 0.2, 1);
  EXPECT_NEAR(static_cast<double>(zeros(cut.readout)) / static_cast<double>(cut.readout.size()), 0.2, 0.02);
  EXPECT_EQ(cut.weights, whole.weights);
  EXPECT_EQ(zeros(cut_readout(whole, 1.0, 1).readout), whole.readout.size());
}

TEST(KeptCodes, CountsNodesThatKeepAllAndWhatTheOthersKeep) {
  // Columns of two cells. Node 0 keeps all. Node 1 fires the other cell of column 0 and has another L5a bit. Node 2
  // loses column 1 to column 2. Node 3 loses both columns.
  const SdrTable before = make_table(kTinyShape, {{0, 2, 8}, {0, 2, 8}, {0, 2, 8}, {0, 2, 8}});
  const SdrTable after = make_table(kTinyShape, {{0, 2, 8}, {1, 2, 9}, {0, 4, 8}, {4, 6, 8}});
  const KeptCodes kept = kept_codes(before, after);
  EXPECT_DOUBLE_EQ(kept.nodes_all_columns, 0.5);
  EXPECT_DOUBLE_EQ(kept.columns, 5.0 / 8.0);
  EXPECT_DOUBLE_EQ(kept.nodes_all_cells, 0.25);
  EXPECT_DOUBLE_EQ(kept.cells, 4.0 / 8.0);
  EXPECT_DOUBLE_EQ(kept.nodes_all_l5a, 0.75);
  EXPECT_DOUBLE_EQ(kept.l5a, 0.75);
}

TEST(KeptCodes, RefusesTablesThatDoNotBelongTogether) {
  const SdrTable one = make_table(kTinyShape, {{0, 2, 8}});
  EXPECT_THROW(static_cast<void>(kept_codes(one, make_table(kTinyShape, {{0, 2, 8}, {0, 2, 8}}))), Error);
  EXPECT_THROW(static_cast<void>(kept_codes(one, make_table(kTinyShape, {{2, 0, 8}}))), Error);
  const SdrTable small = testing_codes::make_l23_table({{0, 2}});
  EXPECT_THROW(static_cast<void>(kept_codes(small, small)), Error);
  const SdrTable none = make_table(kTinyShape, {});
  EXPECT_THROW(static_cast<void>(kept_codes(none, none)), Error);
}

TEST(ColumnMargins, AreAQuarterWhereEligibilityAloneDecides) {
  // Equal weights drive every cell alike, so scores go as eligibility: (.8 − .6) / .8 with two winners of three.
  Config config = tiny_config();
  config.l23.lateral_gain = 0.0;
  CortexState cortex = initial_cortex(config);
  for (std::uint32_t column = 0; column < 3; ++column) {
    for (std::uint32_t cell = 0; cell < 2; ++cell) {
      testing_support::set_weights(cortex, column, cell, {0.5F, 0.5F, 0.5F, 0.5F});
    }
  }
  PreparedGraph graph;
  graph.ids.integers = {0};
  graph.l4 = {2, 1, {0, 2}};
  graph.eligibility = {3, {1, 0, 2}, {1.0F, 0.8F, 0.6F}};
  const std::vector<double> margins = column_margins(graph, config, cortex, 1);
  ASSERT_EQ(margins.size(), 1U);
  EXPECT_NEAR(margins[0], 0.25, 1e-6);
  graph.eligibility.values = {0.0F, 0.0F, 0.0F};
  EXPECT_EQ(column_margins(graph, config, cortex, 1)[0], 0.0);
}

TEST(Median, IsTheMiddleValueOrTheLowerOfTwo) {
  EXPECT_EQ(median({3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median({4.0, 1.0, 2.0, 3.0}), 2.0);
  EXPECT_TRUE(std::isnan(median({})));
}

TEST(ShareAbove, CountsWhatLiesStrictlyAbove) {
  EXPECT_DOUBLE_EQ(share_above({0.05, 0.1, 0.2, 0.3}, 0.1), 0.5);
  EXPECT_TRUE(std::isnan(share_above({}, 0.1)));
}

}  // namespace
}  // namespace columnar::damage_test
