#include "columnar/cortex/firing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace columnar::cortex_firing_test {
namespace {

using testing::ElementsAre;

TEST(FiringCells, AreTheWinnersCellsAsBitsOfL23) {
  CortexState state;
  state.cells = 5;
  Activity activity;
  activity.columns = {299, 0, 7};
  activity.cells = {4, 2, 0};
  EXPECT_THAT(firing_cells(activity, state), ElementsAre(1499, 2, 35));
}

}  // namespace
}  // namespace columnar::cortex_firing_test
