#include "columnar_lab/baselines/embedding_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::embedding_rows_test {
namespace {

using testing::ElementsAre;
using testing_codes::kTinyShape;
using testing_codes::make_table;
using testing_codes::make_vectors;
using testing_support::tiny_graph;

NodeIds texts(std::vector<std::string> names) { return {{}, std::move(names)}; }
NodeIds numbers(std::vector<std::int64_t> numbers) { return {std::move(numbers), {}}; }

TEST(InRowsOf, OrdersCodesByTheirIds) {
  const Embedding rows = in_rows_of("c", numbers({2, 0}), make_table(kTinyShape, {{0, 2, 8}, {1, 4, 9}, {3, 6, 10}}));
  EXPECT_THAT(codes_of(rows)->bits, ElementsAre(3, 6, 10, 0, 2, 8));
  EXPECT_EQ(ids_of(rows), numbers({2, 0}));
}

TEST(InRowsOf, TakesNumberedRowsInOrderWhereTheIdsAreOthers) {
  const Embedding rows = in_rows_of("v", texts({"b", "a"}), make_vectors(1, {5.0F, 7.0F}));
  EXPECT_THAT(vectors_of(rows)->values, ElementsAre(5.0F, 7.0F));
  EXPECT_EQ(ids_of(rows), texts({"b", "a"}));
}

TEST(InRowsOf, TakesNumbersForIdsWhereTheseAreTheIds) {
  const Embedding rows = in_rows_of("v", numbers({1, 0}), make_vectors(1, {5.0F, 7.0F}));
  EXPECT_THAT(vectors_of(rows)->values, ElementsAre(7.0F, 5.0F));
}

TEST(InRowsOf, NamesTheFirstIdWithoutARow) {
  try {
    static_cast<void>(in_rows_of("v.npy", numbers({0, 5, 6}), make_vectors(1, {5.0F, 7.0F})));
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    EXPECT_STREQ(error.what(), "v.npy: node '5' has no row in it");
  }
}

TEST(MatchRows, LeavesAGraphAloneThatHasTheRows) {
  Graph graph = tiny_graph(3, {{0, 1}});
  Labels labels;
  const Embedding rows = match_rows("v", graph, labels, make_vectors(1, {1.0F, 2.0F, 3.0F}));
  EXPECT_EQ(graph.node_count(), 3U);
  EXPECT_EQ(size_of(rows), 3U);
}

TEST(MatchRows, CutsAGraphToItsLargestComponentWhereTheRowsAreThose) {
  Graph graph = tiny_graph(5, {{0, 1}, {2, 3}, {3, 4}});
  Labels labels{{0, 0, 1, 1, 0}, {"a", "b"}};
  DenseTable table = make_vectors(1, {4.0F, 3.0F, 2.0F});
  table.ids = numbers({4, 3, 2});
  const Embedding rows = match_rows("v", graph, labels, table);
  EXPECT_EQ(graph.ids, numbers({2, 3, 4}));
  EXPECT_THAT(labels.classes, ElementsAre(1, 1, 0));
  EXPECT_THAT(vectors_of(rows)->values, ElementsAre(2.0F, 3.0F, 4.0F));
}

}  // namespace
}  // namespace columnar::embedding_rows_test
