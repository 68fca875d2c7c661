#include "columnar/kernels/targets.hpp"
#include "columnar/search.hpp"
#include "columnar/search/brute_force.hpp"
#include "files/scratch.hpp"
#include "search/search_examples.hpp"

namespace columnar::exact_index_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What every index answers, whatever it is made of.
template <class Index>
class ExactIndex : public testing::Test {};
using Indexes = testing::Types<BruteForceIndex, InvertedIndex>;
TYPED_TEST_SUITE(ExactIndex, Indexes, );

TYPED_TEST(ExactIndex, FindsTheRowsOfATinyTable) {
  SdrTable table;
  table.shape = kTinyShape;
  table.ids.integers = {7, 8, 9, 10};
  table.bits = {0, 3, 6, 2, 5, 7, 0, 3, 7, 0, 5, 6};
  const TypeParam index(table);
  const NodeIndex first[] = {0};
  const auto hits = index.top(query_like(table, first), 10);
  ASSERT_EQ(hits.size(), 2U);  // row 1 shares nothing
  EXPECT_EQ(hits[0].row, 2U);
  EXPECT_EQ(hits[0].overlap, 2U);
  // Of the six pairs three share two bits: rows 0 and 2, 0 and 3, and none of the others. Bits 0 and 3 are had by three
  // and two of four rows, 0 and 6 by three and two as well: the lower row is first.
  EXPECT_DOUBLE_EQ(hits[0].chance, 3.0 / 7.0);
  EXPECT_EQ(hits[0].near, 0U);
  EXPECT_EQ(hits[0].rarity, 7U + 16U);  // 16 log2(4/3) = 6.6, 16 log2(4/2) = 16
  EXPECT_EQ(hits[1].row, 3U);
  EXPECT_EQ(hits[1].overlap, 2U);
  EXPECT_EQ(hits[1].rarity, 7U + 16U);
}

TYPED_TEST(ExactIndex, PutsL6FirstThenOtherBitsThenRareOnesThenTheLowerRow) {
  SdrTable table;  // bits 0 to 5 in L2/3, 6 to 9 in L5a, 10 to 15 in L6
  table.shape = kTightShape;
  table.ids.integers = {0, 1, 2, 3, 4, 5};
  table.bits = {0, 2, 6, 7, 10, 11,   // asked for
                0, 2, 6, 7, 12, 13,   // all others, nothing of L6
                0, 4, 8, 9, 10, 12,   // one of L6, one of the others: bit 0 of four rows
                1, 2, 8, 9, 10, 12,   // the same, but bit 2 of three rows
                1, 5, 8, 9, 10, 11,   // both of L6
                0, 4, 8, 9, 10, 12};  // as row 2
  const TypeParam index(table);
  std::vector<NodeIndex> rows;
  for (const Hit& hit : index.top(query_like(table, std::vector<NodeIndex>{0}), 10)) {
    rows.push_back(hit.row);
  }
  EXPECT_THAT(rows, ElementsAre(4, 3, 2, 5, 1));
}

TYPED_TEST(ExactIndex, AnswersAsThePlainTwinOnEveryTarget) {
  for (const SdrShape& shape : search_shapes()) {
    for (const std::size_t rows : {1, 63, 64, 65, 700}) {
      const SdrTable table = random_table(shape, rows, 5);
      const PlainSearch plain(table);
      for (const Target& target : available_targets()) {
        const TargetOverride only(target);
        const TypeParam index(table);
        for (const Query& query : queries_for(table)) {
          EXPECT_EQ(index.top(query, 10), plain.find(query, 10, 1));
          EXPECT_EQ(index.at_least(query, 3), plain.find(query, rows, 3));
        }
      }
    }
  }
}

TYPED_TEST(ExactIndex, AnswersABatchAsItAnswersEachQueryOnAnyNumberOfThreads) {
  const SdrTable table = random_table(kPaperShape, 3000, 8);
  const TypeParam index(table);
  std::vector<Query> queries;
  for (NodeIndex row = 0; row < 150; ++row) {
    queries.push_back(query_like(table, {&row, 1}));
  }
  for (const int threads : {1, 2, 5}) {
    const auto top = index.top(queries, 7, {threads, nullptr});
    const auto near = index.at_least(queries, 12, {threads, nullptr});
    ASSERT_EQ(top.size(), queries.size());
    for (std::size_t i = 0; i < queries.size(); ++i) {
      EXPECT_EQ(top[i], index.top(queries[i], 7));
      EXPECT_EQ(near[i], index.at_least(queries[i], 12));
    }
  }
}

TYPED_TEST(ExactIndex, AnswersNothingFromAnEmptyTable) {
  SdrTable table;
  const TypeParam index(table);
  EXPECT_THAT(index.top({{1, 2, 3}, {}}, 10), IsEmpty());
  EXPECT_THAT(index.top(std::span<const Query>(), 10, {}), IsEmpty());
}

TYPED_TEST(ExactIndex, RefusesBitsOutsideACodeAndAThresholdThatAllRowsReach) {
  const SdrTable table = random_table(kPaperShape, 5, 1);
  const TypeParam index(table);
  EXPECT_THAT(error_of(ErrorCode::kConfig,
                       [&] {
                         (void)index.top({{1800}, {}}, 1);
                       }),
              HasSubstr("bit 1800 is outside the 1800 bits"));
  EXPECT_THAT(error_of(ErrorCode::kConfig, [&] { (void)index.at_least({{1}, {}}, 0); }), HasSubstr("at least 1"));
}

class StopAtOnce : public ProgressSink {
 public:
  void advance(double) override { throw Error(ErrorCode::kInput, "stopped"); }
};

TYPED_TEST(ExactIndex, LetsTheCallerEndABatch) {
  const SdrTable table = random_table(kPaperShape, 50, 1);
  const TypeParam index(table);
  StopAtOnce stop;
  const std::vector<Query> queries(400, Query{{1, 2}, {}});
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)index.top(queries, 3, {2, &stop}); }), HasSubstr("stopped"));
}

}  // namespace
}  // namespace columnar::exact_index_test
