#include "columnar/graph/plausible_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "columnar/error.hpp"

namespace columnar::plausible_rows_test {
namespace {

std::string complaint(std::uint64_t rows, std::uint64_t entries, std::uint64_t bytes) {
  try {
    require_plausible_rows("graph", rows, entries, bytes);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kInput);
    return error.what();
  }
  return "";
}

TEST(PlausibleRows, AreAMillionOfNothing) {
  EXPECT_EQ(complaint(1'000'000, 0, 1), "");
  EXPECT_EQ(complaint(1'000'001, 0, 1'000'000), "graph: 1000001 rows are implausible for 0 entries");
}

TEST(PlausibleRows, HaveAnEntryAndAByteForEveryHundred) {
  EXPECT_EQ(complaint(5'000'000, 50'000, 50'000), "");
  EXPECT_EQ(complaint(5'000'100, 50'000, 50'001), "graph: 5000100 rows are implausible for 50000 entries");
  EXPECT_EQ(complaint(5'000'100, 50'001, 50'000), "graph: 5000100 rows are implausible for a file of 50000 bytes");
  EXPECT_NE(complaint(std::numeric_limits<std::uint64_t>::max(), 3, 3), "");
}

}  // namespace
}  // namespace columnar::plausible_rows_test
