#include "columnar/search/inverted_index.hpp"

#include "columnar/search/brute_force.hpp"
#include "files/scratch.hpp"
#include "search/search_examples.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(InvertedIndex, FindsTheRowsOfATinyTable) {
  SdrTable table;
  table.shape = kTinyShape;
  table.ids.integers = {7, 8, 9, 10};
  table.bits = {0, 3, 6, 2, 5, 7, 0, 3, 7, 0, 5, 6};
  const InvertedIndex index(table);
  const NodeIndex first[] = {0};
  const auto hits = index.top(query_like(table, first), 10);
  ASSERT_EQ(hits.size(), 2U);  // row 1 shares nothing
  EXPECT_EQ(hits[0].row, 2U);
  EXPECT_EQ(hits[0].overlap, 2U);
  EXPECT_NEAR(hits[0].chance, 8.0 / 24, 1e-15);
  EXPECT_EQ(hits[1].row, 3U);
  EXPECT_EQ(hits[1].overlap, 2U);
}

TEST(InvertedIndex, AnswersAsThePlainTwinWithEveryInstructionSet) {
  const SdrShape odd{.columns = 7, .cells_per_column = 3, .active_columns = 7, .l5a_size = 64, .l5a_active = 2};
  SdrShape l23;
  l23.layer = Layer::kL23;
  for (const SdrShape& shape : {kPaperShape, odd, l23}) {
    for (const std::size_t rows : {1, 63, 64, 65, 700}) {
      const SdrTable table = random_table(shape, rows, 5);
      for (const Simd simd : available_simd()) {
        const InvertedIndex index(table, simd);
        for (const Query& query : queries_for(table)) {
          EXPECT_EQ(index.top(query, 10), plain_search(table, query, 10, 1));
          EXPECT_EQ(index.at_least(query, 3), plain_search(table, query, rows, 3));
        }
      }
    }
  }
}

TEST(InvertedIndex, AnswersABatchAsItAnswersEachQueryOnAnyNumberOfThreads) {
  const SdrTable table = random_table(kPaperShape, 3000, 8);
  const InvertedIndex index(table);
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

// More rows than a block holds, rare bits and common ones, so that lists, bitmaps and what is not read all matter.
TEST(InvertedIndex, AnswersAsBruteForceAcrossBlocks) {
  const SdrShape shape{.columns = 200, .cells_per_column = 4, .active_columns = 5, .l5a_size = 60, .l5a_active = 6};
  const SdrTable table = random_table(shape, kBlockBundles * kBundleRows + 4097, 12);
  const InvertedIndex index(table);
  const BruteForceIndex brute(table);
  ASSERT_EQ(index.postings().blocks(), 2U);
  for (const Query& query : queries_for(table)) {
    for (const std::size_t k : {1, 10, 1000}) {
      EXPECT_EQ(index.top(query, k), brute.top(query, k));
    }
    EXPECT_EQ(index.at_least(query, 7), brute.at_least(query, 7));
  }
}

TEST(InvertedIndex, AnswersAsThePlainTwinWhateverTheNumberOfHits) {
  const SdrTable table = random_table(kPaperShape, 300, 4);
  const InvertedIndex index(table);
  for (const Query& query : queries_for(table)) {
    for (const std::size_t k : {0, 1, 2, 50, 299, 300, 100000}) {
      EXPECT_EQ(index.top(query, k), plain_search(table, query, k, 1));
    }
    for (const std::uint32_t overlap : {1U, 2U, 14U, 28U, 29U, 4000000000U}) {
      EXPECT_EQ(index.at_least(query, overlap), plain_search(table, query, 300, overlap));
    }
  }
}

TEST(InvertedIndex, TakesAboutFortyBytesACodeBesideTheCodes) {
  const SdrTable table = random_table(kPaperShape, 50000, 6);
  const InvertedIndex index(table);
  EXPECT_LT(static_cast<double>(index.bytes()) / 50000.0, 45.0);
  EXPECT_EQ(std::vector(index.code(7).begin(), index.code(7).end()),
            std::vector(table.code(7).begin(), table.code(7).end()));
}

TEST(InvertedIndex, AnswersNothingFromAnEmptyTable) {
  SdrTable table;
  const InvertedIndex index(table);
  EXPECT_THAT(index.top({{1, 2, 3}, {}}, 10), IsEmpty());
  EXPECT_THAT(index.top(std::span<const Query>(), 10, {}), IsEmpty());
}

TEST(InvertedIndex, RefusesBitsOutsideACodeAndAThresholdThatAllRowsReach) {
  const SdrTable table = random_table(kPaperShape, 5, 1);
  const InvertedIndex index(table);
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

TEST(InvertedIndex, LetsTheCallerEndABatch) {
  const SdrTable table = random_table(kPaperShape, 50, 1);
  const InvertedIndex index(table);
  StopAtOnce stop;
  const std::vector<Query> queries(400, Query{{1, 2}, {}});
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)index.top(queries, 3, {2, &stop}); }), HasSubstr("stopped"));
}

}  // namespace
}  // namespace columnar
