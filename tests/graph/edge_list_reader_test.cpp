#include "columnar/graph/edge_list_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "columnar/error.hpp"
#include "support/temp_file.hpp"

namespace columnar::edge_list_reader_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing_support::TempFile;

BuiltGraph read(std::string_view text, bool directed = false) {
  const TempFile file("graph.tsv", text);
  return read_edge_list(file.path(), directed);
}

std::string error_of(std::string_view text) {
  try {
    (void)read(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    return error.what();
  }
  return "no error";
}

TEST(EdgeList, SeparatesColumnsBySpacesTabsAndCommasInAnyMixture) {
  const auto [graph, report] = read("1 2\n2\t3\n3,4\n 4 , \t5 \n");
  EXPECT_THAT(graph.ids.integers, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(graph.edge_count(), 4U);
  EXPECT_EQ(report.lines, 4U);
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
  EXPECT_THAT(read("a#1 \"b\"\n").graph.ids.texts, ElementsAre("a#1", "\"b\""));
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
  EXPECT_THAT(error_of("1 2 3 4\n"), EndsWith("graph.tsv:1: expected 'u v [weight]', found 4 columns"));
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
  EXPECT_THAT(error_of("1 2 x\n"), EndsWith("graph.tsv:1: weight is not a number: 'x'"));
  EXPECT_THAT(error_of("1 2 3x\n"), EndsWith("graph.tsv:1: weight is not a number: '3x'"));
  EXPECT_THAT(error_of("1 2 +-3\n"), EndsWith("graph.tsv:1: weight is not a number: '+-3'"));
  EXPECT_THAT(error_of("1 2 +\n"), EndsWith("graph.tsv:1: weight is not a number: '+'"));
  EXPECT_THAT(error_of("1 2 \x01\x1B[31m\n"), EndsWith("graph.tsv:1: weight is not a number: '??[31m'"));
}

TEST(EdgeList, RefusesAFileWithoutEdges) {
  EXPECT_THAT(error_of(""), EndsWith("graph.tsv: no edges"));
  EXPECT_THAT(error_of("# nothing\n\n"), EndsWith("graph.tsv: no edges"));
}

TEST(EdgeList, RefusesNulBytes) {
  using namespace std::string_view_literals;
  EXPECT_THAT(error_of("1 2\n1 3\0\n"sv), EndsWith("graph.tsv:2: a NUL byte; this is not a text file"));
}

TEST(EdgeList, RefusesWhatIsNotThere) {
  EXPECT_THROW((void)read_edge_list(testing::TempDir() + "/no/such/graph.tsv", false), Error);
  EXPECT_THROW((void)read_edge_list(testing::TempDir(), false), Error);
}

}  // namespace
}  // namespace columnar::edge_list_reader_test
