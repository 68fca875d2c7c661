#include "columnar/search/brute_force.hpp"

#include "files/scratch.hpp"
#include "search/search_examples.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(BruteForce, FindsTheRowsOfATinyTable) {
  SdrTable table;
  table.shape = kTinyShape;
  table.ids.integers = {7, 8, 9, 10};
  table.bits = {0, 3, 6, 2, 5, 7, 0, 3, 7, 0, 5, 6};
  const BruteForceIndex index(table);
  const NodeIndex first[] = {0};
  const auto hits = index.top(query_like(table, first), 10);
  ASSERT_EQ(hits.size(), 2U);  // row 1 shares nothing
  EXPECT_EQ(hits[0].row, 2U);
  EXPECT_EQ(hits[0].overlap, 2U);
  EXPECT_NEAR(hits[0].chance, 8.0 / 24, 1e-15);
  EXPECT_EQ(hits[1].row, 3U);
  EXPECT_EQ(hits[1].overlap, 2U);
}

TEST(BruteForce, AnswersAsThePlainTwinWithEveryInstructionSet) {
  const SdrShape odd{.columns = 7, .cells_per_column = 3, .active_columns = 7, .l5a_size = 64, .l5a_active = 2};
  SdrShape l23;
  l23.layer = Layer::kL23;
  for (const SdrShape& shape : {kPaperShape, odd, l23}) {
    for (const std::size_t rows : {1, 63, 64, 65, 700}) {
      const SdrTable table = random_table(shape, rows, 5);
      for (const Simd simd : available_simd()) {
        const BruteForceIndex index(table, simd);
        for (const Query& query : queries_for(table)) {
          EXPECT_EQ(index.top(query, 10), plain_search(table, query, 10, 1));
          EXPECT_EQ(index.at_least(query, 3), plain_search(table, query, rows, 3));
        }
      }
    }
  }
}

TEST(BruteForce, AnswersABatchAsItAnswersEachQueryOnAnyNumberOfThreads) {
  const SdrTable table = random_table(kPaperShape, 3000, 8);
  const BruteForceIndex index(table);
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

TEST(BruteForce, AnswersNothingFromAnEmptyTable) {
  SdrTable table;
  const BruteForceIndex index(table);
  EXPECT_THAT(index.top({{1, 2, 3}, {}}, 10), IsEmpty());
  EXPECT_THAT(index.top(std::span<const Query>(), 10, {}), IsEmpty());
}

TEST(BruteForce, RefusesBitsOutsideACodeAndAThresholdThatAllRowsReach) {
  const SdrTable table = random_table(kPaperShape, 5, 1);
  const BruteForceIndex index(table);
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

TEST(BruteForce, LetsTheCallerEndABatch) {
  const SdrTable table = random_table(kPaperShape, 50, 1);
  const BruteForceIndex index(table);
  StopAtOnce stop;
  const std::vector<Query> queries(400, Query{{1, 2}, {}});
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)index.top(queries, 3, {2, &stop}); }), HasSubstr("stopped"));
}

}  // namespace
}  // namespace columnar
