#include "columnar/cortex/cortex_state.hpp"

#include <gtest/gtest.h>

#include "cortex/tiny_cortex.hpp"

namespace columnar::cortex_state_test {
namespace {

using testing_support::tiny_config;
using testing_support::wide;

/// The sizes of the paper: 800 inputs, 300 columns of 5 cells, 300 readout neurons.
Config full_size() {
  Config config;
  config.l4.class_bits = 400;
  config.l4.identity_bits = 400;
  config.l23.columns = 300;
  config.l23.cells_per_column = 5;
  config.l23.initial_threshold = 2.5;
  config.l23.initial_weight = 0.05;
  config.readout.l5a_size = 300;
  return config;
}

TEST(InitialCortex, HasTheSizesOfTheConfig) {
  const CortexState state = initial_cortex(full_size());
  EXPECT_EQ(state.inputs, 800U);
  EXPECT_EQ(state.columns, 300U);
  EXPECT_EQ(state.cells, 5U);
  EXPECT_EQ(state.lanes, 8U);
  EXPECT_EQ(state.weights.size(), 300U * (800 * 5 + 16));  // with room for a vector after each column
  EXPECT_EQ(state.lateral, std::vector<float>(300 * 300, 0.0F));
  EXPECT_EQ(state.readout, std::vector<float>(300 * 1500, 0.0F));
  EXPECT_EQ(state.sliding, std::vector<float>(300 * 8, 0.0F));
  EXPECT_EQ(state.thresholds, std::vector<float>(300 * 8, 2.5F));
}

TEST(InitialCortex, DrawsWeightsUniformlyAroundTheirMean) {
  const CortexState state = initial_cortex(full_size());
  double sum = 0.0;
  double squares = 0.0;
  for (std::uint32_t c = 0; c < 300; ++c) {
    for (std::uint32_t a = 0; a < 800; ++a) {
      for (std::uint32_t k = 0; k < 5; ++k) {
        const float weight = state.synapses(c, a)[k];
        ASSERT_GE(weight, 0.0F);
        ASSERT_LE(weight, 0.1F);
        sum += wide(weight);
        squares += wide(weight) * wide(weight);
      }
    }
  }
  constexpr double kCount = 300.0 * 800 * 5;
  const double mean = sum / kCount;
  EXPECT_NEAR(mean, 0.05, 0.0002);
  EXPECT_NEAR(squares / kCount - mean * mean, 0.01 / 12, 1e-5);  // the variance of a uniform draw over .1
}

TEST(InitialCortex, DependsOnTheSeedAlone) {
  Config config = tiny_config();
  const CortexState one = initial_cortex(config);
  EXPECT_EQ(one.weights, initial_cortex(config).weights);
  config.seed = 2;
  EXPECT_NE(one.weights, initial_cortex(config).weights);
}

TEST(WeightSums, AreTheSumsOfIncomingWeights) {
  CortexState state = initial_cortex(tiny_config());
  testing_support::set_weights(state, 1, 1, {0.5F, 0.25F, 0.0F, 1.0F});
  EXPECT_EQ(state.weight_sums[state.cell_index(1, 1)], 1.75F);
}

}  // namespace
}  // namespace columnar::cortex_state_test
