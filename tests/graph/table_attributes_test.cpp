#include "columnar/graph/table_attributes.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph/attributes_reader.hpp"
#include "support/attribute_rows.hpp"
#include "support/temp_file.hpp"

namespace columnar::table_attributes_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;
using testing_support::error_of;
using testing_support::numbers;
using testing_support::Row;
using testing_support::row_of;
using testing_support::rows_of;
using testing_support::TempFile;
using testing_support::texts;

/// Reads a table with this content.
Attributes table(const std::string& text, const NodeIds& ids, UnknownRows policy = UnknownRows::kRefuse,
                 const std::string& name = "a.csv") {
  const TempFile file(name, text);
  return read_attributes(file.path(), ids, policy);
}

std::string table_error(const std::string& text, const NodeIds& ids = texts({"x", "y"}),
                        const std::string& name = "a.csv") {
  const std::string message = error_of([&] { return table(text, ids, UnknownRows::kRefuse, name); });
  const std::size_t folder = message.find("/" + name + ":");
  EXPECT_NE(folder, std::string::npos) << message;
  return message.substr(folder + 1);
}

/// How many attributes two nodes have in common.
std::size_t shared(const Attributes& attributes, std::size_t a, std::size_t b) {
  const Row other = row_of(attributes, b);
  std::size_t both = 0;
  for (const auto& [name, value] : row_of(attributes, a)) {
    both += other.count(name);
  }
  return both;
}

/// A table of one column `v` with the numbers 0 to count - 1, of the nodes with these ids.
std::string number_table(int count) {
  std::string text = "id,v\n";
  for (int i = 0; i < count; ++i) {
    text += fmt::format("{},{}.5\n", i, i);
  }
  return text;
}

// Categories, words, flags, missing values.

TEST(AttributesReaderTable, TakesCategoriesWordsAndFlags) {
  const Attributes read = table(
      "id,kind,title,cited\n"
      "x,book,Graphs of graphs,1\n"
      "y,paper,On the Sparse Codes,0\n",
      texts({"y", "x"}));
  EXPECT_THAT(rows_of(read),
              ElementsAre(UnorderedElementsAre(Pair("kind=paper", 1), Pair("title:on", 1), Pair("title:the", 1),
                                               Pair("title:sparse", 1), Pair("title:codes", 1)),
                          UnorderedElementsAre(Pair("kind=book", 1), Pair("title:graphs", 2), Pair("title:of", 1),
                                               Pair("cited", 1))));
  EXPECT_EQ(read.width, 9U);
  EXPECT_EQ(read.names.size(), 9U);
}

TEST(AttributesReaderTable, TakesTrueAndFalseForFlags) {
  for (const std::string rows : {"1,True\n2,False\n3,\n", "1,true\n2,false\n3,NA\n", "1,TRUE\n2,0\n3,FALSE\n"}) {
    const TempFile file("table.csv", "id,paid\n" + rows);
    const Attributes attributes = read_attributes(file.path(), numbers({1, 2, 3}));
    EXPECT_THAT(attributes.names, ElementsAre("paid"));
    EXPECT_THAT(attributes.offsets, ElementsAre(0, 1, 1, 1)) << rows;
  }
}

TEST(AttributesReaderTable, KeepsNoValuesWhereAllAreOne) {
  EXPECT_THAT(table("id,kind\nx,book\ny,paper\n", texts({"x", "y"})).values, IsEmpty());
}

TEST(AttributesReaderTable, GivesAMissingValueNoEntry) {
  for (const std::string missing :
       {"", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "<NA>", "\\N", "?", " ", "\" \""}) {
    const Attributes read = table("id,kind,age\nx,book,3\ny," + missing + "," + missing + "\n", texts({"x", "y"}));
    EXPECT_THAT(rows_of(read), ElementsAre(UnorderedElementsAre(Pair("kind=book", 1), Pair("age=3", 1)), IsEmpty()))
        << missing;
  }
}

