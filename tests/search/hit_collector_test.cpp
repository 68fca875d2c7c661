#include "columnar/search/hit_collector.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace columnar {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(HitCollector, KeepsTheBestAndOfEqualsTheFirst) {
  HitCollector hits(3, 1, {});
  for (const auto& [row, overlap] : std::vector<std::pair<NodeIndex, std::uint32_t>>{
           {0, 2}, {1, 5}, {2, 2}, {3, 5}, {4, 2}, {5, 3}, {6, 1}, {7, 3}}) {
    hits.offer(row, overlap);
  }
  EXPECT_THAT(hits.take(), ElementsAre(Hit{1, 5, 0.0}, Hit{3, 5, 0.0}, Hit{5, 3, 0.0}));
}

TEST(HitCollector, NeedsOneMoreThanTheWorstOnceItIsFull) {
  HitCollector hits(2, 1, {});
  EXPECT_EQ(hits.needed(), 1U);
  hits.offer(0, 4);
  EXPECT_EQ(hits.needed(), 1U);
  hits.offer(1, 2);
  EXPECT_EQ(hits.needed(), 3U);
  hits.offer(2, 3);
  EXPECT_EQ(hits.needed(), 4U);
}

TEST(HitCollector, KeepsAllThatReachAThreshold) {
  HitCollector hits(100, 3, {});
  hits.offer(0, 2);
  hits.offer(1, 3);
  hits.offer(2, 7);
  EXPECT_THAT(hits.take(), ElementsAre(Hit{2, 7, 0.0}, Hit{1, 3, 0.0}));
}

TEST(HitCollector, PassesOverTheRowsLeftOut) {
  const std::vector<NodeIndex> left_out{1, 4};
  HitCollector hits(1, 1, left_out);
  hits.offer(1, 9);
  EXPECT_EQ(hits.needed(), 1U);
  hits.offer(3, 2);
  hits.offer(4, 9);
  EXPECT_THAT(hits.take(), ElementsAre(Hit{3, 2, 0.0}));
}

TEST(HitCollector, WantsNothingWhereNothingIsAskedFor) {
  HitCollector hits(0, 1, {});
  hits.offer(0, 28);
  EXPECT_THAT(hits.take(), IsEmpty());
}

}  // namespace
}  // namespace columnar
