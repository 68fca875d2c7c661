#include "columnar_lab/evaluate/learning.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "cortex/tiny_cortex.hpp"
#include "evaluate/tiny_codes.hpp"
#include "support/progress_log.hpp"

namespace columnar::learning_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing_codes::kTinyShape;
using testing_codes::make_labels;
using testing_codes::make_table;
using testing_support::small_config;

TEST(LearningVariants, SwitchEachRuleOffAloneAndKeepTheConstants) {
  PlasticityConfig base;
  base.bcm = false;  // what the caller switched off does not matter
  base.bcm_rate = 0.123;
  std::vector<std::string_view> names;
  std::vector<std::vector<bool>> switches;
  for (const LearningVariant& variant : learning_variants(base)) {
    const PlasticityConfig& on = variant.rules;
    names.push_back(variant.name);
    switches.push_back({on.bcm, on.anti_ce, on.lateral, on.intrinsic, on.outstar});
    EXPECT_EQ(on.bcm_rate, 0.123);
  }
  EXPECT_THAT(names,
              ElementsAre("all rules", "no BCM", "no Anti-CE", "no lateral", "no intrinsic", "no Outstar", "no rules"));
  EXPECT_THAT(switches, ElementsAre(ElementsAre(true, true, true, true, true),   //
                                    ElementsAre(false, true, true, true, true),  //
                                    ElementsAre(true, false, true, true, true),  //
                                    ElementsAre(true, true, false, true, true),  //
                                    ElementsAre(true, true, true, false, true),  //
                                    ElementsAre(true, true, true, true, false),  //
                                    ElementsAre(false, false, false, false, false)));
}

TEST(OpenEligibility, MakesEveryColumnACandidateOfEveryNode) {
  const Eligibility open = open_eligibility(2, 3);
  EXPECT_EQ(open.width, 3U);
  EXPECT_THAT(open.columns, ElementsAre(0, 1, 2, 0, 1, 2));
  EXPECT_THAT(open.values, ElementsAre(1.0F, 1.0F, 1.0F, 1.0F, 1.0F, 1.0F));
  EXPECT_TRUE(open_eligibility(0, 3).columns.empty());
}

/// Class neurons 0 and 1, identity neurons 2 and 3, one of each active.
L4Config two_and_two() {
  L4Config config;
  config.class_bits = 2;
  config.class_active = 1;
  config.identity_bits = 2;
  config.identity_active = 1;
  return config;
}

TEST(MoveL4Bits, MovesABitToTheOnlySilentNeuronOfItsGroup) {
  const L4Codes codes{2, 1, {0, 2, 1, 2}};
  EXPECT_THAT(move_l4_bits(codes, two_and_two(), 2, 1).bits, ElementsAre(1, 3, 0, 3));
  EXPECT_THAT(move_l4_bits(codes, two_and_two(), 99, 1).bits, ElementsAre(1, 3, 0, 3));  // there are no more
  EXPECT_EQ(move_l4_bits(codes, two_and_two(), 0, 1).bits, codes.bits);
}

TEST(MoveL4Bits, LeavesABitThatHasNowhereToGo) {
  L4Config config = two_and_two();
  config.class_active = 2;  // both of two
  const L4Codes codes{3, 2, {0, 1, 3}};
  EXPECT_THAT(move_l4_bits(codes, config, 3, 1).bits, ElementsAre(0, 1, 2));
}

TEST(MoveL4Bits, NeverMovesABitToWhereAnotherWasOrWent) {
  L4Config config;
  config.class_bits = 4;
  config.class_active = 2;
  config.identity_bits = 1;
  config.identity_active = 0;
  L4Codes codes{2, 2, {}};
  for (int node = 0; node < 20; ++node) {
    codes.bits.insert(codes.bits.end(), {0, 1});
  }
  const L4Codes moved = move_l4_bits(codes, config, 2, 1);
  for (std::size_t node = 0; node < 20; ++node) {  // only 2 and 3 were silent
    EXPECT_THAT(moved.code(node), testing::UnorderedElementsAre(2, 3));
  }
}

