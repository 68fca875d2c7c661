#include "columnar/core/ranks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "support/thread_ranks.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing_support::ThreadRanks;

std::vector<float> rows_of(const RowShares& shares, std::size_t per_row) {
  std::vector<float> rows(shares.count() * per_row);
  std::iota(rows.begin(), rows.end(), static_cast<float>(shares.first() * per_row));
  return rows;
}

TEST(RowShares, AreWholeBlocksOfAllRows) {
  ThreadRanks::run(3, [](Ranks& ranks) {
    const RowShares shares(ranks, 5 * RowShares::kBlock + 7);
    EXPECT_EQ(shares.first_of(0), 0U);
    EXPECT_EQ(shares.count_of(0), 2 * RowShares::kBlock);
    EXPECT_EQ(shares.count_of(1), 2 * RowShares::kBlock);
    EXPECT_EQ(shares.count_of(2), RowShares::kBlock + 7);
    for (int rank = 0; rank < 3; ++rank) {
      EXPECT_EQ(shares.owner(shares.first_of(rank)), rank);
      EXPECT_EQ(shares.owner(shares.first_of(rank) + shares.count_of(rank) - 1), rank);
    }
    EXPECT_EQ(shares.has(shares.first_of(1)), ranks.rank() == 1);
  });
}

TEST(RowShares, LeaveRanksWithoutRowsWhereBlocksAreFew) {
  ThreadRanks::run(4, [](Ranks& ranks) {
    const RowShares shares(ranks, 100);
    EXPECT_EQ(shares.all(), 100U);
    EXPECT_EQ(shares.count(), ranks.rank() == 3 ? 100U : 0U);
    EXPECT_EQ(shares.owner(0), 3);
    EXPECT_EQ(RowShares::of(ranks, shares.count()).owner(99), 3);
  });
}

TEST(Ranks, GatherNumbersInTheirOrder) {
  ThreadRanks::run(3, [](Ranks& ranks) {
    const std::vector<int> own(static_cast<std::size_t>(ranks.rank()), ranks.rank());
    EXPECT_THAT(gather_all(ranks, std::span<const int>(own)), ElementsAre(1, 2, 2));
  });
}

TEST(Ranks, SumIntegersAndFindTheLargest) {
  ThreadRanks::run(4, [](Ranks& ranks) {
    std::vector<std::uint64_t> numbers{1, static_cast<std::uint64_t>(ranks.rank())};
    sum_over(ranks, numbers);
    EXPECT_THAT(numbers, ElementsAre(4U, 6U));
    EXPECT_EQ(largest_of(ranks, static_cast<std::uint64_t>(ranks.rank())), 3U);
  });
}

// 1e8 + 1 - 1e8 is 0 in floats, and 1 in any order that adds the 1 last: the order of the rows decides.
TEST(Ranks, ChangeFloatsInTheOrderOfTheRanks) {
  constexpr std::array<float, 3> kAdded = {1e8F, 1.0F, -1e8F};
  ThreadRanks::run(3, [&](Ranks& ranks) {
    std::vector<float> sums(5, 0.0F);
    in_turn(
        ranks, sums.size(), [&](std::size_t piece) { return std::span(sums).subspan(piece, 1); },
        [&](std::size_t piece) { sums[piece] += kAdded[static_cast<std::size_t>(ranks.rank())]; });
    EXPECT_THAT(sums, testing::Each(0.0F));
  });
}

TEST(Ranks, FetchRowsOfOthersInTheOrderAskedFor) {
  ThreadRanks::run(3, [](Ranks& ranks) {
    const RowShares shares(ranks, 3 * RowShares::kBlock);
    const std::vector<float> own = rows_of(shares, 2);
    const std::vector<std::uint32_t> wanted{6000, 1, 3000, 1};
    const std::vector<float> rows =
        fetch_rows(ranks, shares, 2, own.data(), std::span(wanted).first(ranks.rank() == 1 ? 4 : 2));
    ASSERT_EQ(rows.size(), ranks.rank() == 1 ? 8U : 4U);
    EXPECT_EQ(rows[0], 12'000.0F);
    EXPECT_EQ(rows[3], 3.0F);
    if (ranks.rank() == 1) {
      EXPECT_EQ(rows[5], 6001.0F);
      EXPECT_EQ(rows[6], 2.0F);
    }
  });
}

TEST(Ranks, GatherRowsOnAllOrOnTheFirst) {
  ThreadRanks::run(3, [](Ranks& ranks) {
    const RowShares shares(ranks, 2 * RowShares::kBlock + 1);
    std::vector<float> all(shares.all());
    gather_rows(ranks, shares, 1, rows_of(shares, 1).data(), all.data());
    EXPECT_EQ(all.back(), static_cast<float>(all.size() - 1));
    const std::vector<float> on_first = rows_on_first(ranks, shares, rows_of(shares, 1), 1);
    EXPECT_EQ(on_first, ranks.is_first() ? all : std::vector<float>());
  });
}

TEST(Ranks, CountWhatTheySend) {
  ThreadRanks::run(3, [](Ranks& ranks) {
    std::vector<std::byte> bytes(100);
    ranks.broadcast(bytes, 1);
    EXPECT_EQ(ranks.sent_bytes(), ranks.rank() == 1 ? 200U : 0U);
  });
  EXPECT_EQ(ranks_of({}).size(), 1);
  EXPECT_EQ(ranks_of({}).sent_bytes(), 0U);
}

TEST(Ranks, AllTakePartInEveryBlock) {
  ThreadRanks::run(2, [](Ranks& ranks) {
    std::size_t calls = 0;
    std::size_t rows = 0;
    for_blocks_together(ranks, ranks.is_first() ? 25 : 3, 10, [&](std::size_t begin, std::size_t end) {
      ++calls;
      rows += end - begin;
    });
    EXPECT_EQ(calls, 3U);
    EXPECT_EQ(rows, ranks.is_first() ? 25U : 3U);
  });
}

}  // namespace
}  // namespace columnar
