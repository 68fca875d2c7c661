#include "columnar/kernels/targets.hpp"
#include "columnar/search.hpp"
#include "columnar/search/brute_force.hpp"
#include "columnar/search/postings.hpp"
#include "files/scratch.hpp"
#include "search/search_examples.hpp"

namespace columnar::inverted_index_test {
namespace {

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

class StopAtOnce : public ProgressSink {
 public:
  void advance(double) override { throw Error(ErrorCode::kInput, "stopped"); }
};

}  // namespace
}  // namespace columnar::inverted_index_test