TEST(MoveL4Bits, MovesExactlyTwoOfFortyWithinTheirGroups) {
  const L4Config config;
  const Graph graph = planted_communities(200, 4, 8.0, 0.2, 1).graph;
  const L4Codes before = encode_l4(graph, config, 1, {});
  const L4Codes after = move_l4_bits(before, config, 2, 1);
  ASSERT_EQ(after.bits.size(), before.bits.size());
  std::size_t moved_class_bits = 0;
  for (std::size_t v = 0; v < 200; ++v) {
    const std::set<std::uint16_t> was(before.code(v).begin(), before.code(v).end());
    const std::set<std::uint16_t> is(after.code(v).begin(), after.code(v).end());
    EXPECT_EQ(is.size(), 40U);
    std::vector<std::uint16_t> gone;
    std::ranges::set_difference(was, is, std::back_inserter(gone));
    EXPECT_EQ(gone.size(), 2U);
    EXPECT_EQ(std::ranges::count_if(is, [](std::uint16_t bit) { return bit < 400; }), 20);
    EXPECT_TRUE(std::ranges::all_of(after.code(v).first(20), [](std::uint16_t bit) { return bit < 400; }));
    moved_class_bits += static_cast<std::size_t>(std::ranges::count_if(gone, [](auto bit) { return bit < 400; }));
  }
  EXPECT_NEAR(static_cast<double>(moved_class_bits), 200.0, 60.0);  // both groups alike; sd 10
  EXPECT_EQ(move_l4_bits(before, config, 2, 1).bits, after.bits);
  EXPECT_NE(move_l4_bits(before, config, 2, 2).bits, after.bits);
}

TEST(CellsKept, CountsWinnersThatStayAndOfTheseTheCellsThatStay) {
  // Columns of two cells. Node 0: column 0 stays but fires its other cell, column 1 loses to column 2. Node 1: columns
  // 1 and 3 stay with their cells; L5a does not matter.
  const SdrTable before = make_table(kTinyShape, {{0, 2, 8}, {3, 6, 8}});
  const SdrTable after = make_table(kTinyShape, {{1, 4, 8}, {3, 6, 9}});
  const KeptCells kept = cells_kept(before, after);
  EXPECT_EQ(kept.columns, 4U);
  EXPECT_EQ(kept.columns_kept, 3U);
  EXPECT_EQ(kept.cells_kept, 2U);
  EXPECT_DOUBLE_EQ(kept.column_share(), 0.75);
  EXPECT_DOUBLE_EQ(kept.cell_share(), 2.0 / 3.0);
}

TEST(CellsKept, IsUndefinedOfNothing) {
  const KeptCells none = cells_kept(make_table(kTinyShape, {{0, 2, 8}}), make_table(kTinyShape, {{4, 6, 8}}));
  EXPECT_DOUBLE_EQ(none.column_share(), 0.0);
  EXPECT_TRUE(std::isnan(none.cell_share()));
}

TEST(CellsKept, RefusesTablesThatDoNotBelongTogether) {
  const SdrTable one = make_table(kTinyShape, {{0, 2, 8}});
  EXPECT_THROW(static_cast<void>(cells_kept(one, make_table(kTinyShape, {{0, 2, 8}, {0, 2, 8}}))), Error);
  EXPECT_THROW(static_cast<void>(cells_kept(one, testing_codes::make_l23_table({{0, 2}}))), Error);
  EXPECT_THROW(static_cast<void>(cells_kept(one, make_table(kTinyShape, {{2, 0, 8}}))), Error);
}

struct SmallRun {
  LabelledGraph town = planted_communities(150, 3, 6.0, 0.2, 1);
  Config config = small_config();
  std::uint32_t seeds = 2;

  [[nodiscard]] std::vector<SeedTable> tables(const RunContext& context) const {
    return ablate_rules(town.graph, town.labels, config, seeds, context);
  }
};

