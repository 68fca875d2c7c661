#include "columnar/graph/edge_list_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph_builder.hpp"
#include "support/graph_text.hpp"
#include "support/temp_file.hpp"

namespace columnar::edge_list_reader_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing_support::graph_of;
using testing_support::TempFile;

BuiltGraph read(std::string_view text, bool directed = false) {
  const TempFile file("graph.tsv", text);
  ReadResult result = read_edge_list(file.path(), {.directed = directed});
  return {std::move(result.graph), result.report};
}

ReadResult read_table(std::string_view text, const EdgeColumnOptions& edges = {}) {
  const TempFile file("graph.tsv", text);
  return read_edge_list(file.path(), {.directed = true, .edges = edges});
}

std::string error_of(std::string_view text, const EdgeColumnOptions& edges = {}) {
  try {
    (void)read_table(text, edges);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    return error.what();
  }
  return "no error";
}

TEST(EdgeList, SeparatesColumnsAsTheFirstLineDoes) {
  const auto integers = ElementsAre(1, 2, 3, 4);
  EXPECT_THAT(read("1 2\n2\t3\n 3  \t4 \n").graph.ids.integers, integers);
  EXPECT_THAT(read("1\t2\n2\t 3 \n3\t4\t\n").graph.ids.integers, integers);
  EXPECT_THAT(read("1\t\t2\n2\t3\n3 4\n").graph.ids.integers, integers);  // aligned by tabs: any run of blanks
  EXPECT_THAT(read("1,2\n2, 3\n 3 ,\t4 \n").graph.ids.integers, integers);
  EXPECT_THAT(read("1;2\n2; 3\n3;4\n").graph.ids.integers, integers);
  EXPECT_THAT(read("New York,Los Angeles\n").graph.ids.texts, ElementsAre("New York", "Los Angeles"));
  EXPECT_THAT(read("New York\tLos Angeles\n").graph.ids.texts, ElementsAre("New York", "Los Angeles"));
  EXPECT_THAT(read("\"Doe, Ann\",\"the \"\"Bob\"\"\"\n").graph.ids.texts, ElementsAre("Doe, Ann", "the \"Bob\""));
  EXPECT_THAT(read("Doe, Ann;Roe, Bob;2\n").graph.ids.texts, ElementsAre("Doe, Ann", "Roe, Bob"));
  EXPECT_THAT(error_of("1,2\n3 4\n"), EndsWith("graph.tsv:2: expected 'u v [weight]', found one column"));
  EXPECT_THAT(error_of("a,\"b\na,b\n"), EndsWith("graph.tsv:1: a quoted field does not end on its line; line breaks "
                                                 "inside fields are not supported"));
}

// Headers and columns.

TEST(EdgeListColumns, ANumberlessFirstLineAboveNumbersIsAHeader) {
  const ReadResult read = read_table("id_1,id_2\n0,1\n1,2\n");
  EXPECT_THAT(read.graph.ids.integers, ElementsAre(0, 1, 2));
  ASSERT_TRUE(read.columns);
  EXPECT_TRUE(read.columns->header);
  EXPECT_THAT(read.columns->used, ElementsAre("id_1", "id_2"));
  EXPECT_THAT(read_table("left,right\n0,1\n1,2\n").graph.ids.integers, ElementsAre(0, 1, 2));
  EXPECT_THAT(read_table("who whom weight\nann bob 2\nbob cid 3\n").graph.ids.texts, ElementsAre("ann", "bob", "cid"));
}

TEST(EdgeListColumns, UsualNamesAreAHeaderAboveTexts) {
  const ReadResult read = read_table("Source;Target;Type;Weight\nann;bob;Directed;2\nbob;\"c d\";Directed;0.5\n");
  EXPECT_THAT(read.graph.ids.texts, ElementsAre("ann", "bob", "c d"));
  EXPECT_THAT(read.graph.weights, ElementsAre(2.0F, 0.5F));
  EXPECT_THAT(read.columns->used, ElementsAre("Source", "Target", "Weight"));
  EXPECT_THAT(read.columns->unused, ElementsAre("Type"));
  EXPECT_THAT(read_table("head\trelation\ttail\na\tknows\tb\n").graph.ids.texts, ElementsAre("a", "b"));
  EXPECT_THAT(read_table("to from\na b\n").graph.ids.texts, ElementsAre("b", "a"));  // an edge leads from b to a
}

