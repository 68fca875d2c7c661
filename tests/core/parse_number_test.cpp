#include "columnar/core/parse_number.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "columnar/error.hpp"

namespace columnar::parse_number_test {
namespace {

std::string refusal_of(const std::function<void()>& parse) {
  try {
    parse();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kConfig);
    return error.what();
  }
  return "";
}

TEST(ParseWhole, TakesDigitsWithinBothEnds) {
  EXPECT_EQ(parse_whole("--k", "1", 1, 5), 1U);
  EXPECT_EQ(parse_whole("--k", "5", 1, 5), 5U);
  EXPECT_EQ(parse_whole("--seed", "18446744073709551615"), 18446744073709551615U);
  for (const char* text : {"0", "6", "-1", "99999999999999999999"}) {
    EXPECT_EQ(refusal_of([&] { (void)parse_whole("--k", text, 1, 5); }),
              std::string("--k: must be a whole number from 1 to 5, not '") + text + "'");
  }
  for (const char* text : {"", "x", "1.5", "1 ", "+1"}) {
    EXPECT_EQ(refusal_of([&] { (void)parse_whole("--k", text, 1, 5); }),
              std::string("--k: not a whole number: '") + text + "'");
  }
}

TEST(ParseReal, TakesFiniteNumbers) {
  EXPECT_EQ(parse_real("--rate", "2.5e-1"), 0.25);
  EXPECT_EQ(parse_real("--rate", "1", 0.0, 1.0), 1.0);
  for (const char* text : {"", "x", "nan", "inf", "1e999", "1,5"}) {
    EXPECT_EQ(refusal_of([&] { (void)parse_real("--rate", text); }),
              std::string("--rate: not a finite number: '") + text + "'");
  }
  EXPECT_EQ(refusal_of([] { (void)parse_real("--rate", "2", 0.0, 1.0); }),
            "--rate: must be a number from 0 to 1, not '2'");
}

}  // namespace
}  // namespace columnar::parse_number_test