/// The figure of a variant in a seed.
double figure(const SeedTable& table, std::size_t row, std::string_view measure, std::size_t seed = 0) {
  const auto found = std::ranges::find(table.measures, measure, &SeedMeasure::key);
  return table.rows[row].values[static_cast<std::size_t>(found - table.measures.begin())][seed];
}

TEST(AblateRules, MeasuresTheEmbedderInEveryVariantAtAnyThreadCount) {
  SmallRun run;
  run.config.spectral.rank = 200;  // clamped, with a note
  testing_support::ProgressLog stages;
  const std::vector<SeedTable> tables = run.tables({1, &stages});
  ASSERT_EQ(tables.size(), 2U);
  const SeedTable& variants = tables[0];
  ASSERT_EQ(variants.rows.size(), 7U);
  EXPECT_THAT(stages.stages,
              ElementsAre("all rules", "no BCM", "no Anti-CE", "no lateral", "no intrinsic", "no Outstar", "no rules"));
  EXPECT_EQ(stages.notes.size(), 1U);  // once, not once an embedding

  Config second = run.config;
  second.seed = 2;
  const SdrTable table = select_layer(Embedder(second).fit(run.town.graph, {}), Layer::kAll);
  EXPECT_EQ(figure(variants, 0, "accuracy", 1), classify(table, run.town.labels).accuracy.mean);
  EXPECT_NE(variants.rows[0].values, variants.rows[6].values);
  for (const SeedRow& row : variants.rows) {
    for (const std::vector<double>& values : row.values) {
      ASSERT_EQ(values.size(), 2U);
      EXPECT_THAT(values, Each(testing::Ge(0.0))) << row.name;  // NaN would fail, too
    }
  }

  const std::vector<SeedTable> again = run.tables({3, nullptr});
  for (std::size_t r = 0; r < variants.rows.size(); ++r) {
    EXPECT_EQ(again[0].rows[r].values, variants.rows[r].values) << variants.rows[r].name;
  }
}

TEST(AblateRules, TellsWhatTheMissingRulesBuySeedBySeed) {
  const SmallRun run;
  const std::vector<SeedTable> tables = run.tables({});
  ASSERT_EQ(tables[1].rows.size(), 6U);
  for (std::size_t r = 0; r < 6; ++r) {
    EXPECT_EQ(tables[1].rows[r].name, tables[0].rows[r + 1].name);
    for (const std::size_t seed : {0, 1}) {
      EXPECT_EQ(figure(tables[1], r, "d_prime", seed),
                figure(tables[0], 0, "d_prime", seed) - figure(tables[0], r + 1, "d_prime", seed));
    }
  }
}

TEST(AblateRules, LeavesL23AsItIsWithoutTheOutstar) {
  SmallRun run;
  run.seeds = 1;
  const SeedTable variants = run.tables({})[0];
  for (const char* measure : {"accuracy_l23", "accuracy_drive", "neurons_used", "same_cell_rate", "cells_kept"}) {
    EXPECT_EQ(figure(variants, 0, measure), figure(variants, 5, measure)) << measure;
  }
}

TEST(AblateRules, RefusesWhatCannotBeMeasuredBeforeItBegins) {
  testing_support::ProgressLog stages;
  SmallRun run;
  const auto refuses = [&](const SmallRun& wrong) {
    EXPECT_THROW(static_cast<void>(wrong.tables({1, &stages})), Error);
    EXPECT_TRUE(stages.stages.empty());
  };
  SmallRun wrong = run;
  wrong.seeds = 0;
  refuses(wrong);
  wrong = run;
  wrong.town.labels.classes.pop_back();
  refuses(wrong);
  wrong = run;
  wrong.town.labels.classes.assign(150, 1);
  refuses(wrong);
  wrong = run;
  wrong.town.labels = {};
  refuses(wrong);
  wrong = run;
  wrong.config.l23.active_columns = 41;
  refuses(wrong);
  wrong = run;
  wrong.town.graph.targets.clear();
  wrong.town.graph.offsets.assign(151, 0);
  refuses(wrong);
}

}  // namespace
}  // namespace columnar::learning_test
