#include "columnar/graph/matrix_market_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "columnar/error.hpp"
#include "support/temp_file.hpp"

namespace columnar::matrix_market_reader_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing_support::TempFile;

BuiltGraph read(const std::string& text, bool directed = false) {
  const TempFile file("graph.mtx", text);
  return read_matrix_market(file.path(), directed);
}

std::string error_of(const std::string& text) {
  try {
    (void)read(text);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    return error.what();
  }
  return "no error";
}

const std::string kGeneral = "%%MatrixMarket matrix coordinate real general\n";

TEST(MatrixMarket, NumbersNodesFromOneAndKeepsIsolatedRows) {
  const auto [graph, report] = read(kGeneral + "% comment\n4 4 2\n1 3 2.5\n3 1 2.5\n");
  EXPECT_THAT(graph.ids.integers, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(graph.offsets, ElementsAre(0, 1, 1, 2, 2));
  EXPECT_THAT(graph.weights, ElementsAre(2.5F, 2.5F));
  EXPECT_EQ(report.lines, 2U);
  EXPECT_EQ(report.duplicate_edges, 0U);
}

TEST(MatrixMarket, ReadsSymmetricPatterns) {
  const std::string text = "%%MatrixMarket MATRIX Coordinate Pattern Symmetric\n3 3 3\n2 1\n3 2\n3 3\n";
  const auto [graph, report] = read(text);
  EXPECT_THAT(graph.targets, ElementsAre(1, 0, 2, 1));
  EXPECT_FALSE(graph.is_weighted());
  EXPECT_EQ(report.self_loops, 1U);
}

TEST(MatrixMarket, GivesBothArcsOfASymmetricMatrixInADirectedReading) {
  const auto [graph, report] = read("%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 7\n", true);
  EXPECT_TRUE(graph.directed);
  EXPECT_THAT(graph.targets, ElementsAre(1, 0));
  EXPECT_THAT(graph.weights, ElementsAre(7.0F, 7.0F));
  EXPECT_EQ(report.lines, 1U);
}

TEST(MatrixMarket, ReadsAGeneralMatrixRowToColumnWhenDirected) {
  const auto [graph, report] = read(kGeneral + "3 3 2\n1 2 1\n1 3 1\n", true);
  EXPECT_THAT(graph.offsets, ElementsAre(0, 2, 2, 2));
}

TEST(MatrixMarket, RefusesTheRestOfTheFormatByName) {
  EXPECT_THAT(error_of("%%MatrixMarket matrix array real general\n2 2\n"),
              EndsWith("graph.mtx:1: Matrix Market 'array' is not supported here, only coordinate"));
  EXPECT_THAT(error_of("%%MatrixMarket matrix coordinate complex general\n"), HasSubstr("'complex'"));
  EXPECT_THAT(error_of("%%MatrixMarket matrix coordinate real skew-symmetric\n"), HasSubstr("'skew-symmetric'"));
  EXPECT_THAT(error_of("%%MatrixMarket matrix coordinate real hermitian\n"), HasSubstr("'hermitian'"));
  EXPECT_THAT(error_of("1 2\n"), HasSubstr("graph.mtx:1: expected '%%MatrixMarket"));
  EXPECT_THAT(error_of(""), EndsWith("graph.mtx: the file is empty"));
}

TEST(MatrixMarket, RefusesSizesThatMakeNoSense) {
  EXPECT_THAT(error_of(kGeneral), EndsWith("graph.mtx: the size line is missing"));
  EXPECT_THAT(error_of(kGeneral + "2 3 1\n1 1 1\n"), HasSubstr("graph.mtx:2: the matrix of a graph is square"));
  EXPECT_THAT(error_of(kGeneral + "2 2\n"), HasSubstr("found 2 columns"));
  EXPECT_THAT(error_of(kGeneral + "2 2 x\n"), HasSubstr("number of entries is not a whole number: 'x'"));
  EXPECT_THAT(error_of(kGeneral + "-2 -2 1\n"), HasSubstr("number of rows is not a whole number"));
  EXPECT_THAT(error_of(kGeneral + "99999999999 99999999999 1\n1 2 1\n"), HasSubstr("more than the limit"));
  EXPECT_THAT(error_of(kGeneral + "4000000000 4000000000 1\n1 2 1\n"), HasSubstr("implausible for 1 entries"));
}

TEST(MatrixMarket, RefusesEntriesThatDoNotFit) {
  EXPECT_THAT(error_of(kGeneral + "2 2 2\n1 2 1\n"),
              EndsWith("graph.mtx:3: the file ends after 1 of the 2 entries that the size line promises"));
  EXPECT_THAT(error_of(kGeneral + "2 2 1\n1 2 1\n2 1 1\n"), HasSubstr("graph.mtx:4: more entries than the 1"));
  EXPECT_THAT(error_of(kGeneral + "2 2 1\n0 2 1\n"), EndsWith("graph.mtx:3: row 0 is not between 1 and 2"));
  EXPECT_THAT(error_of(kGeneral + "2 2 1\n1 3 1\n"), EndsWith("graph.mtx:3: column 3 is not between 1 and 2"));
  EXPECT_THAT(error_of(kGeneral + "2 2 1\n1 2\n"), EndsWith("expected 'row column value', found 2 columns"));
  EXPECT_THAT(error_of(kGeneral + "2 2 1\n1 2 -4\n"), EndsWith("graph.mtx:3: weight is negative: -4"));
  EXPECT_THAT(error_of(kGeneral + "0 0 0\n"), EndsWith("no error"));  // read_graph refuses it for want of edges
}

TEST(MatrixMarket, HoldsAnIntegerMatrixToItsWord) {
  const std::string integer = "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2 ";
  EXPECT_THAT(error_of(integer + "1.5\n"), EndsWith("graph.mtx:3: the field is integer, but the value is not: '1.5'"));
  for (const char* value : {"1.0", "1e3", "inf", "+", "0x10"}) {
    EXPECT_THAT(error_of(integer + value + "\n"), HasSubstr("graph.mtx:3: the field is integer")) << value;
  }
  EXPECT_THAT(error_of(integer + "-4\n"), EndsWith("graph.mtx:3: weight is negative: -4"));
  EXPECT_THAT(read(integer + "+12\n").graph.weights, ElementsAre(12.0F, 12.0F));
}

TEST(MatrixMarket, TakesEitherTriangleOfASymmetricMatrixButNotBoth) {
  const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n";
  EXPECT_EQ(read(symmetric + "2 1 4\n3 1 5\n").graph.weights, read(symmetric + "1 2 4\n1 3 5\n").graph.weights);
  EXPECT_THAT(
      error_of(symmetric + "2 1 4\n1 2 5\n"),
      EndsWith("graph.mtx:4: a symmetric matrix gives one triangle, this one gives entries on both sides of the "
               "diagonal"));
}

}  // namespace
}  // namespace columnar::matrix_market_reader_test