TEST(EdgeListColumns, NamesThatComeAgainAreNodes) {
  EXPECT_THAT(read_table("u v\nv w\n").graph.ids.texts, ElementsAre("u", "v", "w"));
  EXPECT_FALSE(read_table("u v\nw u\n").columns);
  EXPECT_THAT(read_table("ann bob\nbob cid\n").graph.ids.texts, ElementsAre("ann", "bob", "cid"));
  EXPECT_THAT(read_table("ann 1\nbob 2\n").graph.ids.texts, ElementsAre("ann", "1", "bob", "2"));
  EXPECT_THAT(read_table("ann bob\n").graph.ids.texts, ElementsAre("ann", "bob"));
}

TEST(EdgeListColumns, TheCallerDecides) {
  const std::string trades = "date,buyer,seller,amount\n2020-01-01,ann,bob,3.5\n2020-01-02,bob,cid,1\n";
  EXPECT_THAT(error_of(trades),
              EndsWith("graph.tsv:1: which of its 4 columns ('date', 'buyer', 'seller', 'amount') are "
                       "the ends of an edge? Name them: --edge-columns SOURCE,TARGET[,WEIGHT]"));
  for (const auto& columns : {std::vector<std::string>{"buyer", "seller", "amount"}, {"2", "3", "4"}}) {
    const ReadResult read = read_table(trades, {.columns = columns});
    EXPECT_THAT(read.graph.ids.texts, ElementsAre("ann", "bob", "cid"));
    EXPECT_THAT(read.graph.weights, ElementsAre(3.5F, 1.0F));
    EXPECT_THAT(read.columns->used, ElementsAre("buyer", "seller", "amount"));
  }
  EXPECT_THAT(read_table("a b\nb c\n", {.header = HeaderLine::kPresent}).graph.ids.texts, ElementsAre("b", "c"));
  EXPECT_THAT(read_table("id_1,id_2\n0,1\n", {.header = HeaderLine::kAbsent}).graph.ids.texts,
              ElementsAre("id_1", "id_2", "0", "1"));
  EXPECT_THAT(read_table("x a b\ny b c\n", {.columns = {"2", "3"}}).graph.ids.texts, ElementsAre("a", "b", "c"));
  EXPECT_THAT(error_of("x a b\ny b\n", {.columns = {"2", "3"}}),
              EndsWith("graph.tsv:2: 2 columns, but an edge needs column 3"));
}

TEST(EdgeListColumns, ATableOfPandasBeginsWithAColumnWithoutAName) {
  EXPECT_THAT(read_table(",id_1,id_2\n0,5,6\n1,6,7\n").graph.ids.integers, ElementsAre(5, 6, 7));
  EXPECT_THAT(error_of(",date,buyer,seller\n0,mon,ann,bob\n1,tue,bob,cid\n"),
              EndsWith("which of its 4 columns ('', 'date', 'buyer', 'seller') are the ends of an edge? Name them: "
                       "--edge-columns SOURCE,TARGET[,WEIGHT]"));
}

TEST(EdgeListColumns, AFirstEdgeOfItsOwnMayBeAHeader) {
  const std::string text = "buyer,seller\nann,bob\nbob,cid\ncid,ann\n";
  const auto doubted = [](const std::string& lines, const ReadOptions& options = {}) {
    return !header_doubt("graph.tsv", graph_of("graph.tsv", lines, options)).empty();
  };
  EXPECT_EQ(header_doubt("graph.tsv", graph_of("graph.tsv", text)),
            "the first line was read as an edge between 'buyer' and 'seller', which no other line names; if it is a "
            "header, say --header");
  EXPECT_TRUE(header_doubt("graph.gml", graph_of("graph.tsv", text)).empty());
  EXPECT_TRUE(doubted(text, {.directed = true}));
  EXPECT_FALSE(doubted(text, {.largest_component = true}));
  EXPECT_FALSE(doubted(text, {.edges = {.header = HeaderLine::kPresent}}));
  EXPECT_FALSE(doubted(text + "buyer,ann\n"));
  EXPECT_FALSE(doubted(text + "ann,seller\n", {.directed = true}));
  EXPECT_FALSE(doubted("buyer,seller\nann,bob\n"));  // too few to tell
  EXPECT_FALSE(doubted("n1,n2\nn3,n4\nn4,n5\nn5,n6\n"));
}

