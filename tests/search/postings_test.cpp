#include "columnar/search/postings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sdr/sdr_examples.hpp"
#include "search/search_examples.hpp"

namespace columnar::postings_test {
namespace {

using testing::ElementsAre;

TEST(Postings, OfATinyTableHaveTheBundlesOfEachBit) {
  const Postings postings(tiny_codes());  // {0, 3, 6} and {2, 5, 7}: one bundle
  ASSERT_EQ(postings.blocks(), 1U);
  EXPECT_EQ(postings.bundles(0), 1U);
  EXPECT_THAT(postings.counts(), ElementsAre(1, 0, 1, 1, 0, 1, 1, 1));
  ASSERT_EQ(postings.posting(0, 5).bitmap.size(), 1U);
  EXPECT_EQ(postings.posting(0, 5).bitmap[0].words[0], 1U);
  EXPECT_TRUE(postings.posting(0, 1).list.empty());
  EXPECT_TRUE(postings.posting(0, 1).bitmap.empty());
}

TEST(Postings, HoldEveryBundleThatHasABitAndNoOther) {
  const SdrTable table = random_table(kPaperShape, 9001, 2);
  const Postings postings(table);
  std::size_t lists = 0;
  std::size_t bitmaps = 0;
  for (std::uint32_t bit = 0; bit < table.shape.width(); ++bit) {
    const Posting posting = postings.posting(0, static_cast<std::uint16_t>(bit));
    std::vector<bool> has(postings.bundles(0));
    for (std::size_t row = 0; row < table.size(); ++row) {
      const auto code = table.code(row);
      has[row / kBundleRows] = has[row / kBundleRows] || std::binary_search(code.begin(), code.end(), bit);
    }
    std::vector<bool> found(posting.bitmap.empty() ? has.size() : posting.bitmap.size() * kLineRows);
    for (const std::uint16_t place : posting.list) {
      found[place] = true;
    }
    for (std::size_t place = 0; place < posting.bitmap.size() * kLineRows; ++place) {
      found[place] = ((posting.bitmap[place / kLineRows].words[place % kLineRows / 64] >> (place % 64)) & 1U) != 0;
    }
    has.resize(found.size());
    EXPECT_EQ(found, has);
    lists += posting.list.empty() ? 0 : 1;
    bitmaps += posting.bitmap.empty() ? 0 : 1;
  }
  EXPECT_GT(lists, 100U);
  EXPECT_GT(bitmaps, 100U);
}

}  // namespace
}  // namespace columnar::postings_test