TEST(AttributesReaderTable, GivesAColumnWithoutValuesNoAttributes) {
  EXPECT_THAT(table("id,none,kind\nx,,a\ny,NA,b\n", texts({"x", "y"})).names, ElementsAre("kind=a", "kind=b"));
}

TEST(AttributesReaderTable, DependsOnNoOrderOfTheRows) {
  const std::string header = "id;age;kind;title\n";
  const std::vector<std::string> rows = {"1;5;b;to be or not to be\n", "2;7;a;be there\n", "3;;c;not there\n"};
  const NodeIds ids = numbers({3, 1, 2});
  const Attributes first = table(header + rows[0] + rows[1] + rows[2], ids);
  EXPECT_EQ(first, table(header + rows[2] + rows[0] + rows[1], ids));
  EXPECT_EQ(first.offsets[2] - first.offsets[1], 6U) << "a repeated word is one entry";
  EXPECT_THAT(row_of(first, 1), UnorderedElementsAre(Pair("age=5", 1), Pair("kind=b", 1), Pair("title:to", 2),
                                                     Pair("title:be", 2), Pair("title:or", 1), Pair("title:not", 1)));
}

TEST(AttributesReaderTable, TakesManyDifferentTextsForWords) {
  std::string text = "id,name\n";
  for (int i = 0; i < 33; ++i) {
    text += fmt::format("{},n{}\n", i, i);
  }
  EXPECT_EQ(table(text, numbered_ids(33)).names.front(), "name:n0");
  text.erase(text.rfind("32,"));
  EXPECT_EQ(table(text, numbered_ids(32)).names.front(), "name=n0");
}

TEST(AttributesReaderTable, CutsWordsOutOfTextAsTheDocumentationSays) {
  const std::string longest(40, 'l');
  const Attributes read = table(
      "id,t\nx,a bc D-EF 1 22 \xC3\x9C"
      "b " +
          longest + " " + longest + "l\ny,many words here\n",
      texts({"x", "y"}));
  EXPECT_THAT(row_of(read, 0), UnorderedElementsAre(Pair("t:bc", 1), Pair("t:ef", 1), Pair("t:22", 1),
                                                    Pair("t:\xC3\x9C"
                                                         "b",
                                                         1),
                                                    Pair("t:" + longest, 1)));
}

// Numbers.

TEST(AttributesReaderTable, GivesNearNumbersMoreSharedAttributesThanFarOnes) {
  const Attributes read = table(number_table(320), numbered_ids(320));
  EXPECT_EQ(read.width, 39U);
  EXPECT_EQ(read.offsets.back(), 320U * 8);
  EXPECT_EQ(shared(read, 0, 9), 8U);
  EXPECT_EQ(shared(read, 0, 10), 7U);
  EXPECT_EQ(shared(read, 100, 140), 4U);
  EXPECT_EQ(shared(read, 100, 180), 0U);
  EXPECT_EQ(read.names.front(), "v in 0.5..9.5");
  EXPECT_EQ(read.names[7], "v in 0.5..79.5");
  EXPECT_EQ(read.names.back(), "v in 310.5..319.5");
}

TEST(AttributesReaderTable, NamesTheNumbersThatAnAttributeStandsFor) {
  const Attributes read = table(number_table(20), numbered_ids(20));
  EXPECT_EQ(read.width, 20U + 5 - 1);
  for (int i = 0; i < 20; ++i) {
    for (const auto& [name, value] : row_of(read, static_cast<std::size_t>(i))) {
      double low = 0;
      double high = 0;
      if (std::sscanf(name.c_str(), "v in %lf..%lf", &low, &high) != 2) {
        ASSERT_EQ(std::sscanf(name.c_str(), "v=%lf", &low), 1) << name;
        high = low;
      }
      EXPECT_LE(low, i + 0.5);
      EXPECT_GE(high, i + 0.5);
    }
  }
}

