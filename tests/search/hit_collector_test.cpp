#include "columnar/search/hit_collector.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace columnar::hit_collector_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(HitCollector, KeepsTheBestAndOfEqualsTheFirst) {
  HitCollector hits(3, 1, {});
  for (const auto& [row, overlap] : std::vector<std::pair<NodeIndex, std::uint32_t>>{
           {0, 2}, {1, 5}, {2, 2}, {3, 5}, {4, 2}, {5, 3}, {6, 1}, {7, 3}}) {
    hits.offer(row, {0, overlap, 9});
  }
  EXPECT_THAT(hits.take(), ElementsAre(Hit{1, 0, 5, 9, 0.0}, Hit{3, 0, 5, 9, 0.0}, Hit{5, 0, 3, 9, 0.0}));
}

TEST(HitCollector, OrdersByScoreThenRarity) {
  HitCollector hits(9, 1, {});
  hits.offer(0, {1, 9, 3});
  hits.offer(1, {3, 2, 0});
  hits.offer(2, {1, 9, 4});
  hits.offer(3, {1, 8, 200});
  EXPECT_THAT(hits.take(),
              ElementsAre(Hit{1, 3, 2, 0, 0.0}, Hit{2, 1, 9, 4, 0.0}, Hit{0, 1, 9, 3, 0.0}, Hit{3, 1, 8, 200, 0.0}));
}

TEST(HitCollector, NeedsMoreThanTheWorstOnceItIsFull) {
  HitCollector hits(2, 1, {});
  EXPECT_EQ(hits.needed(), Rank());
  EXPECT_EQ(hits.worst(), Rank());
  hits.offer(0, {0, 4, 7});
  EXPECT_EQ(hits.needed(), Rank());
  hits.offer(1, {0, 2, 7});
  EXPECT_EQ(hits.worst(), Rank(0, 2, 7));
  EXPECT_EQ(hits.needed(), Rank(0, 2, 7).next());
  hits.offer(2, {0, 2, 8});
  EXPECT_EQ(hits.needed(), Rank(0, 2, 8).next());
  hits.expect({1, 0, 0});
  EXPECT_EQ(hits.needed(), Rank(1, 0, 0));
}

TEST(HitCollector, KeepsAllThatReachAThreshold) {
  HitCollector hits(100, 3, {});
  hits.offer(0, {1, 1, 0});
  hits.offer(1, {1, 2, 0});
  hits.offer(2, {0, 7, 0});
  EXPECT_THAT(hits.take(), ElementsAre(Hit{2, 0, 7, 0, 0.0}, Hit{1, 1, 2, 0, 0.0}));
}

TEST(HitCollector, PassesOverTheRowsLeftOut) {
  const std::vector<NodeIndex> left_out{1, 4};
  HitCollector hits(1, 1, left_out);
  hits.offer(1, {0, 9, 0});
  EXPECT_EQ(hits.needed(), Rank());
  hits.offer(3, {0, 2, 0});
  hits.offer(4, {0, 9, 0});
  EXPECT_THAT(hits.take(), ElementsAre(Hit{3, 0, 2, 0, 0.0}));
}

TEST(HitCollector, WantsNothingWhereNothingIsAskedFor) {
  HitCollector hits(0, 1, {});
  hits.offer(0, {20, 28, 0});
  EXPECT_THAT(hits.take(), IsEmpty());
}

}  // namespace
}  // namespace columnar::hit_collector_test
