#include "columnar/spectral/passes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace columnar::passes_test {
namespace {

TEST(Passes, ShowEverythingOnceEachInAnotherOrder) {
  EXPECT_EQ(passes_over(10, 25), 3U);
  EXPECT_EQ(passes_over(10, 1), 1U);
  EXPECT_EQ(passes_over(0, 5), 0U);
  std::vector<int> shown;
  std::vector<double> shares;
  show_in_passes(std::vector<int>{0, 1, 2, 3, 4, 5, 6}, 2, 3, KeyedRandom(1, Purpose::kProbe),
                 [&](std::span<const int> block, double share) {
                   shown.insert(shown.end(), block.begin(), block.end());
                   shares.push_back(share);
                 });
  ASSERT_EQ(shown.size(), 14U);
  ASSERT_EQ(shares.size(), 6U);  // three, three and one, twice
  EXPECT_EQ(shares[3], 0.5);
  const std::vector<int> first(shown.begin(), shown.begin() + 7);
  const std::vector<int> second(shown.begin() + 7, shown.end());
  EXPECT_NE(first, second);
  for (std::vector<int> pass : {first, second}) {
    std::sort(pass.begin(), pass.end());
    EXPECT_EQ(pass, (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
  }
}

}  // namespace
}  // namespace columnar::passes_test