TEST(AttributesReaderTable, GivesEqualNumbersEqualAttributes) {
  const Attributes read = table("id,v\n0,1e1\n1,10.0\n2,+10\n3,-0\n4,0\n5,3\n", numbered_ids(6));
  EXPECT_THAT(row_of(read, 0), ElementsAre(Pair("v=10", 1)));
  EXPECT_EQ(row_of(read, 1), row_of(read, 0));
  EXPECT_EQ(row_of(read, 2), row_of(read, 0));
  EXPECT_EQ(row_of(read, 3), row_of(read, 4));
}

TEST(AttributesReaderTable, RefusesNumbersThatAreNotFinite) {
  for (const std::string number : {"inf", "-Infinity", "1e999"}) {
    EXPECT_EQ(table_error("id,v\nx,1\n\ny," + number + "\n"),
              "a.csv:4: '" + number + "' is not a finite number in column 'v'");
  }
  EXPECT_THAT(table("id,v\nx,inf\ny,word\n", texts({"x", "y"})).names, ElementsAre("v=inf", "v=word"));
}

// The text.

TEST(AttributesReaderTable, ReadsQuotes) {
  const Attributes read = table("id,\"a,b\"\n\"x,1\" , \"say \"\"no\"\"; yes\"\ny,\"\"\n", texts({"x,1", "y"}));
  EXPECT_THAT(rows_of(read),
              ElementsAre(UnorderedElementsAre(Pair("a,b:say", 1), Pair("a,b:no", 1), Pair("a,b:yes", 1)), IsEmpty()));
}

TEST(AttributesReaderTable, TakesTwoQuotesForOne) {
  EXPECT_THAT(table("id,\"a\"\"b\"\nx,\"\"\"v\"\"\"\n", texts({"x"})).names, ElementsAre("a\"b=\"v\""));
}

TEST(AttributesReaderTable, ChoosesTheSeparatorByTheHeader) {
  const NodeIds ids = texts({"x"});
  EXPECT_THAT(table("id\ta,b\nx\tc;d\n", ids).names, ElementsAre("a,b=c;d"));
  EXPECT_THAT(table("id,a;b\nx,c;d\n", ids).names, ElementsAre("a;b=c;d"));
  EXPECT_THAT(table("id;a\nx;c,d\n", ids, {}, "a.txt").names, ElementsAre("a=c,d"));
  EXPECT_THAT(table("id;\"a,b\"\nx;c\n", ids).names, ElementsAre("a,b=c"));
}

TEST(AttributesReaderTable, TakesQuotesBetweenTabsForTextUnlessTheyAreAroundAField) {
  const Attributes read = table("id\tt\n\"x\"\t\"Who?\" and why\ny\t\"a \"\"b\"\n", texts({"x", "y"}), {}, "a.tsv");
  EXPECT_THAT(rows_of(read),
              ElementsAre(UnorderedElementsAre(Pair("t:who", 1), Pair("t:and", 1), Pair("t:why", 1)), IsEmpty()));
}

TEST(AttributesReaderTable, ReadsGzipByteOrderMarksAndWindowsLines) {
  const TempFile file("a.CSV.gz");
  const std::string text = "\xEF\xBB\xBFid,kind\r\nx,a\r\n\r\ny,b";
  gzFile out = gzopen(file.path().c_str(), "wb");
  ASSERT_NE(out, nullptr);
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  EXPECT_THAT(rows_of(read_attributes(file.path(), texts({"y", "x"}))),
              ElementsAre(ElementsAre(Pair("kind=b", 1)), ElementsAre(Pair("kind=a", 1))));
}

