#include "columnar/core/bounded_json.hpp"

#include <gtest/gtest.h>

#include <string>

#include "columnar/core/json_bounds.hpp"
#include "columnar/error.hpp"

namespace columnar::bounded_json_test {
namespace {

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

TEST(BoundedJson, ReadsWhatIsWithinItsBounds) {
  EXPECT_EQ(parse_json(R"({"b": [1, "x"], "a": null})", "f").dump(), R"({"b":[1,"x"],"a":null})");
  EXPECT_EQ(json_problem(nested(kMaxJsonDepth)), "");
  EXPECT_EQ(json_problem("\"" + std::string(kMaxJsonBytes - 2, 'x') + "\""), "");
}

TEST(BoundedJson, RefusesWhatWouldTakeTheStack) {
  for (const std::size_t levels : {kMaxJsonDepth + 1, std::size_t{20000}}) {
    EXPECT_EQ(json_problem(nested(levels)), "JSON nested deeper than 64 levels");
    EXPECT_EQ(json_problem(std::string(levels, '[')), "JSON nested deeper than 64 levels");
  }
  std::string objects;
  for (int i = 0; i < 5000; ++i) {
    objects += R"({"a":)";
  }
  EXPECT_THROW((void)parse_json(objects, "f"), Error);
}

TEST(BoundedJson, CountsNoBracketsInsideOfStrings) {
  const std::string brackets(1000, '[');
  EXPECT_EQ(json_problem(R"([")" + brackets + R"(\"[[\\"])"), "");
  EXPECT_EQ(json_problem(R"(["\\", )" + nested(64) + "]"), "JSON nested deeper than 64 levels");
}

TEST(BoundedJson, RefusesLongTextsAndOtherTexts) {
  EXPECT_EQ(json_problem("\"" + std::string(kMaxJsonBytes - 1, 'x') + "\""), "JSON of more than 65536 bytes");
  for (const char* text : {"", "{", "]", "{\"a\":1}}", "\"\xFF\"", "1e999", "nan", "\"\\"}) {
    EXPECT_EQ(json_problem(text), "not JSON") << text;
  }
  try {
    (void)parse_json("{", "codes.sdr: metadata");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    EXPECT_STREQ(error.what(), "codes.sdr: metadata: not JSON");
  }
}

TEST(BoundedJson, KeepsToOtherBounds) {
  const JsonBounds bounds{.bytes = 40, .depth = 2, .keys = 2};
  EXPECT_EQ(parse_json(R"({"a": {"b": 1}, "c": {"b": 1, "d": ":"}})", "f", bounds).size(), 2U);
  for (const char* text :
       {R"({"a": 1, "b": 2, "c": 3})", R"([[[1]]])", R"(["0123456789012345678901234567890123456789"])"}) {
    EXPECT_THROW((void)parse_json(text, "f", bounds), Error) << text;
  }
}

}  // namespace
}  // namespace columnar::bounded_json_test