TEST(EdgeListColumns, RefusesWhatIsNotThere) {
  const std::string text = "u,v,day\n1,2,mon\n";
  EXPECT_THAT(error_of(text, {.columns = {"u", "w"}}),
              EndsWith("graph.tsv:1: --edge-columns: there is no column 'w', only 'u', 'v', 'day'"));
  EXPECT_THAT(error_of(text, {.columns = {"1", "4"}}),
              EndsWith("graph.tsv:1: --edge-columns: there is no column 4, only 1 to 3"));
  EXPECT_THAT(error_of(text, {.columns = {"0", "1"}}),
              EndsWith("graph.tsv:1: --edge-columns: there is no column 0, only 1 to 3"));
  EXPECT_THAT(error_of("u,v\n1,2\n3,4,5\n"), EndsWith("graph.tsv:3: 3 fields, but the header has 2"));
  EXPECT_THAT(error_of("u,v\n1,2\n3,\n"), EndsWith("graph.tsv:3: the column 'v' is empty"));
  EXPECT_THAT(error_of("u,v\n"), EndsWith("no edges"));
  EXPECT_THAT(error_of("date,buyer,seller\nmon,ann,bob\n"),
              EndsWith("graph.tsv:1: weight is not a number: 'seller'; if this line is a header, say --header or "
                       "--edge-columns"));
  for (const auto& [columns, header] : {std::pair(std::vector<std::string>{"u"}, HeaderLine::kDetect),
                                        {{"u", "u"}, HeaderLine::kDetect},
                                        {{"u", "v"}, HeaderLine::kAbsent},
                                        {{"1", "2", "3", "4"}, HeaderLine::kDetect}}) {
    EXPECT_THROW((void)read_table(text, {header, columns}), Error);
  }
}

TEST(EdgeList, PassesOverCommentsAndBlankLines) {
  const auto [graph, report] = read("# made by hand\n% also\n\n  # indented\n \t\n9 8\r\n\r\n8 7");
  EXPECT_THAT(graph.ids.integers, ElementsAre(9, 8, 7));
  EXPECT_EQ(report.lines, 2U);
}

TEST(EdgeList, OrdersRowsByFirstAppearance) {
  const auto [graph, report] = read("50 -7\n3 50\n", true);
  EXPECT_THAT(graph.ids.integers, ElementsAre(50, -7, 3));
  EXPECT_THAT(graph.offsets, ElementsAre(0, 1, 1, 2));
  EXPECT_THAT(graph.targets, ElementsAre(1, 0));
}

TEST(EdgeList, KeepsEveryIdAsWrittenWhenOneIsNoCanonicalInteger) {
  EXPECT_THAT(read("7 8\n007 7\n").graph.ids.texts, ElementsAre("7", "8", "007"));
  EXPECT_THAT(read("9223372036854775808 1\n").graph.ids.texts, ElementsAre("9223372036854775808", "1"));
  EXPECT_THAT(read("caf\xE9 \xFF\xFE\n").graph.ids.texts, ElementsAre("caf\xE9", "\xFF\xFE"));
  EXPECT_THAT(read("a#1 b\"\n").graph.ids.texts, ElementsAre("a#1", "b\""));
}

TEST(EdgeList, ReadsWeights) {
  const auto [graph, report] = read("1 2 0.5\n2 3 +4e0\n3 1\n", true);
  EXPECT_THAT(graph.weights, ElementsAre(0.5F, 4.0F, 1.0F));
}

TEST(EdgeList, CountsWhatItDropsAndMerges) {
  const auto [graph, report] = read("1 2\n2 1\n3 3\n1 4 0\n1 5 1e-400\n");
  EXPECT_EQ(graph.node_count(), 5U);
  EXPECT_EQ(report.duplicate_edges, 1U);
  EXPECT_EQ(report.self_loops, 1U);
  EXPECT_EQ(report.zero_weight_edges, 2U);
  EXPECT_EQ(report.lines, 5U);
}

