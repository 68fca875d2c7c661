#include "columnar/kernels/targets.hpp"
#include "columnar/search.hpp"
#include "columnar/search/brute_force.hpp"
#include "columnar/search/postings.hpp"
#include "files/scratch.hpp"
#include "search/search_examples.hpp"

namespace columnar::inverted_index_test {
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
  // Of the six pairs three share two bits: rows 0 and 2, 0 and 3, and none of the others. Bits 0 and 3 are had by three
  // and two of four rows, 0 and 6 by three and two as well: the lower row is first.
  EXPECT_DOUBLE_EQ(hits[0].chance, 3.0 / 7.0);
  EXPECT_EQ(hits[0].near, 0U);
  EXPECT_EQ(hits[0].rarity, 7U + 16U);  // 16 log2(4/3) = 6.6, 16 log2(4/2) = 16
  EXPECT_EQ(hits[1].row, 3U);
  EXPECT_EQ(hits[1].overlap, 2U);
  EXPECT_EQ(hits[1].rarity, 7U + 16U);
}

TEST(InvertedIndex, PutsL6FirstThenOtherBitsThenRareOnesThenTheLowerRow) {
  SdrTable table;  // bits 0 to 5 in L2/3, 6 to 9 in L5a, 10 to 15 in L6
  table.shape = kTightShape;
  table.ids.integers = {0, 1, 2, 3, 4, 5};
  table.bits = {0, 2, 6, 7, 10, 11,   // asked for
                0, 2, 6, 7, 12, 13,   // all others, nothing of L6
                0, 4, 8, 9, 10, 12,   // one of L6, one of the others: bit 0 of four rows
                1, 2, 8, 9, 10, 12,   // the same, but bit 2 of three rows
                1, 5, 8, 9, 10, 11,   // both of L6
                0, 4, 8, 9, 10, 12};  // as row 2
  const InvertedIndex index(table);
  std::vector<NodeIndex> rows;
  for (const Hit& hit : index.top(query_like(table, std::vector<NodeIndex>{0}), 10)) {
    rows.push_back(hit.row);
  }
  EXPECT_THAT(rows, ElementsAre(4, 3, 2, 5, 1));
}

TEST(InvertedIndex, AnswersAsThePlainTwinOnEveryTarget) {
  for (const SdrShape& shape : search_shapes()) {
    for (const std::size_t rows : {1, 63, 64, 65, 700}) {
      const SdrTable table = random_table(shape, rows, 5);
      const PlainSearch plain(table);
      for (const Target& target : available_targets()) {
        const TargetOverride only(target);
        const InvertedIndex index(table);
        for (const Query& query : queries_for(table)) {
          EXPECT_EQ(index.top(query, 10), plain.find(query, 10, 1));
          EXPECT_EQ(index.at_least(query, 3), plain.find(query, rows, 3));
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
  const SdrShape shape{.columns = 200,
                       .cells_per_column = 4,
                       .active_columns = 5,
                       .l5a_size = 60,
                       .l5a_active = 6,
                       .layer = Layer::kSearch,
                       .l6_size = 300,
                       .l6_active = 7};
  for (const Layer layer : {Layer::kAll, Layer::kL6, Layer::kSearch}) {
    const SdrTable table = random_table(with_layer(shape, layer), kBlockBundles * kBundleRows + 4097, 12);
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
}

TEST(InvertedIndex, AnswersAsThePlainTwinWhateverTheNumberOfHits) {
  for (const SdrShape& shape : {kPaperShape, kSearchShape, kTightShape}) {
    const SdrTable table = random_table(shape, 300, 4);
    const InvertedIndex index(table);
    const BruteForceIndex brute(table);
    const PlainSearch plain(table);
    for (const Query& query : queries_for(table)) {
      for (const std::size_t k : {0, 1, 2, 50, 299, 300, 100000}) {
        EXPECT_EQ(index.top(query, k), plain.find(query, k, 1));
        EXPECT_EQ(brute.top(query, k), plain.find(query, k, 1));
      }
      for (const std::uint32_t overlap : {1U, 2U, 5U, 14U, 28U, 29U, 48U, 4000000000U}) {
        EXPECT_EQ(index.at_least(query, overlap), plain.find(query, 300, overlap));
        EXPECT_EQ(brute.at_least(query, overlap), plain.find(query, 300, overlap));
      }
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
}  // namespace columnar::inverted_index_test
