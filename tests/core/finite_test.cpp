#include "columnar/core/finite.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "files/scratch.hpp"

namespace columnar::finite_test {
namespace {

using Limits = std::numeric_limits<float>;

TEST(AllFinite, KnowsTheLargestAndTheSmallestFloatsFromInfinity) {
  EXPECT_TRUE(all_finite({}));
  const std::vector<float> extreme = {Limits::max(),        Limits::lowest(),      Limits::min(),
                                      Limits::denorm_min(), -Limits::denorm_min(), -0.0F};
  EXPECT_TRUE(all_finite(extreme));
}

TEST(AllFinite, FindsTheOneThatIsNotWhereverItStands) {
  for (const float bad :
       {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(), -Limits::quiet_NaN(), Limits::signaling_NaN()}) {
    for (const std::size_t size : {1, 7, 8, 33}) {
      for (std::size_t place = 0; place < size; ++place) {
        std::vector<float> numbers(size, 1.0F);
        numbers[place] = bad;
        EXPECT_FALSE(all_finite(numbers)) << bad << " at " << place << " of " << size;
      }
    }
  }
}

TEST(RequireFinite, NamesTheStage) {
  const std::vector<float> numbers = {0.0F, std::nanf("")};
  EXPECT_EQ(error_of(ErrorCode::kConfig, [&] { require_finite(numbers, "columns", "a weight"); }),
            "columns: a weight is not finite");
  require_finite({numbers.data(), 1}, "columns", "a weight");
}

}  // namespace
}  // namespace columnar::finite_test
