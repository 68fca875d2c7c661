#include "columnar/cortex/repeated_codes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace columnar::repeated_codes_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Bits = std::vector<std::uint16_t>;

TEST(RepeatedCodes, AreThoseThatAnEarlierNodeHas) {
  const Bits codes{1, 2, 3, 4, 1, 2, 2, 1, 3, 4, 1, 2};
  EXPECT_THAT(repeated_codes(codes, 2, {}), ElementsAre(2, 4, 5));
}

TEST(RepeatedCodes, AreAlsoThoseThatOthersHave) {
  const Bits codes{1, 2, 3, 4, 1, 2, 5, 6};
  const Bits some{7, 8, 1, 2};
  const Bits more{5, 6, 5, 6};
  EXPECT_THAT(repeated_codes(codes, 2, std::vector<std::span<const std::uint16_t>>{some, more}), ElementsAre(0, 2, 3));
}

TEST(RepeatedCodes, OfNoNodesAreNone) {
  EXPECT_THAT(repeated_codes({}, 28, {}), IsEmpty());
  const Bits others{1, 2};
  EXPECT_THAT(repeated_codes({}, 2, std::vector<std::span<const std::uint16_t>>{others}), IsEmpty());
}

TEST(RepeatedCodes, AreFoundInAFullTableAndInAnEmptyOne) {
  for (const std::size_t active : {1U, 3U, 4U, 5U, 28U}) {
    for (const std::size_t rows : {1U, 7U, 8U, 1'023U, 1'024U}) {  // half of the slots taken, or a quarter
      for (const std::size_t distinct : {rows, rows / 2 + 1}) {
        Bits codes(rows * active, 7);  // of each code only its last bit differs
        std::vector<std::size_t> wanted;
        for (std::size_t row = 0; row < rows; ++row) {
          codes[(row + 1) * active - 1] = static_cast<std::uint16_t>(row * 7 % distinct);
        }
        std::set<std::uint16_t> known;
        for (std::size_t row = 0; row < rows; ++row) {
          if (!known.insert(codes[(row + 1) * active - 1]).second) {
            wanted.push_back(row);
          }
        }
        EXPECT_EQ(repeated_codes(codes, active, {}), wanted) << active << ' ' << rows << ' ' << distinct;
      }
    }
  }
}

}  // namespace
}  // namespace columnar::repeated_codes_test
