#include "columnar/files/utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace columnar::utf8_test {
namespace {

std::vector<std::uint32_t> points_of(std::string_view text) {
  std::vector<std::uint32_t> points;
  while (!text.empty()) {
    points.push_back(take_code_point(text));
  }
  return points;
}

std::uint32_t raw(std::uint32_t byte) { return kRawByteBase + byte; }

TEST(Utf8, TakesEverySequenceOfRfc3629) {
  for (const std::uint32_t point :
       {0x0U, 0x7FU, 0x80U, 0x7FFU, 0x800U, 0xD7FFU, 0xE000U, 0xFFFFU, 0x10000U, 0x10FFFFU}) {
    std::string text;
    append_utf8(text, point);
    EXPECT_EQ(points_of(text), std::vector<std::uint32_t>{point});
  }
}

TEST(Utf8, TakesNothingElse) {
  using Points = std::vector<std::uint32_t>;
  EXPECT_EQ(points_of("\xC0\x9B"), (Points{raw(0xC0), raw(0x9B)}));                 // ESC in two bytes
  EXPECT_EQ(points_of("\xE0\x80\x9B"), (Points{raw(0xE0), raw(0x80), raw(0x9B)}));  // and in three
  EXPECT_EQ(points_of("\xF0\x80\x80\x9B"), (Points{raw(0xF0), raw(0x80), raw(0x80), raw(0x9B)}));
  EXPECT_EQ(points_of("\xED\xA0\x80"), (Points{raw(0xED), raw(0xA0), raw(0x80)}));                 // a surrogate
  EXPECT_EQ(points_of("\xF4\x90\x80\x80"), (Points{raw(0xF4), raw(0x90), raw(0x80), raw(0x80)}));  // past U+10FFFF
  EXPECT_EQ(points_of("\xF5\x80"), (Points{raw(0xF5), raw(0x80)}));
  EXPECT_EQ(points_of("a\xE2\x82"), (Points{'a', raw(0xE2), raw(0x82)}));  // cut short
}

TEST(Utf8, KeepsFromATerminalWhatMovesItsCursorOrTurnsItsText) {
  for (const std::uint32_t point :
       {0x00U,   0x07U,   0x0AU,   0x1BU,   0x7FU,   0x80U,   0x9BU,   0x9FU,   0x061CU, 0x200EU,
        0x200FU, 0x2028U, 0x2029U, 0x202AU, 0x202EU, 0x2066U, 0x2069U, 0xD800U, 0xDFFFU, 0x110000U}) {
    EXPECT_FALSE(is_displayable(point)) << std::hex << point;
  }
  for (const std::uint32_t point :
       {0x20U, 0x7EU, 0xA0U, 0xE9U, 0x2027U, 0x202FU, 0x2065U, 0x206AU, 0xFFFDU, 0x1F600U}) {
    EXPECT_TRUE(is_displayable(point)) << std::hex << point;
  }
}

}  // namespace
}  // namespace columnar::utf8_test
