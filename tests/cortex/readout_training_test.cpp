#include "columnar/cortex/readout_training.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "columnar/core/random.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "cortex/lesson.hpp"
#include "cortex/tiny_cortex.hpp"

namespace columnar {
namespace {

using testing_support::expect_equal;
using testing_support::PlantedLesson;
using testing_support::small_config;

TEST(OutstarTraining, EqualsItsRuleAppliedNodeByNode) {
  const PlantedLesson lesson(small_config());
  CortexState state = lesson.learn();
  CortexState plain = state;
  learn_readout(lesson.fire(state), lesson.config, state, {});

  // 500 presentations of 120 nodes: five passes, each in an order of its own.
  const std::uint32_t ranks = lesson.config.l23.active_columns + lesson.config.readout.l5a_active;
  const KeyedRandom random(lesson.config.seed, Purpose::kOutstarOrder);
  ColumnCompetition competition(plain, lesson.config.l23, ranks);
  Activity activity;
  const std::size_t cells = lesson.config.l23.cells();
  std::vector<double> expected(plain.readout.size(), 0.0);
  for (std::uint64_t pass = 0; pass < 5; ++pass) {
    std::vector<NodeIndex> order(120);
    std::iota(order.begin(), order.end(), NodeIndex{0});
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(i, pass, i)]);
    }
    for (const NodeIndex v : order) {
      competition.run(stimulus_of(v, lesson.l4, lesson.eligibility), activity);
      std::vector<double> pattern(cells, 0.0);
      const std::vector<std::uint16_t> firing = firing_cells(activity, plain);
      for (const std::uint16_t i : firing) {
        pattern[i] = 1.0;
      }
      for (const std::uint16_t j : readout_teacher(firing, lesson.config)) {
        for (std::size_t i = 0; i < cells; ++i) {
          expected[j * cells + i] += lesson.config.plasticity.outstar_rate * (pattern[i] - expected[j * cells + i]);
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
  const PlantedLesson lesson(small_config());
  CortexState one = lesson.learn(1);
  CortexState four = lesson.learn(4);
  learn_readout(lesson.fire(one, 1), lesson.config, one, {1, nullptr});
  learn_readout(lesson.fire(four, 4), lesson.config, four, {4, nullptr});
  expect_equal(one, four);
}

}  // namespace
}  // namespace columnar