TEST(EdgeList, NamesTheLineWithTooFewOrTooManyColumns) {
  EXPECT_THAT(error_of("# c\n1 2\n3\n"), EndsWith("graph.tsv:3: expected 'u v [weight]', found one column"));
  EXPECT_THAT(error_of("1 2 3 4\n"), EndsWith("graph.tsv:1: expected 'u v [weight]', found 4 columns; --edge-columns "
                                              "SOURCE,TARGET[,WEIGHT] says which columns are the edges"));
  EXPECT_THAT(error_of("1 2\n5\n"), EndsWith("graph.tsv:2: expected 'u v [weight]', found one column"));
}

TEST(EdgeList, NamesTheLineWithAnEmptyColumn) {
  // The weight would become a node.
  for (const std::string line : {"a,,5", ",a,b", "a,b,", "a, ,b", "a b,\t", "a,b,,"}) {
    EXPECT_THAT(error_of("x,y\n" + line + "\n"), EndsWith("graph.tsv:2: a column between commas is empty")) << line;
  }
  EXPECT_EQ(read("# ,,\na, b\nb ,c\n").graph.node_count(), 3U);
}

TEST(EdgeList, NamesTheLineWithAnImpossibleWeight) {
  EXPECT_THAT(error_of("1 2 3\n1 2 -3\n"), EndsWith("graph.tsv:2: weight is negative: -3"));
  EXPECT_THAT(error_of("1 2 nan\n"), EndsWith("graph.tsv:1: weight is not a number: nan"));
  EXPECT_THAT(error_of("1 2 inf\n"), EndsWith("graph.tsv:1: weight is infinite: inf"));
  EXPECT_THAT(error_of("1 2 -inf\n"), EndsWith("graph.tsv:1: weight is negative: -inf"));
  EXPECT_THAT(error_of("1 2 1e999\n"), EndsWith("graph.tsv:1: weight is too large: '1e999'"));
  EXPECT_THAT(error_of("1 2 1e39\n"), EndsWith("graph.tsv:1: weight is too large: 1e39"));
  EXPECT_THAT(error_of("1 2 0\n1 2 x\n"), EndsWith("graph.tsv:2: weight is not a number: 'x'"));
  EXPECT_THAT(error_of("1;2;2,5\n"),
              EndsWith("graph.tsv:1: weight is not a number: '2,5'; write a decimal point, no comma"));
  EXPECT_THAT(error_of("1 2 3x\n"), EndsWith("graph.tsv:1: weight is not a number: '3x'"));
  EXPECT_THAT(error_of("1 2 +-3\n"), EndsWith("graph.tsv:1: weight is not a number: '+-3'"));
  EXPECT_THAT(error_of("1 2 0\n1 2 +\n"), EndsWith("graph.tsv:2: weight is not a number: '+'"));
  EXPECT_THAT(error_of("1 2 \x01\x1B[31m\n"), EndsWith("graph.tsv:1: weight is not a number: '??[31m'"));
}

TEST(EdgeList, RefusesAFileWithoutEdges) {
  EXPECT_THAT(error_of(""), EndsWith("graph.tsv: no edges"));
  EXPECT_THAT(error_of("# nothing\n\n"), EndsWith("graph.tsv: no edges"));
}

TEST(EdgeList, RefusesNulBytes) {
  using namespace std::string_view_literals;
  EXPECT_THAT(error_of("\xFF\xFE"
                       "1\0 \0"
                       "2\0"sv),
              EndsWith("graph.tsv:1: UTF-16 text; to convert it: iconv -f UTF-16 -t UTF-8 FILE > edges.csv"));
  EXPECT_THAT(error_of("1 2\n1 3\0\n"sv), EndsWith("graph.tsv:2: a NUL byte; this is not a text file"));
}

TEST(EdgeList, RefusesWhatIsNotThere) {
  EXPECT_THROW((void)read_edge_list(testing::TempDir() + "/no/such/graph.tsv"), Error);
  EXPECT_THROW((void)read_edge_list(testing::TempDir()), Error);
}

}  // namespace
}  // namespace columnar::edge_list_reader_test
