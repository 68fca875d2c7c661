#include "columnar/cortex/readout_training.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "columnar/core/random.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "cortex/tiny_cortex.hpp"
#include "cortex/training_inputs.hpp"

namespace columnar::readout_training_test {
namespace {

using testing_support::expect_equal;
using testing_support::PlantedInputs;
using testing_support::small_config;

TEST(OutstarTraining, EqualsItsRuleAppliedNodeByNode) {
  const PlantedInputs inputs(small_config());
  CortexState state = inputs.learn();
  CortexState plain = state;
  learn_readout(inputs.fire(state), inputs.config, state, {});

  // 500 presentations of 120 nodes: five passes, each in an order of its own.
  const std::uint32_t ranks = inputs.config.l23.active_columns + inputs.config.readout.l5a_active;
  const KeyedRandom random(inputs.config.seed, Purpose::kOutstarOrder);
  ColumnCompetition competition(plain, inputs.config.l23, ranks);
  Activity activity;
  const std::size_t cells = inputs.config.l23.cells();
  std::vector<double> expected(plain.readout.size(), 0.0);
  for (std::uint64_t pass = 0; pass < 5; ++pass) {
    std::vector<NodeIndex> order(120);
    std::iota(order.begin(), order.end(), NodeIndex{0});
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(i, pass, i)]);
    }
    for (const NodeIndex v : order) {
      competition.run(stimulus_of(v, inputs.l4, inputs.eligibility), activity);
      std::vector<double> pattern(cells, 0.0);
      const std::vector<std::uint16_t> firing = firing_cells(activity, plain);
      for (const std::uint16_t i : firing) {
        pattern[i] = 1.0;
      }
      for (const std::uint16_t j : readout_teacher(firing, inputs.config)) {
        for (std::size_t i = 0; i < cells; ++i) {
          expected[j * cells + i] += inputs.config.plasticity.outstar_rate * (pattern[i] - expected[j * cells + i]);
        }
      }
    }
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(static_cast<double>(state.readout[i]), expected[i], 1e-5);
  }
  EXPECT_EQ(state.weights, plain.weights);
}

TEST(OutstarTraining, GivesTheSameWeightsAtAnyThreadCount) {
  const PlantedInputs inputs(small_config());
  CortexState one = inputs.learn(1);
  CortexState four = inputs.learn(4);
  learn_readout(inputs.fire(one, 1), inputs.config, one, {1, nullptr});
  learn_readout(inputs.fire(four, 4), inputs.config, four, {4, nullptr});
  expect_equal(one, four);
}

}  // namespace
}  // namespace columnar::readout_training_test
