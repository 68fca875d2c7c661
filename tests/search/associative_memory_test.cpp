#include "columnar/search/associative_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar/sdr/noise.hpp"
#include "columnar/search/brute_force.hpp"
#include "search/search_examples.hpp"

namespace columnar::associative_memory_test {
namespace {

SdrTable tiny_memory() {
  SdrTable table;
  table.shape = kTinyShape;  // two of three columns of two cells (bits 0 to 5), one of two L5a bits (6 and 7)
  table.ids.integers = {10, 11, 12, 13};
  table.bits = {0, 3, 6, 1, 4, 7, 0, 3, 6, 0, 5, 6};
  return table;
}

TEST(AssociativeMemory, CompletesAPatternWorkedByHand) {
  const AssociativeMemory memory(tiny_memory());
  const std::optional<Recall> part = memory.recall(Pattern{4, 7});
  ASSERT_TRUE(part);
  EXPECT_EQ(part->row, 1U);
  EXPECT_EQ(part->overlap, 2U);
  EXPECT_EQ(part->runner_up_score, 0U);
  EXPECT_TRUE(part->is_unique());
  EXPECT_DOUBLE_EQ(part->chance, 2.0 / 5.0);  // one of four rows has both bits
}

TEST(AssociativeMemory, TakesRowsOfOneCodeForOneAnswer) {
  const AssociativeMemory memory(tiny_memory());
  const std::optional<Recall> twice = memory.recall(Pattern{3, 6});  // rows 0 and 2 have both bits, row 3 one of them
  ASSERT_TRUE(twice);
  EXPECT_EQ(twice->row, 0U);
  EXPECT_EQ(twice->overlap, 2U);
  EXPECT_EQ(twice->runner_up_score, 1U);
  EXPECT_EQ(twice->margin(), 1U);
}

TEST(AssociativeMemory, SaysWhenCodesAreEquallyNear) {
  const AssociativeMemory memory(tiny_memory());
  const std::optional<Recall> tied = memory.recall(Pattern{0, 6});
  ASSERT_TRUE(tied);
  EXPECT_EQ(tied->row, 0U);
  EXPECT_EQ(tied->margin(), 0U);
  EXPECT_FALSE(tied->is_unique());
}

TEST(AssociativeMemory, FindsNothingForBitsThatNoCodeHas) {
  const AssociativeMemory memory(tiny_memory());
  EXPECT_FALSE(memory.recall(Pattern{2}));
  EXPECT_FALSE(memory.recall(Pattern{}));
  EXPECT_THROW((void)memory.recall(Pattern{8}), Error);
}

TEST(AssociativeMemory, OfEqualCodesAloneHasNoRunnerUp) {
  SdrTable same;
  same.shape = kTinyShape;
  for (int row = 0; row < 9; ++row) {
    same.ids.integers.push_back(row);
    same.bits.insert(same.bits.end(), {0, 3, 6});
  }
  const std::optional<Recall> recalled = AssociativeMemory(same).recall(Pattern{6, 3, 0});
  ASSERT_TRUE(recalled);
  EXPECT_EQ(recalled->overlap, 3U);
  EXPECT_EQ(recalled->runner_up_score, 0U);
}

TEST(AssociativeMemory, RecallsEveryCodeAsThePlainSearchDoes) {
  for (const SdrShape& shape : {kPaperShape, kSearchShape, with_layer(kSearchShape, Layer::kL6)}) {
    const SdrTable codes = random_table(shape, 300, 2);  // some rows repeat others
    const AssociativeMemory memory(codes, std::make_unique<BruteForceIndex>(codes));
    const PlainSearch plain(codes);
    for (const std::uint32_t keep : {shape.active(), 10U, 2U}) {
      const std::vector<Pattern> parts = subsample(codes, keep);
      for (const int threads : {1, 3}) {
        const std::vector<std::optional<Recall>> recalls = memory.recall(parts, {threads, nullptr});
        ASSERT_EQ(recalls.size(), parts.size());
        for (std::size_t row = 0; row < parts.size(); ++row) {
          const std::vector<Hit> hits = plain.find({parts[row], {}}, codes.size(), 1);
          const auto other = std::ranges::find_if(hits, [&](const Hit& hit) {
            return !std::ranges::equal(codes.code(hit.row), codes.code(hits.front().row));
          });
          const Hit second = other == hits.end() ? Hit{} : *other;
          ASSERT_TRUE(recalls[row]);
          const std::uint32_t weight = shape.layer == Layer::kSearch ? 4 : 0;
          const auto score = [weight](const Hit& hit) { return weight * hit.near + hit.overlap; };
          EXPECT_EQ(*recalls[row], (Recall{hits.front().row, hits.front().near, hits.front().overlap,
                                           score(hits.front()), score(second), hits.front().chance}));
          EXPECT_EQ(recalls[row], memory.recall(parts[row]));
        }
      }
    }
  }
}

TEST(AssociativeMemory, RefusesAnIndexOfOtherCodesAndBrokenCodes) {
  const SdrTable codes = tiny_memory();
  SdrTable fewer = codes;
  fewer.ids.integers.pop_back();
  fewer.bits.resize(9);
  EXPECT_THROW(AssociativeMemory(codes, std::make_unique<BruteForceIndex>(fewer)), Error);
  EXPECT_THROW(AssociativeMemory(codes, nullptr), Error);
  fewer.bits.pop_back();
  EXPECT_THROW(AssociativeMemory{fewer}, Error);
}

}  // namespace
}  // namespace columnar::associative_memory_test
