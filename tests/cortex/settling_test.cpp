#include "columnar/cortex/settling.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "columnar/cortex/l23_columns.hpp"
#include "cortex/tiny_cortex.hpp"
#include "cortex/training_inputs.hpp"

namespace columnar::settling_test {
namespace {

using testing_support::expect_equal;
using testing_support::PlantedInputs;
using testing_support::small_config;

TEST(Settling, LeavesNoCellSilentWhoseColumnWinsOftenEnough) {
  Config config = small_config();
  config.plasticity.settling_rounds = 50;
  const PlantedInputs inputs(config);
  CortexState state = inputs.learn();
  for (std::uint32_t c = 0; c < state.columns; ++c) {
    state.thresholds[state.cell_index(c, 0)] = static_cast<float>(config.l23.maximum_threshold);  // puts them to sleep
  }
  const auto silent_cells = [&] {
    std::vector<int> spikes(config.l23.cells(), 0);
    ColumnCompetition competition(state, config.l23, config.l23.active_columns);
    Activity activity;
    for (std::size_t v = 0; v < 120; ++v) {
      competition.run(stimulus_of(v, inputs.l4, inputs.eligibility), activity);
      for (const std::uint16_t cell : firing_cells(activity, state)) {
        ++spikes[cell];
      }
    }
    return std::count(spikes.begin(), spikes.end(), 0);
  };
  const auto before = silent_cells();
  CortexState by_four = state;
  const Firing settled = settle_thresholds(inputs.l4, inputs.eligibility, config, state, {});
  EXPECT_GT(before, silent_cells());
  const Firing anew = inputs.fire(state);  // what fires with the new thresholds
  EXPECT_EQ(settled.cells, anew.cells);
  EXPECT_EQ(settled.scores, anew.scores);
  EXPECT_EQ(settle_thresholds(inputs.l4, inputs.eligibility, config, by_four, {4, nullptr}).cells, settled.cells);
  expect_equal(state, by_four);
  EXPECT_EQ(settle_thresholds(inputs.l4, inputs.eligibility, config, by_four, {}).cells, settled.cells);
  expect_equal(state, by_four);  // nothing is left to wake
}

}  // namespace
}  // namespace columnar::settling_test
