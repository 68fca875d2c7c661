#include "columnar/graph/id_index.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"

namespace columnar::id_index_test {
namespace {

using testing::ElementsAre;

TEST(CanonicalInteger, IsOneThatPrintsAsItWasWritten) {
  EXPECT_EQ(parse_canonical_integer("0"), 0);
  EXPECT_EQ(parse_canonical_integer("-3"), -3);
  EXPECT_EQ(parse_canonical_integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_canonical_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* other : {"", "-", "007", "-0", "00", "+5", "5.0", "5 ", "1e3", "0x10", "9223372036854775808",
                            "-9223372036854775809", "99999999999999999999999", "seven", "--5"}) {
    EXPECT_EQ(parse_canonical_integer(other), std::nullopt) << other;
  }
}

TEST(IdIndex, NumbersIdsInTheOrderOfFirstAppearance) {
  IdIndex index;
  EXPECT_EQ(index.row_of("30"), 0U);
  EXPECT_EQ(index.row_of("-4"), 1U);
  EXPECT_EQ(index.row_of("30"), 0U);
  EXPECT_EQ(index.find("-4"), 1U);
  EXPECT_EQ(index.find("4"), std::nullopt);
  EXPECT_EQ(index.find("x"), std::nullopt);
  EXPECT_THAT(std::move(index).take_ids().integers, ElementsAre(30, -4));
}

TEST(IdIndex, TurnsToTextAtTheFirstIdThatIsNoInteger) {
  IdIndex index;
  (void)index.row_of("7");
  EXPECT_EQ(index.row_of("007"), 1U);
  EXPECT_EQ(index.row_of("7"), 0U);
  EXPECT_EQ(index.row_of("+7"), 2U);
  EXPECT_EQ(index.find("007"), 1U);
  const NodeIds ids = std::move(index).take_ids();
  EXPECT_THAT(ids.texts, ElementsAre("7", "007", "+7"));
  EXPECT_TRUE(ids.integers.empty());
}

TEST(IdIndex, TakesTextAsItsVeryFirstId) {
  IdIndex index;
  EXPECT_EQ(index.find("a"), std::nullopt);
  EXPECT_EQ(index.row_of("a"), 0U);
  EXPECT_EQ(index.row_of("1"), 1U);
  EXPECT_EQ(index.find("1"), 1U);
}

TEST(IdIndex, KeepsItsRowsWhileItGrows) {
  IdIndex numbers;
  IdIndex texts;
  for (NodeIndex i = 0; i < 20'000; ++i) {
    ASSERT_EQ(numbers.row_of(std::to_string(std::int64_t{i} * 4096)), i);
    ASSERT_EQ(texts.row_of(std::to_string(i) + "n"), i);
  }
  for (NodeIndex i = 0; i < 20'000; ++i) {
    ASSERT_EQ(numbers.find(std::to_string(std::int64_t{i} * 4096)), i);
    ASSERT_EQ(texts.row_of(std::to_string(i) + "n"), i);
  }
  EXPECT_EQ(numbers.size(), 20'000U);
}

/// Ids of all sizes mixed, so that some move from the table to the array as that grows.
TEST(IdIndex, AgreesWithAMapOnRandomIntegers) {
  const KeyedRandom random(5, Purpose::kProbe);
  IdIndex index;
  std::map<std::int64_t, NodeIndex> rows;
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    const std::uint64_t range = std::uint64_t{1} << random.below(24, i, 0);
    const auto id = static_cast<std::int64_t>(random.below(range, i, 1)) - static_cast<std::int64_t>(range / 16);
    const auto [entry, is_new] = rows.emplace(id, static_cast<NodeIndex>(rows.size()));
    ASSERT_EQ(index.find(std::to_string(id)).has_value(), !is_new);
    ASSERT_EQ(index.row_of(std::to_string(id)), entry->second);
  }
  for (const auto& [id, row] : rows) {
    ASSERT_EQ(index.find(std::to_string(id)), row);
  }
  EXPECT_EQ(index.row_of("text"), rows.size());
  for (const auto& [id, row] : rows) {
    ASSERT_EQ(index.find(std::to_string(id)), row);
  }
}

TEST(IdIndex, FindsIdsThatExistedBefore) {
  NodeIds ids;
  ids.texts = {"b", "a"};
  EXPECT_EQ(IdIndex(ids).find("a"), 1U);
  EXPECT_EQ(IdIndex(NodeIds{}).find("a"), std::nullopt);
}

/// The number that the finaliser of MurmurHash3 turns into this one: multiplying by the inverse undoes each step.
std::uint64_t made_to_hash_to(std::uint64_t hash) {
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t x = odd;  // Newton: each round doubles the bits that are right, from three on
    for (int round = 0; round < 5; ++round) {
      x *= 2 - odd * x;
    }
    return x;
  };
  hash ^= hash >> 33U;
  hash *= inverse(0xC4CEB9FE1A85EC53ULL);
  hash ^= hash >> 33U;
  hash *= inverse(0xFF51AFD7ED558CCDULL);
  return hash ^ (hash >> 33U);
}

TEST(IdIndex, RefusesIdsThatWereChosenToCollide) {
  IdIndex index("graph.tsv");
  const auto feed = [&index] {
    for (std::uint64_t i = 1; i < 100'000; ++i) {
      (void)index.row_of(std::to_string(static_cast<std::int64_t>(made_to_hash_to(i << 40U))));
    }
  };
  EXPECT_THAT(feed, testing::ThrowsMessage<Error>(testing::StartsWith("graph.tsv: too many ids collide")));
  EXPECT_GT(index.size(), 4000U);
  EXPECT_LT(index.size(), 5000U);
}

TEST(RequireDistinctIds, NamesTheFirstNodeThatRepeatsAnother) {
  const auto complaint = [](const NodeIds& ids) -> std::string {
    try {
      require_distinct_ids(ids, "c.sdr", ErrorCode::kOutput);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kOutput);
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(complaint({{}, {}}), "none");
  EXPECT_EQ(complaint({{1, 2, 3}, {}}), "none");
  EXPECT_EQ(complaint({{3, -2, 1}, {}}), "none");
  EXPECT_EQ(complaint({{1, 2, 2, 1}, {}}), "c.sdr: nodes 1 and 2 have the same id '2'");
  EXPECT_EQ(complaint({{5, 2, 5}, {}}), "c.sdr: nodes 0 and 2 have the same id '5'");
  EXPECT_EQ(complaint({{}, {"a", "b", "c"}}), "none");
  EXPECT_EQ(complaint({{}, {"a", "7", "c", "7", "a"}}), "c.sdr: nodes 1 and 3 have the same id '7'");
}

}  // namespace
}  // namespace columnar::id_index_test
