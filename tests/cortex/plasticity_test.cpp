#include "columnar/cortex/plasticity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "cortex/tiny_cortex.hpp"

namespace columnar::plasticity_test {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;
using testing_support::set_weights;
using testing_support::tiny_config;
using testing_support::wide;

constexpr std::array<std::uint16_t, 2> kInputs = {0, 2};

std::vector<float> weights_of(const CortexState& state, std::uint32_t column, std::uint32_t cell) {
  std::vector<float> weights;
  for (std::uint32_t a = 0; a < state.inputs; ++a) {
    weights.push_back(state.synapses(column, a)[cell]);
  }
  return weights;
}

void expect_weights(const CortexState& state, std::uint32_t column, std::uint32_t cell,
                    const std::vector<double>& expected) {
  double sum = 0.0;
  for (std::uint32_t a = 0; a < state.inputs; ++a) {
    EXPECT_NEAR(wide(state.synapses(column, a)[cell]), expected[a], 1e-6) << "input " << a;
    sum += expected[a];
  }
  EXPECT_NEAR(wide(state.weight_sums[state.cell_index(column, cell)]), sum, 1e-5);
}

struct Cortex {
  PlasticityConfig rules;
  CortexState state = initial_cortex(tiny_config());
  Cortex() {
    set_weights(state, 1, 0, {0.5F, 0.5F, 0.5F, 0.5F});
    set_weights(state, 1, 1, {0.5F, 0.5F, 0.5F, 0.5F});
  }
};

/// The rule and what becomes of its change.
void apply_bcm(Cortex& c, std::uint32_t column, std::uint32_t cell, float rate, float modulator) {
  SynapseChange change{};
  add_bcm(c.state, c.rules, column, cell, rate, modulator, change);
  move_synapses(c.state, column, kInputs, change);
}

void apply_anti_ce(Cortex& c, std::uint32_t column, std::uint32_t winner, const std::array<float, 2>& drive) {
  SynapseChange change{};
  std::array<float, kMaximumLanes> lanes{};
  std::ranges::copy(drive, lanes.begin());
  add_anti_ce(c.rules, c.state.cells, winner, lanes.data(), change);
  move_synapses(c.state, column, kInputs, change);
}

void apply_lateral_to_all(Cortex& c, std::span<const std::uint16_t> winners) {
  for (const std::uint16_t from : winners) {
    LateralRow(c.state, c.rules, from).add(winners);
  }
}

TEST(Bcm, StrengthensAboveTheSlidingThresholdWorkedByHand) {
  Cortex c;
  c.rules.bcm_rate = 0.1;
  c.rules.bcm_threshold_rate = 0.01;
  c.state.sliding[c.state.cell_index(1, 0)] = 0.2F;
  const auto other = weights_of(c.state, 1, 1);
  apply_bcm(c, 1, 0, 0.8F, 1.5F);
  // .1 · .8 · (.8 - .2) · 1.5 = .072 on the active inputs; θ: .2 + .01 · (.64 - .2) = .2044.
  expect_weights(c.state, 1, 0, {0.572, 0.5, 0.572, 0.5});
  EXPECT_NEAR(wide(c.state.sliding[c.state.cell_index(1, 0)]), 0.2044, 1e-6);
  EXPECT_EQ(weights_of(c.state, 1, 1), other);
  EXPECT_EQ(c.state.sliding[c.state.cell_index(1, 1)], 0.0F);
}

TEST(Bcm, WeakensBelowTheSlidingThreshold) {
  Cortex c;
  c.rules.bcm_rate = 0.1;
  c.state.sliding[c.state.cell_index(1, 0)] = 0.9F;
  apply_bcm(c, 1, 0, 0.4F, 2.0F);
  expect_weights(c.state, 1, 0, {0.46, 0.5, 0.46, 0.5});  // .1 · .4 · (-.5) · 2 = -.04
}

TEST(Bcm, LearnsNothingFromAPairWithoutInformationButItsThresholdSlides) {
  Cortex c;
  c.rules.bcm_threshold_rate = 0.01;
  const auto before = c.state.weights;
  apply_bcm(c, 1, 0, 0.5F, 0.0F);
  EXPECT_EQ(c.state.weights, before);
  EXPECT_NEAR(wide(c.state.sliding[c.state.cell_index(1, 0)]), 0.0025, 1e-7);  // .01 · .25
  apply_bcm(c, 1, 0, 0.0F, 2.0F);                                              // a silent cell
  EXPECT_EQ(c.state.weights, before);
  EXPECT_NEAR(wide(c.state.sliding[c.state.cell_index(1, 0)]), 0.0025 * 0.99, 1e-7);
}

TEST(Bcm, KeepsWeightsBetweenZeroAndOneAndTheirSumsTrue) {
  Cortex c;
  c.rules.bcm_rate = 10.0;
  set_weights(c.state, 1, 0, {0.9F, 0.2F, 0.1F, 0.3F});
  apply_bcm(c, 1, 0, 1.0F, 1.0F);
  expect_weights(c.state, 1, 0, {1.0, 0.2, 1.0, 0.3});
  c.state.sliding[c.state.cell_index(1, 0)] = 1.0F;
  apply_bcm(c, 1, 0, 0.5F, 1.0F);
  expect_weights(c.state, 1, 0, {0.0, 0.2, 0.0, 0.3});
}

TEST(AntiCe, WeakensTheWinnerAndStrengthensTheLosersWorkedByHand) {
  Cortex c;
  c.rules.anti_ce_rate = 0.4;
  c.rules.anti_ce_temperature = 2.0;
  // Softmax of (2 ln 3, 0) / 2 = (3, 1) / 4. Winner 0: .4 · (.75 - 1) = -.1; loser 1: .4 · .25 = .1.
  const std::array<float, 2> drive = {2.0F * std::log(3.0F), 0.0F};
  apply_anti_ce(c, 1, 0, drive);
  expect_weights(c.state, 1, 0, {0.4, 0.5, 0.4, 0.5});
  expect_weights(c.state, 1, 1, {0.6, 0.5, 0.6, 0.5});
}

TEST(AntiCe, TakesMostFromAWinnerWithLessDriveThanTheLoser) {
  Cortex c;
  c.rules.anti_ce_rate = 0.4;
  c.rules.anti_ce_temperature = 2.0;
  const std::array<float, 2> drive = {0.0F, 2.0F * std::log(3.0F)};  // it won by a lower threshold
  apply_anti_ce(c, 1, 0, drive);
  expect_weights(c.state, 1, 0, {0.2, 0.5, 0.2, 0.5});  // .4 · (.25 - 1) = -.3
  expect_weights(c.state, 1, 1, {0.8, 0.5, 0.8, 0.5});
}

TEST(AntiCe, IsTheSoftmaxOverAnyNumberOfCells) {
  PlasticityConfig rules;
  rules.anti_ce_rate = 0.3;
  rules.anti_ce_temperature = 0.5;
  for (const std::uint32_t cells : {1U, 5U, 8U, 9U, 13U, 16U, 64U}) {
    std::array<float, kMaximumLanes> drive{};  // lanes beyond the cells are 0
    double sum = 0.0;
    for (std::uint32_t k = 0; k < cells; ++k) {
      drive[k] = 1.0F + 0.25F * static_cast<float>(k * 7 % 5);
      sum += std::exp(wide(drive[k]) / 0.5);
    }
    SynapseChange change{};
    add_anti_ce(rules, cells, cells - 1, drive.data(), change);
    for (std::uint32_t k = 0; k < kMaximumLanes; ++k) {
      const double share = k < cells ? std::exp(wide(drive[k]) / 0.5) / sum : 0.0;
      EXPECT_NEAR(wide(change[k]), 0.3 * (share - (k + 1 == cells ? 1.0 : 0.0)), 1e-6) << cells << ' ' << k;
    }
  }
}

TEST(AntiCe, KeepsWeightsBetweenZeroAndOneAndTheirSumsTrueAtAnyDrive) {
  Cortex c;
  c.rules.anti_ce_rate = 10.0;
  c.rules.anti_ce_temperature = 1e-6;
  const std::array<float, 2> drive = {0.0F, 1000.0F};
  apply_anti_ce(c, 1, 0, drive);
  expect_weights(c.state, 1, 0, {0.0, 0.5, 0.0, 0.5});
  expect_weights(c.state, 1, 1, {1.0, 0.5, 1.0, 0.5});
}

TEST(Lateral, LearnsWhichColumnsWinTogetherWorkedByHand) {
  Cortex c;
  c.rules.lateral_rate = 0.1;
  const std::array<std::uint16_t, 2> both = {0, 2};
  apply_lateral_to_all(c, both);
  EXPECT_THAT(c.state.lateral, ElementsAre(0, 0, -0.1F, 0, 0, 0, -0.1F, 0, 0));
  apply_lateral_to_all(c, both);
  EXPECT_NEAR(wide(c.state.lateral[2]), -0.19, 1e-6);  // -.1 - .1 · (1 - .1)
  const std::array<std::uint16_t, 2> others = {0, 1};
  apply_lateral_to_all(c, others);
  EXPECT_NEAR(wide(c.state.lateral[2]), -0.171, 1e-6);  // 0 won without 2: -.19 + .1 · .19
  EXPECT_NEAR(wide(c.state.lateral[6]), -0.19, 1e-6);   // 2 did not win: its row rests
  EXPECT_NEAR(wide(c.state.lateral[1]), -0.1, 1e-6);
}

TEST(Lateral, TendsToMinusTheChanceOfWinningTogether) {
  Cortex c;
  const std::array<std::uint16_t, 2> with_one = {0, 1};
  const std::array<std::uint16_t, 2> with_two = {0, 2};
  for (int i = 0; i < 4000; ++i) {
    apply_lateral_to_all(c, i % 4 == 0 ? with_one : with_two);
  }
  EXPECT_NEAR(wide(c.state.lateral[1]), -0.25, 0.02);
  EXPECT_NEAR(wide(c.state.lateral[2]), -0.75, 0.02);
  EXPECT_NEAR(wide(c.state.lateral[3]), -1.0, 0.01);  // 1 never wins without 0
  EXPECT_EQ(c.state.lateral[0], 0.0F);
  EXPECT_GE(c.state.lateral[3], -1.0F);
}

TEST(Intrinsic, RaisesTheThresholdOfCellsBusierThanTheirColumnWorkedByHand) {
  Cortex c;
  c.rules.intrinsic_rate = 1.0;
  c.rules.intrinsic_interval = 4;
  c.state.rates[c.state.cell_index(1, 0)] = 0.3F;
  c.state.rates[c.state.cell_index(1, 1)] = 0.1F;
  apply_intrinsic(c.state, c.rules, {}, 2);
  EXPECT_FLOAT_EQ(c.state.thresholds[c.state.cell_index(1, 0)], 2.6F);  // 2.55 + 1 · 2/4 · (.3 - .2)
  EXPECT_FLOAT_EQ(c.state.thresholds[c.state.cell_index(1, 1)], 2.5F);
  EXPECT_FLOAT_EQ(c.state.thresholds[c.state.cell_index(0, 0)], 2.55F);
}

TEST(Intrinsic, KeepsThresholdsInTheirBounds) {
  Cortex c;
  c.rules.intrinsic_rate = 1e6;
  c.state.rates[c.state.cell_index(1, 0)] = 0.3F;
  apply_intrinsic(c.state, c.rules, {}, 1);
  EXPECT_EQ(c.state.thresholds[c.state.cell_index(1, 0)], 10.0F);
  EXPECT_EQ(c.state.thresholds[c.state.cell_index(1, 1)], 0.6F);
}

TEST(SilentCells, WakeInSmallStepsWhereTheirColumnWonAsOftenAsItHasCells) {
  Cortex c;
  const std::uint32_t cells = c.state.cells;
  std::vector<std::uint32_t> spikes(cells, 1);
  EXPECT_EQ(wake_silent_cells(c.state, {}, 1, spikes), 0U);
  spikes[0] = 0;  // cell 0 is silent, another makes up for it
  spikes[1] = cells;
  EXPECT_EQ(wake_silent_cells(c.state, {}, 1, spikes), 1U);
  EXPECT_FLOAT_EQ(c.state.thresholds[c.state.cell_index(1, 0)], 2.4735F);  // .97 · 2.55
  EXPECT_FLOAT_EQ(c.state.thresholds[c.state.cell_index(1, 1)], 2.55F);
  EXPECT_FLOAT_EQ(c.state.thresholds[c.state.cell_index(0, 0)], 2.55F);
  spikes[1] = cells - 1;  // now the column won too seldom for all its cells
  EXPECT_EQ(wake_silent_cells(c.state, {}, 1, spikes), 0U);
}

TEST(FiringAverage, FadesBySpikesMissedAndGrowsBySpikesCounted) {
  Cortex c;
  c.rules.firing_average_rate = 0.1;
  c.state.rates[c.state.cell_index(1, 0)] = 0.5F;
  fade_rates(c.state, c.rules, 2);
  count_spike(c.state, c.rules, 1, 0);
  count_spike(c.state, c.rules, 2, 1);
  EXPECT_FLOAT_EQ(c.state.rates[c.state.cell_index(1, 0)], 0.505F);  // .5 · .9² + .1
  EXPECT_FLOAT_EQ(c.state.rates[c.state.cell_index(2, 1)], 0.1F);
  EXPECT_EQ(c.state.rates[c.state.cell_index(0, 0)], 0.0F);
}

TEST(Outstar, PullsTheRowsOfActiveNeuronsTowardThePatternWorkedByHand) {
  Cortex c;
  c.rules.outstar_rate = 0.25;
  const std::vector<std::uint16_t> one{1};
  const std::vector<std::uint16_t> two{1, 4};
  OutstarRow(c.state, c.rules, 0).add(two);
  OutstarRow(c.state, c.rules, 2).add(two);
  OutstarRow(c.state, c.rules, 0).add(one);
  // Row 0: 1/4 at cells 1 and 4, then cell 1: 1/4 + (1 - 1/4)/4 = 7/16, cell 4: 1/4 - 1/16 = 3/16.
  EXPECT_THAT(c.state.readout, Pointwise(FloatNear(1e-6F), {0.0F, 0.4375F, 0.0F, 0.0F, 0.1875F, 0.0F,  //
                                                            0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F,        //
                                                            0.0F, 0.25F, 0.0F, 0.0F, 0.25F, 0.0F}));
}

TEST(Outstar, EqualsTheRuleStepByStepAtAnyRateHoweverLongItLearns) {
  for (const double rate : {0.01, 0.3, 0.999, 1.0}) {
    Cortex c;
    c.rules.outstar_rate = rate;
    const Firing firing{2, {1, 4, 0, 1, 3, 5}};
    std::vector<double> expected(c.state.columns * c.state.cells, 0.0);
    {
      OutstarRow row(c.state, c.rules, 1);
      for (NodeIndex step = 0; step < 5000; ++step) {
        const auto shown = firing.of(step * step % 7 % 3);
        row.add(shown);
        for (double& weight : expected) {
          weight -= rate * weight;
        }
        for (const std::uint16_t cell : shown) {
          expected[cell] += rate;
        }
      }
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(wide(c.state.readout[expected.size() + i]), expected[i], 2e-5) << rate;
    }
  }
}

}  // namespace
}  // namespace columnar::plasticity_test
