#include "columnar_lab/evaluate/training_health.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "cortex/tiny_cortex.hpp"

namespace columnar::training_health_test {
namespace {

using testing::ElementsAre;
using testing_support::small_config;

TEST(DegreeFacts, OfAStarAreThoseOfItsLeaves) {
  const DegreeFacts facts = degree_facts(star_graph(3));
  EXPECT_DOUBLE_EQ(facts.degree_one_share, 0.75);
  EXPECT_DOUBLE_EQ(facts.median, 1.0);
  EXPECT_DOUBLE_EQ(facts.mean, 1.5);
  EXPECT_THROW(static_cast<void>(degree_facts(Graph{})), Error);
}

TEST(TrainingHealth, ReadsTheEmbeddersCodesAtTheConfiguredSize) {
  const LabelledGraph town = planted_communities(150, 3, 6.0, 0.2, 1);
  Config config = small_config();
  const TrainingHealth health = training_health(town.graph, &town.labels, config, {.seeds = 2}, {1, nullptr});
  std::vector<std::string> sizes;
  for (const SeedRow& row : health.readout.rows) {
    sizes.push_back(row.name);
    EXPECT_GE(row.values[0][0], row.values[1][0]);  // ties broken, codes differ more
  }
  EXPECT_THAT(sizes, ElementsAre("10", "15", "20", "25", "30"));  // 8 and 35 of 40 columns do not fit
  config.seed = 2;
  const double accuracy =
      classify(select_layer(Embedder(config).fit(town.graph, {}), Layer::kAll), town.labels).accuracy.mean;
  EXPECT_EQ(health.readout.rows[2].values[2][1], accuracy);
  EXPECT_EQ(health.readout.rows[2].values[3][1], 0.0);
}

TEST(TrainingHealth, PutsAnUnusualConfiguredSizeAmongTheOthersAndNeedsNoLabels) {
  Config config = small_config();
  config.readout.l5a_active = 12;
  const Graph graph = planted_communities(100, 2, 6.0, 0.2, 1).graph;
  const TrainingHealth health = training_health(graph, nullptr, config, {.seeds = 1}, {});
  EXPECT_EQ(health.readout.rows[1].name, "12");
  EXPECT_TRUE(std::isnan(health.readout.rows[1].values[2][0]));
}

TEST(TrainingHealth, FindsMoreOfWInThePpmisSubspaceOnceItHasLearnt) {
  Config config = small_config();
  config.l4 = L4Config{};
  config.training.presentations = 6000;
  const Graph graph = planted_communities(400, 4, 6.0, 0.1, 1).graph;
  const SeedTable energy = training_health(graph, nullptr, config, {.seeds = 1}, {2, nullptr}).energy;
  ASSERT_EQ(energy.rows.size(), 2U);
  const double chance = energy.rows[0].values[2][0];
  EXPECT_DOUBLE_EQ(chance, 300.0 / 800.0);
  EXPECT_NEAR(energy.rows[1].values[0][0], chance, 0.03);
  EXPECT_GT(energy.rows[0].values[0][0], chance + 0.1);
}

TEST(TrainingHealth, RefusesWhatCannotBeMeasured) {
  const LabelledGraph town = planted_communities(60, 3, 6.0, 0.2, 1);
  const Config config = small_config();
  EXPECT_THROW(static_cast<void>(training_health(town.graph, nullptr, config, {.seeds = 0}, {})), Error);
  Labels one = town.labels;
  one.classes.assign(60, 0);
  EXPECT_THROW(static_cast<void>(training_health(town.graph, &one, config, {.seeds = 1}, {})), Error);
  Graph empty = town.graph;
  empty.targets.clear();
  empty.offsets.assign(61, 0);
  EXPECT_THROW(static_cast<void>(training_health(empty, nullptr, config, {.seeds = 1}, {})), Error);
}

}  // namespace
}  // namespace columnar::training_health_test