TEST(AttributesReaderTable, RefusesTextThatIsNoTable) {
  EXPECT_EQ(table_error(""), "a.csv: the table is empty; its first line names the columns");
  EXPECT_EQ(table_error("id\nx\ny\n"),
            "a.csv:1: expected a header of several columns, found no tab, comma or semicolon");
  EXPECT_EQ(table_error("id,a\nx\n"), "a.csv:2: one field, but the header has 2");
  EXPECT_EQ(table_error("id,a\nx,1,2,3\n"), "a.csv:2: 4 fields, but the header has 2");
  EXPECT_EQ(table_error("id,a\nx,\"1\n2\"\n"),
            "a.csv:2: a quoted field does not end on its line; line breaks inside fields are not supported");
  EXPECT_EQ(table_error("id,a\nx,\"1\"2\n"),
            "a.csv:2: field 2 goes on behind its closing quote; write \"\" for a quote");
  EXPECT_EQ(table_error(std::string("id,a\nx,\0\n", 9)), "a.csv:2: a NUL byte; this is not a text file");
  EXPECT_EQ(table_error("id,a\nx,\ny,NA\n"), "a.csv: no column has a value");
}

TEST(AttributesReaderTable, RefusesMoreWordsThanItsLimit) {
  std::string rows = "id,a\n";
  std::vector<std::string> ids;
  for (int row = 0; row < 11; ++row) {
    ids.push_back(fmt::format("n{}", row));
    rows += ids.back() + ",";
    for (int i = 0; i < (row < 10 ? 100'000 : 1); ++i) {
      rows += fmt::format("w{:x} ", row * 100'000 + i);
    }
    rows += "w0\n";
  }
  EXPECT_EQ(table_error(rows, texts(ids)), "a.csv:12: more than 1000000 different words");
}

// Rows and nodes.

TEST(AttributesReaderTable, MatchesIntegerAndTextIdsInTheOrderOfTheGraph) {
  const std::string text = "id,k\n7,a\n-3,b\n10,c\n";
  const auto expected =
      ElementsAre(ElementsAre(Pair("k=c", 1)), ElementsAre(Pair("k=a", 1)), ElementsAre(Pair("k=b", 1)));
  EXPECT_THAT(rows_of(table(text, numbers({10, 7, -3}))), expected);
  EXPECT_THAT(rows_of(table(text, texts({"10", "7", "-3"}))), expected);
}

TEST(AttributesReaderTable, RefusesMissingDoubledAndUnknownRows) {
  EXPECT_EQ(table_error("id,k\ny,a\n"), "a.csv: no row for node 'x'");
  EXPECT_EQ(table_error("id,k\n2,a\n", numbers({2, 3, 4, 5})), "a.csv: no row for node '3' (and 2 more)");
  EXPECT_EQ(table_error("id,k\nx,a\ny,b\nx,a\n"), "a.csv:4: second row of 'x', the first is line 2");
  EXPECT_EQ(table_error("id,k\nx,a\nz\x1B,b\n"), "a.csv:3: the graph has no node 'z?'");
}

TEST(AttributesReaderTable, IgnoresUnknownRowsWhereAsked) {
  const Attributes read = table("id,k\nz,word\nx,5\ny,7\n", texts({"x", "y"}), UnknownRows::kIgnore);
  EXPECT_THAT(read.names, ElementsAre("k=5", "k=7"));
  EXPECT_THAT(table_error("id,k\nx,1\n"), HasSubstr("no row for node 'y'"));
}

TEST(AttributesReaderTable, RefusesTwoColumnsOfOneName) {
  const TempFile file("table.csv", "id,age,age\n1,2,3\n");
  EXPECT_THAT(error_of([&] { return read_attributes(file.path(), numbers({1})); }),
              HasSubstr("table.csv: two columns have the name 'age'"));
}

TEST(AttributesReaderTable, CutsLongNamesOfColumns) {
  const Attributes read = table("id," + std::string(99, 'n') +
                                    "\xC3\x9C"
                                    "abc\nx,v\n",
                                texts({"x"}));
  EXPECT_THAT(read.names, ElementsAre(std::string(99, 'n') + "...=v"));
}

}  // namespace
}  // namespace columnar::table_attributes_test
