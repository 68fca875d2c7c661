#include "columnar_lab/report/json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace columnar::json_test {
namespace {

TEST(JsonText, EscapesWhatATerminalMustNotSeeAndSaysTheSame) {
  const std::string odd = "\x1b[2J\x7f \xC2\x9B \xE2\x80\xAE \xE2\x80\xA8 caf\xC3\xA9 \xF0\x9F\x98\x80";
  const std::string text = json_text(Json{{odd, odd}});
  const std::string shown = "\\u001b[2J\\u007f \\u009b \\u202e \\u2028 caf\xC3\xA9 \xF0\x9F\x98\x80";
  EXPECT_EQ(text, "{\n  \"" + shown + "\": \"" + shown + "\"\n}\n");
  EXPECT_EQ(parse_json(text, "").at(odd), odd);
}

TEST(JsonText, IsUtf8WhateverTheBytes) {
  EXPECT_EQ(json_text(Json("\xC0\x9B")), "\"\xEF\xBF\xBD\xEF\xBF\xBD\"\n");
  EXPECT_EQ(json_text(Json("\xED\xA0\x80|")).back(), '\n');
  EXPECT_EQ(json_problem(json_text(Json("\xED\xA0\x80|\xF4\x90\x80\x80"))), "");
}

}  // namespace
}  // namespace columnar::json_test
