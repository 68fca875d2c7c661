#include "columnar/cortex/l23_columns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "cortex/tiny_cortex.hpp"

namespace columnar::l23_columns_test {
namespace {

using testing::ElementsAre;
using testing_support::set_weights;
using testing_support::tiny_config;
using testing_support::wide;

constexpr std::array<std::uint16_t, 1> kClassInputs = {0};     // of the class inputs 0 and 1
constexpr std::array<std::uint16_t, 1> kIdentityInputs = {2};  // of the identity inputs 2 and 3

std::array<float, 8> drive_of(const CortexState& state, const ColumnConfig& config, std::uint32_t column) {
  std::array<float, 8> drive{};
  column_drive(state, config, {kClassInputs, kIdentityInputs, {}, {}}, column, drive.data());
  return drive;
}

TEST(Stimulus, IsTheClassAndTheIdentityPartOfACodeAndARowOfEligibility) {
  const L4Codes l4{3, 2, {0, 1, 5, 2, 3, 6}};
  const Eligibility eligibility{2, {7, 4, 9, 8}, {1.0F, 0.5F, 1.0F, 0.25F}};
  const Stimulus stimulus = stimulus_of(1, l4, eligibility);
  EXPECT_THAT(stimulus.class_inputs, ElementsAre(2, 3));
  EXPECT_THAT(stimulus.identity_inputs, ElementsAre(6));
  EXPECT_THAT(stimulus.columns, ElementsAre(9, 8));
  EXPECT_THAT(stimulus.eligibility, ElementsAre(1.0F, 0.25F));
}

TEST(ColumnDrive, IsTheShareOfTheWeightThatTheInputsHoldWorkedByHand) {
  Config config = tiny_config();
  config.l23.drive_scale = 3.0;
  CortexState state = initial_cortex(config);
  set_weights(state, 0, 0, {0.1F, 0.2F, 0.3F, 0.4F});
  set_weights(state, 0, 1, {1.0F, 0.5F, 0.5F, 0.0F});
  const auto drive = drive_of(state, config.l23, 0);
  // S = 3 · 4 inputs / 2 active = 6. Cell 0: 6 · (.1 + .3) / 1 = 2.4. Cell 1: 6 · 1.5 / 2 = 4.5.
  EXPECT_FLOAT_EQ(drive[0], 2.4F);
  EXPECT_FLOAT_EQ(drive[1], 4.5F);
  EXPECT_EQ(drive[2], 0.0F);  // no cell here
}

TEST(ColumnDrive, OfACellThatDoesNotCareIsTheScale) {
  Config config = tiny_config();
  config.l23.drive_scale = 3.0;
  CortexState state = initial_cortex(config);
  set_weights(state, 1, 0, {0.2F, 0.2F, 0.2F, 0.2F});
  EXPECT_FLOAT_EQ(drive_of(state, config.l23, 1)[0], 3.0F);
}

TEST(ColumnDrive, CountsIdentityInputsByTheirGain) {
  Config config = tiny_config();
  config.l23.drive_scale = 3.0;
  config.l23.identity_gain = 0.5;
  CortexState state = initial_cortex(config);
  set_weights(state, 0, 0, {0.1F, 0.2F, 0.3F, 0.4F});
  set_weights(state, 0, 1, {1.0F, 0.5F, 0.5F, 0.0F});
  EXPECT_FLOAT_EQ(drive_of(state, config.l23, 0)[0], 1.5F);  // 6 · (.1 + .15)
  EXPECT_FLOAT_EQ(drive_of(state, config.l23, 0)[1],
                  3.75F);  // 6 · (1 + .25) / 2: the divisor counts all weights in full
  config.l23.identity_gain = 0.0;
  EXPECT_FLOAT_EQ(drive_of(state, config.l23, 0)[1], 3.0F);  // 6 · 1 / 2
}

TEST(ColumnDrive, IsScaledByAllActiveInputsWhateverTheirCode) {
  Config config = tiny_config();
  config.l23.drive_scale = 3.0;
  config.l23.identity_gain = 0.5;
  CortexState state = initial_cortex(config);
  set_weights(state, 0, 0, {0.2F, 0.1F, 0.4F, 0.3F});
  const std::array<std::uint16_t, 2> both = {0, 1};
  std::array<float, 8> drive{};
  column_drive(state, config.l23, {both, kIdentityInputs, {}, {}}, 0, drive.data());
  EXPECT_FLOAT_EQ(drive[0], 2.0F);  // 3 · 4 / 3 · (.2 + .1 + .5 · .4) / 1
  column_drive(state, config.l23, {both, {}, {}, {}}, 0, drive.data());
  EXPECT_FLOAT_EQ(drive[0], 1.8F);  // 3 · 4 / 2 · (.2 + .1)
  column_drive(state, config.l23, {{}, kIdentityInputs, {}, {}}, 0, drive.data());
  EXPECT_FLOAT_EQ(drive[0], 2.4F);  // 3 · 4 / 1 · .5 · .4
}

TEST(ColumnDrive, ReachesCellsBeyondTheFirstEight) {
  Config config = tiny_config();
  config.l23.drive_scale = 3.0;
  config.l23.identity_gain = 0.5;
  config.l23.cells_per_column = 10;
  CortexState state = initial_cortex(config);
  ASSERT_EQ(state.lanes, 16U);
  set_weights(state, 1, 7, {0.1F, 0.2F, 0.3F, 0.4F});
  set_weights(state, 1, 9, {1.0F, 0.5F, 0.5F, 0.0F});
  std::array<float, 16> drive{};
  column_drive(state, config.l23, {kClassInputs, kIdentityInputs, {}, {}}, 1, drive.data());
  EXPECT_FLOAT_EQ(drive[7], 1.5F);
  EXPECT_FLOAT_EQ(drive[9], 3.75F);
  EXPECT_EQ(drive[10], 0.0F);
}

TEST(ColumnDrive, OfACellWithoutWeightsIsZero) {
  const Config config = tiny_config();
  CortexState state = initial_cortex(config);
  set_weights(state, 0, 0, {0.0F, 0.0F, 0.0F, 0.0F});
  EXPECT_EQ(drive_of(state, config.l23, 0)[0], 0.0F);
}

TEST(FirstToFire, IsTheCellWithTheMostDriveForItsThreshold) {
  CortexState state = initial_cortex(tiny_config());
  const std::array<float, 2> drive = {2.4F, 3.0F};
  EXPECT_EQ(first_to_fire(state, 1, drive.data()), 1U);
  state.thresholds[state.cell_index(1, 0)] = 1.0F;
  state.thresholds[state.cell_index(1, 1)] = 2.0F;
  EXPECT_EQ(first_to_fire(state, 1, drive.data()), 0U);  // 2.4 / 1 against 3 / 2
  EXPECT_EQ(first_to_fire(state, 0, std::array<float, 2>{2.0F, 2.0F}.data()), 0U);
}

/// Columns with the mean drives 1, 9 and 16.
struct Three {
  Config config = tiny_config();
  CortexState state;
  std::array<std::uint16_t, 3> columns = {0, 1, 2};
  std::array<float, 3> eligibility = {1.0F, 0.5F, 0.25F};

