#include "columnar/search/near_all.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "columnar/search/brute_force.hpp"
#include "columnar/search/rank.hpp"
#include "search/search_examples.hpp"

namespace columnar::near_all_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Five codes of three bits out of eight, of one layer.
SdrTable five_codes() {
  SdrTable table;
  table.shape = {.columns = 8, .cells_per_column = 1, .active_columns = 3, .layer = Layer::kL23};
  table.ids = {{0, 1, 2, 3, 4}, {}};
  table.bits = {0, 1, 2, 0, 1, 3, 0, 4, 5, 5, 6, 7, 0, 1, 4};
  return table;
}

std::vector<Query> like(const SdrTable& table, const std::vector<NodeIndex>& rows) {
  std::vector<Query> queries;
  for (const NodeIndex row : rows) {
    queries.push_back(query_like(table, std::vector<NodeIndex>{row}));
  }
  return queries;
}

std::vector<NodeIndex> rows_of(const std::vector<Hit>& hits) {
  std::vector<NodeIndex> rows;
  for (const Hit& hit : hits) {
    rows.push_back(hit.row);
  }
  return rows;
}

TEST(NearAll, RanksByTheQueryThatARowSharesLeastWith) {
  const SdrTable table = five_codes();
  const BruteForceIndex index(table);
  // Row 2 shares one bit with row 0 and one with row 3; rows 1 and 4 share two with row 0 and none with row 3.
  EXPECT_THAT(rows_of(near_all(index, like(table, {0, 3}), 1, 10)), ElementsAre(2));
  // Row 4 shares two bits with both, row 2 one with both.
  const std::vector<Hit> hits = near_all(index, like(table, {0, 1}), 1, 10);
  EXPECT_THAT(rows_of(hits), ElementsAre(4, 2));
  EXPECT_EQ(hits[0].overlap, 2U);
  EXPECT_EQ(hits[1].overlap, 1U);
  EXPECT_THAT(rows_of(near_all(index, like(table, {0, 1}), 1, 1)), ElementsAre(4));
  EXPECT_THAT(rows_of(near_all(index, like(table, {0, 1}), 2, 10)), ElementsAre(4));
  EXPECT_THAT(near_all(index, like(table, {2, 3}), 1, 10), IsEmpty());
}

TEST(NearAll, OfOneQueryIsThatQuery) {
  for (const SdrShape& shape : search_shapes()) {
    const SdrTable table = random_table(shape, 300, 1);
    const InvertedIndex index(table);
    for (const NodeIndex row : {0U, 7U, 299U}) {
      const std::vector<Query> queries = like(table, {row});
      EXPECT_EQ(near_all(index, queries, 1, 300), index.at_least(queries.front(), 1));
    }
  }
}

TEST(NearAll, IsWhatComparingEveryRowGives) {
  const SdrTable table = random_table(kTightShape, 200, 2);
  const BruteForceIndex index(table);
  const std::vector<Query> queries = like(table, {3, 50, 120});
  const std::vector<Hit> hits = near_all(index, queries, 1, 200);
  std::vector<std::vector<Hit>> single;
  for (const Query& query : queries) {
    single.push_back(index.at_least(query, 1));
  }
  std::size_t expected = 0;
  for (NodeIndex row = 0; row < 200; ++row) {
    std::uint32_t least = 1000;
    for (const auto& of_query : single) {
      const auto hit = std::ranges::find(of_query, row, &Hit::row);
      least = std::min(least, hit == of_query.end() ? 0 : kNearWeight * hit->near + hit->overlap);
    }
    const bool asked = row == 3 || row == 50 || row == 120;
    const auto found = std::ranges::find(hits, row, &Hit::row);
    ASSERT_EQ(found != hits.end(), least > 0 && !asked) << row;
    if (found != hits.end()) {
      ++expected;
      EXPECT_EQ(kNearWeight * found->near + found->overlap, least);
    }
  }
  EXPECT_GT(expected, 0U);
  for (std::size_t i = 1; i < hits.size(); ++i) {
    EXPECT_GE(kNearWeight * hits[i - 1].near + hits[i - 1].overlap, kNearWeight * hits[i].near + hits[i].overlap);
  }
}

}  // namespace
}  // namespace columnar::near_all_test
