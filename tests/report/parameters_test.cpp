#include "columnar_lab/report/parameters.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "report/report_support.hpp"

namespace columnar::parameters_test {
namespace {

using testing_support::complaint_of;

TEST(Parameters, WholeNumbersHaveTwoEnds) {
  EXPECT_NO_THROW(require_whole("--folds", 2, 2, 10));
  EXPECT_NO_THROW(require_whole("--folds", 10, 2, 10));
  EXPECT_EQ(complaint_of(ErrorCode::kConfig, [] { require_whole("--folds", 1, 2, 10); }),
            "--folds: must be a whole number from 2 to 10, not '1'");
  EXPECT_EQ(complaint_of(ErrorCode::kConfig, [] { require_whole("--folds", 11, 2, 10); }),
            "--folds: must be a whole number from 2 to 10, not '11'");
}

TEST(Parameters, SharesLieStrictlyBetweenNothingAndAll) {
  EXPECT_NO_THROW(require_share("--held-out", 0.15));
  EXPECT_EQ(complaint_of(ErrorCode::kConfig, [] { require_share("--held-out", 2.0); }),
            "--held-out: 2 is not between 0 and 1");
  for (const double wrong : {0.0, 1.0, -0.5, std::numeric_limits<double>::quiet_NaN()}) {
    complaint_of(ErrorCode::kConfig, [&] { require_share("--held-out", wrong); });
  }
}

TEST(Parameters, PositiveNumbersAreFinite) {
  EXPECT_NO_THROW(require_positive("--cost", 1e-9));
  EXPECT_EQ(complaint_of(ErrorCode::kConfig, [] { require_positive("--cost", 0.0); }), "--cost: 0 is not positive");
  EXPECT_EQ(
      complaint_of(ErrorCode::kConfig, [] { require_positive("--cost", std::numeric_limits<double>::infinity()); }),
      "--cost: not a finite number: 'inf'");
  complaint_of(ErrorCode::kConfig, [] { require_positive("--cost", std::numeric_limits<double>::quiet_NaN()); });
  EXPECT_NO_THROW(require_cost("--cost", std::nullopt));
  EXPECT_NO_THROW(require_cost("--cost", 1e-9));
  EXPECT_EQ(complaint_of(ErrorCode::kConfig, [] { require_cost("--cost", -2.0); }),
            "--cost: must be a number above 0 or auto, not '-2'");
  complaint_of(ErrorCode::kConfig, [] { require_cost("--cost", 0.0); });
  complaint_of(ErrorCode::kConfig, [] { require_cost("--cost", std::numeric_limits<double>::infinity()); });
  complaint_of(ErrorCode::kConfig, [] { require_cost("--cost", std::numeric_limits<double>::quiet_NaN()); });
}

}  // namespace
}  // namespace columnar::parameters_test
