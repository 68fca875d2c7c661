#include "columnar_lab/evaluate/resilience.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "cortex/tiny_cortex.hpp"
#include "support/progress_log.hpp"

namespace columnar::resilience_test {
namespace {

using testing::ElementsAre;
using testing_support::small_config;

struct SmallRun {
  LabelledGraph town = planted_communities(200, 3, 6.0, 0.2, 1);
  Config config = small_config();
  ResilienceOptions options;

  explicit SmallRun(std::vector<ResiliencePart> parts = {}, std::uint32_t seeds = 1) {
    options.parts = std::move(parts);
    options.seeds = seeds;
  }
  [[nodiscard]] std::vector<SeedTable> tables(const RunContext& context = {}) const {
    return evaluate_resilience(town.graph, town.labels, config, options, context);
  }
};

/// All figures, NaN as a number that equals itself.
std::vector<double> figures_of(const std::vector<SeedTable>& tables) {
  std::vector<double> figures;
  for (const SeedTable& table : tables) {
    for (const SeedRow& row : table.rows) {
      for (const auto& values : row.values) {
        for (const double value : values) {
          figures.push_back(std::isnan(value) ? -1.0 : value);
        }
      }
    }
  }
  return figures;
}

std::vector<std::string> names_of(const SeedTable& table) {
  std::vector<std::string> names;
  for (const SeedRow& row : table.rows) {
    names.push_back(row.name);
  }
  return names;
}

TEST(Resilience, RunsEveryPartForEverySeedAtAnyThreadCount) {
  const SmallRun run({}, 2);
  testing_support::ProgressLog stages;
  const std::vector<SeedTable> tables = run.tables({1, &stages});
  std::vector<std::string> keys;
  for (const SeedTable& table : tables) {
    keys.push_back(table.key);
    for (const SeedRow& row : table.rows) {
      ASSERT_EQ(row.values.size(), table.measures.size());
      EXPECT_EQ(row.values[0].size(), 2U);
    }
  }
  EXPECT_THAT(keys, ElementsAre("l4_bits", "weights", "readout", "pairs", "sequential"));
  ASSERT_EQ(stages.stages.size(), 10U);
  EXPECT_EQ(stages.stages[0], "l4_bits, seed 1");
  EXPECT_EQ(stages.stages[9], "sequential, seed 2");
  EXPECT_EQ(figures_of(run.tables({3, nullptr})), figures_of(tables));
}

TEST(Resilience, LosesNothingWithoutDamageAndMoreWithMore) {
  const std::vector<SeedTable> tables = SmallRun({ResiliencePart::kL4Bits, ResiliencePart::kWeights}).tables();
  const SeedTable& bits = tables[0];
  EXPECT_THAT(names_of(bits), ElementsAre("0 %", "2.5 %", "5 %", "10 %", "20 %"));
  for (std::size_t m = 0; m < 6; ++m) {
    EXPECT_EQ(bits.rows[0].values[m][0], 1.0) << bits.measures[m].key;
  }
  EXPECT_LT(bits.rows[4].values[3][0], 1.0);                        // cells
  EXPECT_LE(bits.rows[4].values[3][0], bits.rows[2].values[3][0]);  // 20 % against 5 %
  EXPECT_GT(bits.rows[0].values[7][0], 0.0);                        // the margin, once
  EXPECT_TRUE(std::isnan(bits.rows[1].values[7][0]));
  EXPECT_THAT(names_of(tables[1]), ElementsAre("0 %", "5 %", "10 %", "20 %", "30 %", "40 %", "50 %"));
  for (const std::size_t t : {1U, 2U}) {
    EXPECT_EQ(tables[t].rows[0].values[2][0], 1.0);  // L5a
    EXPECT_LT(tables[t].rows[6].values[2][0], 1.0);
  }
}

TEST(Resilience, AllPairsGiveTheEmbeddersAccuracy) {
  const SmallRun run({ResiliencePart::kPairs});
  const SeedTable pairs = run.tables().front();
  EXPECT_THAT(names_of(pairs), ElementsAre("0 %", "1 %", "2 %", "5 %", "10 %", "25 %", "50 %", "100 %"));
  Config plain = run.config;
  plain.readout.tie_break_rounds = 0;
  const double accuracy =
      classify(select_layer(Embedder(plain).fit(run.town.graph, {}), Layer::kAll), run.town.labels).accuracy.mean;
  EXPECT_EQ(pairs.rows[7].values[0][0], accuracy);
  EXPECT_EQ(pairs.rows[7].values[1][0], 1.0);
  EXPECT_EQ(pairs.rows[0].values[4][0], 0.0);
  EXPECT_EQ(pairs.rows[4].values[4][0], 200.0);  // of 2,000
}

TEST(Resilience, TrainsOnTheSecondGraphThatIsGiven) {
  SmallRun halves({ResiliencePart::kSequential});
  SmallRun other = halves;
  const LabelledGraph second = planted_communities(90, 2, 6.0, 0.2, 5);
  other.options.then = &second;
  EXPECT_NE(figures_of(halves.tables()), figures_of(other.tables()));
}

TEST(Resilience, KnowsItsPartsByName) {
  for (const ResiliencePart part : resilience_parts()) {
    EXPECT_EQ(part_by_name(part_name(part)), part);
  }
  EXPECT_EQ(part_name(ResiliencePart::kL4Bits), "l4-bits");
  EXPECT_FALSE(part_by_name("l4").has_value());
}

TEST(Resilience, RefusesWhatCannotBeMeasuredBeforeItBegins) {
  testing_support::ProgressLog stages;
  const auto refuses = [&](const SmallRun& wrong) {
    EXPECT_THROW(static_cast<void>(wrong.tables({1, &stages})), Error);
    EXPECT_TRUE(stages.stages.empty());
  };
  SmallRun wrong;
  wrong.options.seeds = 0;
  refuses(wrong);
  wrong = SmallRun();
  wrong.town.labels.classes.pop_back();
  refuses(wrong);
  wrong = SmallRun();
  wrong.town.labels.classes.assign(200, 1);
  refuses(wrong);
  wrong = SmallRun();
  wrong.config.l23.active_columns = 41;
  refuses(wrong);
  wrong = SmallRun();
  wrong.town.graph.targets.clear();
  wrong.town.graph.offsets.assign(201, 0);
  refuses(wrong);
  wrong = SmallRun();
  LabelledGraph second = planted_communities(90, 2, 6.0, 0.2, 5);
  second.labels.classes.assign(90, 0);
  wrong.options.then = &second;
  refuses(wrong);
}

}  // namespace
}  // namespace columnar::resilience_test
