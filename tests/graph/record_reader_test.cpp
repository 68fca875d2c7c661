#include "columnar/graph/record_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/temp_file.hpp"

namespace columnar::record_reader_test {
namespace {

using testing::ElementsAre;
using testing_support::TempFile;

std::vector<std::vector<std::string>> records_of(const std::string& text, RecordStyle style = RecordStyle::kList) {
  const TempFile file("list.txt", text);
  RecordReader reader(file.path(), style);
  std::vector<std::vector<std::string>> records;
  while (reader.next()) {
    records.emplace_back(reader.fields().begin(), reader.fields().end());
  }
  return records;
}

TEST(RecordReader, KeepsTheSeparatorOfTheFirstRecord) {
  EXPECT_THAT(records_of("a b  c\n\"d e\" \"f\"\"g\" \"h\n"),
              ElementsAre(ElementsAre("a", "b", "c"), ElementsAre("d e", "f\"g", "\"h")));
  EXPECT_THAT(records_of("a\tb c\nd,e\t\"f\"\n"), ElementsAre(ElementsAre("a", "b c"), ElementsAre("d,e", "f")));
  EXPECT_THAT(records_of("a\tb c\nd e\n"), ElementsAre(ElementsAre("a", "b c"), ElementsAre("d", "e")));
  EXPECT_THAT(records_of("a;b;2,5\nc , d;e\n"), ElementsAre(ElementsAre("a", "b", "2,5"), ElementsAre("c , d", "e")));
  EXPECT_THAT(records_of("\"a;b;c\",d\ne;f,g\n"), ElementsAre(ElementsAre("a;b;c", "d"), ElementsAre("e;f", "g")));
  EXPECT_THAT(records_of("a,,\n,\n"), ElementsAre(ElementsAre("a", "", ""), ElementsAre("", "")));
}

TEST(RecordReader, HasCommentsInListsAlone) {
  EXPECT_THAT(records_of("# a,b\n\n % c\n\"#d\",e\n"), ElementsAre(ElementsAre("#d", "e")));
  EXPECT_THAT(records_of("# a,b\n%c,d\n", RecordStyle::kTable),
              ElementsAre(ElementsAre("# a", "b"), ElementsAre("%c", "d")));
}

TEST(RecordReader, TakesADictionaryAtTheEndForOneField) {
  EXPECT_THAT(records_of("ann bob {'weight': 3, 'a': {'b': 1}}\nbob cid {}\n"),
              ElementsAre(ElementsAre("ann", "bob", "{'weight': 3, 'a': {'b': 1}}"), ElementsAre("bob", "cid", "{}")));
  EXPECT_THAT(records_of("ann\tbob dee\t{'a': 1, 'b': 2}\n"),
              ElementsAre(ElementsAre("ann", "bob dee", "{'a': 1, 'b': 2}")));
  EXPECT_THAT(records_of("ann,bob dee,{'a': 1}\n"), ElementsAre(ElementsAre("ann", "bob dee", "{'a': 1}")));
  // Braces in quotes are text.
  EXPECT_THAT(records_of("a,\"x,{y\",{'w':1}\n"), ElementsAre(ElementsAre("a", "x,{y", "{'w':1}")));
  EXPECT_THAT(records_of("a \"x {y\" {'w':1}\n"), ElementsAre(ElementsAre("a", "x {y", "{'w':1}")));
  EXPECT_THAT(records_of("a,\"{\"\"y\",\"\",{}\n"), ElementsAre(ElementsAre("a", "{\"y", "", "{}")));
  // A quote that does not end is a character.
  EXPECT_THAT(records_of("5\" a\t\"b\t{'a': 1}\n"), ElementsAre(ElementsAre("5\" a", "\"b", "{'a': 1}")));
  // Behind fewer than two fields braces are an id.
  EXPECT_THAT(records_of("x {b}\n{b} {c}\n"), ElementsAre(ElementsAre("x", "{b}"), ElementsAre("{b}", "{c}")));
  EXPECT_THAT(records_of("x\t{b}\n"), ElementsAre(ElementsAre("x", "{b}")));
  EXPECT_THAT(records_of("x,{b}\n"), ElementsAre(ElementsAre("x", "{b}")));
}

TEST(RecordReader, LooksAheadWithoutSkipping) {
  const TempFile file("list.txt", "# one\n1,\"a\"\"b\"\n\n2,c\n3,d\n");
  RecordReader reader(file.path(), RecordStyle::kList);
  EXPECT_THAT(reader.look_ahead(2), ElementsAre(ElementsAre("1", "a\"b"), ElementsAre("2", "c")));
  std::vector<std::string> lines;
  while (reader.next()) {
    lines.push_back(std::to_string(reader.line_number()) + ":" + std::string(reader.fields()[1]));
  }
  EXPECT_THAT(lines, ElementsAre("2:a\"b", "4:c", "5:d"));
}

TEST(RecordReader, TakesBackWhatTabFieldMakes) {
  for (const std::string text : {"a", "a b", " a ", "#a", "%", "\"", "\"a\"", "a\"b", "\"Who?\" and why", "\"a\" \"b\"",
                                 "a\r", "a,b;c", "{a}", "\xEF\xBB\xBF"}) {
    const std::string line = tab_field(text) + "\t" + tab_field(text) + "\n";
    EXPECT_THAT(records_of("#\n" + line), ElementsAre(ElementsAre(text, text))) << line;
  }
}

}  // namespace
}  // namespace columnar::record_reader_test
