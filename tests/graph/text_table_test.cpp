#include "columnar/graph/text_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "columnar/error.hpp"

namespace columnar::text_table_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A table that is not a file, as Python fills one.
TextTable people() {
  TextTable table;
  table.places.file = "attributes";
  table.add_column("age");
  table.add_column("");
  for (const char* age : {"20", "30", "40"}) {
    table.columns[0].add(age);
  }
  for (const char* town : {"Rome", "", "Oslo"}) {
    table.columns[1].add(town);
  }
  return table;
}

TEST(TextTable, BecomesAttributesOfTheNodesOfItsRows) {
  const Attributes attributes = encode_table(people(), {2, 0, 1});
  EXPECT_THAT(attributes.names, ElementsAre("age=20", "age=30", "age=40", "column 3=Oslo", "column 3=Rome"));
  EXPECT_THAT(attributes.offsets, ElementsAre(0, 1, 3, 5));
  EXPECT_THAT(attributes.indices, ElementsAre(1, 2, 3, 0, 4));
}

TEST(TextTable, HasTheSameAttributesForTheRowsOfNewNodes) {
  const Attributes model = encode_table(people(), {0, 1, 2});
  const Attributes again = encode_new_table(people(), 3, model);
  EXPECT_EQ(again.indices, model.indices);
  EXPECT_EQ(again.offsets, model.offsets);
}

TEST(TextTable, TakesALineBreakForASpace) {
  TextTable table = people();
  table.columns[1] = {};
  for (const char* text : {"a\nb", "\n", "a b\n"}) {
    table.columns[1].add(text);
  }
  std::vector<std::string> texts;
  table.columns[1].for_each(
      [&](std::size_t row, std::string_view text) { texts.push_back(std::to_string(row) + std::string(text)); });
  EXPECT_THAT(texts, ElementsAre("0a b", "2a b"));
}

TEST(TextTable, NamesARowWithoutAFile) {
  TextTable table = people();
  table.columns[0] = {};
  for (const char* age : {"20", "inf", "40"}) {
    table.columns[0].add(age);
  }
  try {
    (void)encode_table(table, {0, 1, 2});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("attributes: row 1: 'inf' is not a finite number in column 'age'"));
  }
}

}  // namespace
}  // namespace columnar::text_table_test
