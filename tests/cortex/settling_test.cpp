#include "columnar/cortex/settling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

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

/// A state after learning in which one column hardly wins.
struct StarvedColumn {
  Config config = small_config();
  PlantedInputs inputs{config};
  CortexState state = inputs.learn();
  std::uint32_t column = inputs.eligibility.row_columns(0).front();

  /// Nearly all weight of the column goes to an input that no node has.
  StarvedColumn() {
    std::vector<bool> used(state.inputs, false);
    for (const std::uint16_t input : inputs.l4.bits) {
      used[input] = true;
    }
    const auto unused = static_cast<std::uint32_t>(std::ranges::find(used, false) - used.begin());
    EXPECT_LT(unused, state.inputs);
    for (std::uint32_t input = 0; input < state.inputs; ++input) {
      std::fill_n(state.synapses(column, input), state.cells, input == unused ? 1.0F : 1e-4F);
    }
    refresh_weight_sums(state);
    EXPECT_LT(wins(inputs.fire(state)), state.cells);
  }
  [[nodiscard]] std::size_t wins(const Firing& firing) const {
    std::size_t count = 0;
    for (std::size_t v = 0; v < firing.nodes(); ++v) {
      const auto winners = firing.of(v).first(config.l23.active_columns);
      count += static_cast<std::size_t>(
          std::ranges::count_if(winners, [&](std::uint16_t cell) { return cell / state.cells == column; }));
    }
    return count;
  }
};

TEST(Settling, StrengthensAColumnThatWinsForNobody) {
  StarvedColumn starved;
  const Firing settled =
      settle_thresholds(starved.inputs.l4, starved.inputs.eligibility, starved.config, starved.state, {});
  EXPECT_GE(starved.wins(settled), starved.state.cells);
  EXPECT_EQ(settled.cells, starved.inputs.fire(starved.state).cells);
}

TEST(Settling, LeavesRecomputedWeightSums) {
  StarvedColumn starved;
  const auto before = starved.state.weights;
  (void)settle_thresholds(starved.inputs.l4, starved.inputs.eligibility, starved.config, starved.state, {});
  EXPECT_NE(starved.state.weights, before);
  const auto kept = starved.state.weight_sums;
  refresh_weight_sums(starved.state);
  EXPECT_EQ(starved.state.weight_sums, kept);
}

TEST(Settling, LeavesTheWeightsAloneWithoutBcm) {
  StarvedColumn starved;
  starved.config.plasticity.bcm = false;
  const CortexState before = starved.state;
  const Firing settled =
      settle_thresholds(starved.inputs.l4, starved.inputs.eligibility, starved.config, starved.state, {});
  EXPECT_EQ(starved.state.weights, before.weights);
  EXPECT_EQ(starved.state.weight_sums, before.weight_sums);
  EXPECT_LT(starved.wins(settled), starved.state.cells);
}

}  // namespace
}  // namespace columnar::settling_test
