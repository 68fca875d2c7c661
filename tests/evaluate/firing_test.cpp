#include "columnar_lab/evaluate/firing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::evaluate_firing_test {
namespace {

using testing::ElementsAre;
using testing_codes::kTinyShape;
using testing_codes::make_table;

TEST(FiringRates, AreTheSharesOfTheNodesInTheHandWorkedTable) {
  const FiringRates firing = firing_rates(make_table(kTinyShape, {{0, 2, 8}, {0, 3, 8}, {1, 2, 9}, {0, 2, 8}}));
  EXPECT_THAT(firing.rates, ElementsAre(0.75, 0.25, 0.75, 0.25, 0.0, 0.0, 0.0, 0.0));
  EXPECT_DOUBLE_EQ(firing.mean, 0.25);  // two of eight, in every code
  EXPECT_DOUBLE_EQ(firing.sd, std::sqrt((2 * 0.25 + 4 * 0.0625) / 8.0));
  EXPECT_DOUBLE_EQ(firing.smallest, 0.0);
  EXPECT_DOUBLE_EQ(firing.largest, 0.75);

  const std::vector<double> histogram = firing_histogram(firing);
  ASSERT_EQ(histogram.size(), kFiringBins);
  EXPECT_DOUBLE_EQ(histogram[0], 0.5);    // silent
  EXPECT_DOUBLE_EQ(histogram[5], 0.25);   // just as often as the mean
  EXPECT_DOUBLE_EQ(histogram[15], 0.25);  // three times as often
  EXPECT_NEAR(std::accumulate(histogram.begin(), histogram.end(), 0.0), 1.0, 1e-12);
}

TEST(FiringRates, PutWhatIsBeyondTheLastBinIntoIt) {
  FiringRates firing;
  firing.mean = 0.01;
  firing.rates = {0.5, 0.039, 0.0379};
  const std::vector<double> histogram = firing_histogram(firing);
  EXPECT_NEAR(histogram[19], 2.0 / 3.0, 1e-12);
  EXPECT_NEAR(histogram[18], 1.0 / 3.0, 1e-12);
}

TEST(FiringRates, RefuseCodesWithoutCells) {
  const SdrTable whole = make_table(kTinyShape, {{0, 2, 8}});
  EXPECT_THROW(static_cast<void>(firing_rates(select_layer(whole, Layer::kL5a))), Error);
  EXPECT_THROW(static_cast<void>(firing_rates(make_table(kTinyShape, {}))), Error);
  EXPECT_THROW(static_cast<void>(firing_rates(make_table(kTinyShape, {{0, 99, 8}}))), Error);
}

}  // namespace
}  // namespace columnar::evaluate_firing_test
