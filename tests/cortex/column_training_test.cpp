#include "columnar/cortex/column_training.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "columnar/cortex/training_stream.hpp"
#include "cortex/plain_cortex.hpp"
#include "cortex/tiny_cortex.hpp"
#include "cortex/training_inputs.hpp"

namespace columnar::column_training_test {
namespace {

using testing_support::expect_equal;
using testing_support::PlainCortex;
using testing_support::PlantedInputs;
using testing_support::small_config;

/// Runs blocks of one against the plain twin.
double distance_from_twin(const Config& config) {
  const PlantedInputs inputs(config);
  const TrainingStream stream(inputs.walks, inputs.ppmi, inputs.config);
  PlainCortex plain(inputs.config, initial_cortex(inputs.config));
  for (std::uint64_t t = 0; t < config.training.presentations; ++t) {
    const auto [v, u, ppmi] = stream.at(t);
    EXPECT_EQ(ppmi, inputs.ppmi.at(v, u));
    const double m = std::min(config.ppmi.modulator_clip, static_cast<double>(inputs.ppmi.at(u, v)));
    plain.present(inputs.l4.code(v), inputs.eligibility.row_columns(v), inputs.eligibility.row_values(v), m);
  }
  return plain.distance(inputs.learn());
}

/// Of five runs the middle one: in about one of twenty a rounded drive lets another cell win than the exact one
/// does, and from there on the twins learn different things. A wrong rule shows in all of them.
double usual_distance_from_twin(Config config) {
  std::vector<double> distances;
  for (config.seed = 1; config.seed <= 5; ++config.seed) {
    distances.push_back(distance_from_twin(config));
  }
  std::ranges::sort(distances);
  return distances[2];
}

TEST(Training, InBlocksOfOneEqualsThePlainOnlineRules) {
  Config config = small_config();
  config.training.block = 1;
  config.training.presentations = 300;
  config.plasticity.bcm_rate = 0.05;  // strong rules, so that a wrong one shows
  config.plasticity.lateral_rate = 0.05;
  config.plasticity.anti_ce_rate = 0.01;
  config.plasticity.anti_ce_temperature = 4.0;  // a sharp softmax would amplify the rounding of the drive
  config.plasticity.firing_average_rate = 0.02;
  config.l23.lateral_gain = 0.5;
  config.l23.identity_gain = 1.0;
  config.training.balanced = false;
  EXPECT_LT(usual_distance_from_twin(config), 1e-5);
  config.training.balanced = true;
  EXPECT_LT(usual_distance_from_twin(config), 1e-5);
  config.plasticity.rate_is_trace = false;
  config.l23.identity_gain = 0.3;
  config.l23.drive_exponent = 0.8;
  EXPECT_LT(usual_distance_from_twin(config), 1e-5);
}

TEST(Training, GivesTheSameStateAtAnyThreadCount) {
  const PlantedInputs inputs(small_config());
  expect_equal(inputs.learn(1), inputs.learn(4));
}

TEST(Training, LetsAllCandidatesCompeteOrTheMostEligibleButNeverFewerThanWin) {
  Config config = small_config();
  config.training.competing_columns = 0;
  const CortexState all = PlantedInputs(config).learn();
  config.training.competing_columns = config.l23.columns;
  expect_equal(PlantedInputs(config).learn(), all);
  config.training.competing_columns = 1;
  const CortexState fewest = PlantedInputs(config).learn();
  EXPECT_NE(fewest.weights, all.weights);
  config.training.competing_columns = config.l23.active_columns;
  expect_equal(PlantedInputs(config).learn(), fewest);
}

TEST(Training, EndsWithTrueSumsAndEverythingInItsBounds) {
  const PlantedInputs inputs(small_config());
  CortexState state = inputs.learn();
  const std::vector<float> sums = state.weight_sums;
  refresh_weight_sums(state);
  EXPECT_EQ(state.weight_sums, sums);
  for (const float weight : state.weights) {
    ASSERT_TRUE(weight >= 0.0F && weight <= 1.0F);
  }
  for (const float l : state.lateral) {
    ASSERT_TRUE(l >= -1.0F && l <= 0.0F);
  }
  // Vectors reach beyond the cells, and what lies behind the last synapses of a column is not changed.
  ASSERT_NE(state.cells, state.lanes);
  for (std::uint32_t c = 0; c < state.columns; ++c) {
    for (std::size_t i = std::size_t{state.inputs} * state.cells; i < state.column_size(); ++i) {
      ASSERT_EQ(state.synapses(c, 0)[i], 0.0F);
    }
  }
}

TEST(Training, OfARuleThatIsOffChangesNothingOfIts) {
  Config config = small_config();
  const CortexState initial = initial_cortex(config);
  const CortexState all = PlantedInputs(config).learn();
  EXPECT_NE(all.weights, initial.weights);
  EXPECT_NE(all.sliding, initial.sliding);
  EXPECT_NE(all.lateral, initial.lateral);
  EXPECT_NE(all.thresholds, initial.thresholds);

  config.plasticity.lateral = false;
  EXPECT_EQ(PlantedInputs(config).learn().lateral, initial.lateral);
  config.plasticity.intrinsic = false;
  EXPECT_EQ(PlantedInputs(config).learn().thresholds, initial.thresholds);
  config.plasticity.bcm = false;
  const CortexState anti_ce_alone = PlantedInputs(config).learn();
  EXPECT_EQ(anti_ce_alone.sliding, initial.sliding);
  EXPECT_NE(anti_ce_alone.weights, initial.weights);
  config.plasticity.anti_ce = false;
  EXPECT_EQ(PlantedInputs(config).learn().weights, initial.weights);
}

TEST(Training, OfNoPresentationsLeavesTheInitialCortex) {
  Config config = small_config();
  config.training.presentations = 0;
  expect_equal(PlantedInputs(config).learn(), initial_cortex(config));
}

}  // namespace
}  // namespace columnar::column_training_test