  Three() {
    config.l23.drive_scale = 8.0;
    config.l23.lateral_gain = 0.0;
    state = initial_cortex(config);
    // The weights of a cell sum to 1: drive = 16 · (W_0 + W_2). Column 0: .5 and 1.5, mean 1. Column 1: 10 and 8.
    // Column 2: 16 and 16.
    set_weights(state, 0, 0, {0.03125F, 0.96875F, 0, 0});
    set_weights(state, 0, 1, {0.0625F, 0.90625F, 0.03125F, 0});
    set_weights(state, 1, 0, {0.625F, 0.375F, 0, 0});
    set_weights(state, 1, 1, {0.5F, 0.5F, 0, 0});
    set_weights(state, 2, 0, {1, 0, 0, 0});
    set_weights(state, 2, 1, {1, 0, 0, 0});
  }
  Activity run(std::uint32_t ranks) {
    Activity activity;
    ColumnCompetition competition(state, config.l23, ranks);
    competition.run({kClassInputs, kIdentityInputs, columns, eligibility}, activity);
    return activity;
  }
};

TEST(ColumnCompetition, ScoresEligibilityTimesTheRootOfTheMeanDriveWorkedByHand) {
  // 1 · √1 = 1, .5 · √9 = 1.5, .25 · √16 = 1: the tie goes to the candidate named first.
  Three three;
  const Activity activity = three.run(3);
  EXPECT_THAT(activity.columns, ElementsAre(1, 0, 2));
  EXPECT_THAT(activity.cells, ElementsAre(0, 1, 0));
  EXPECT_THAT(activity.scores, ElementsAre(1.5F, 1.0F, 1.0F));
  EXPECT_FLOAT_EQ(activity.drives[0], 10.0F);
  EXPECT_FLOAT_EQ(activity.drives[three.state.lanes + 1], 1.5F);
}

TEST(ColumnCompetition, TakesTheDriveToTheGivenPower) {
  Three three;
  three.config.l23.drive_exponent = 1.0;  // 1, 4.5, 4
  EXPECT_THAT(three.run(3).columns, ElementsAre(1, 2, 0));
  three.config.l23.drive_exponent = 0.0;  // eligibility alone
  EXPECT_THAT(three.run(3).columns, ElementsAre(0, 1, 2));
}

TEST(ColumnCompetition, InhibitsByTheProvisionalWinnersWorkedByHand) {
  Three three;
  three.config.l23.lateral_gain = 0.5;
  auto& lateral = three.state.lateral;
  lateral[1 * 3 + 0] = -0.6F;
  lateral[0 * 3 + 1] = -0.2F;
  lateral[0 * 3 + 2] = lateral[1 * 3 + 2] = -1.0F;
  lateral[2 * 3 + 1] = -1.0F;  // column 2 is no provisional winner and inhibits nothing
  // κ / winners = .25. Column 1: 1.5 · (1 - .05); column 0: 1 · (1 - .15); column 2: 1 · (1 - .5).
  const Activity activity = three.run(3);
  EXPECT_THAT(activity.columns, ElementsAre(1, 0, 2));
  EXPECT_NEAR(wide(activity.scores[0]), 1.425, 1e-6);
  EXPECT_NEAR(wide(activity.scores[1]), 0.85, 1e-6);
  EXPECT_NEAR(wide(activity.scores[2]), 0.5, 1e-6);
}

TEST(ColumnCompetition, InhibitsDownToZeroAndNotBelow) {
  Three three;
  three.config.l23.lateral_gain = 100.0;
  three.state.lateral[1 * 3 + 0] = -0.6F;
  const Activity activity = three.run(3);
  EXPECT_THAT(activity.columns, ElementsAre(1, 2, 0));
  EXPECT_EQ(activity.scores[2], 0.0F);
}

TEST(ColumnCompetition, RanksNoMoreThanAskedAndForgetsWhatItSawBefore) {
  Three three;
  Activity activity;
  ColumnCompetition competition(three.state, three.config.l23, 2);
  competition.run({kClassInputs, kIdentityInputs, three.columns, three.eligibility}, activity);
  EXPECT_THAT(activity.columns, ElementsAre(1, 0));
  const std::array<std::uint16_t, 1> other = {2};
  const std::array<float, 1> sure = {1.0F};
  competition.run({kClassInputs, kIdentityInputs, other, sure}, activity);
  EXPECT_THAT(activity.columns, ElementsAre(2));
  EXPECT_THAT(activity.scores, ElementsAre(4.0F));
}

}  // namespace
}  // namespace columnar::l23_columns_test
