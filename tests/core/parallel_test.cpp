#include "columnar/core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace columnar {
namespace {

std::set<std::pair<std::size_t, std::size_t>> ranges(int threads, std::size_t count, std::size_t block) {
  std::set<std::pair<std::size_t, std::size_t>> seen;
  std::mutex mutex;
  parallel_blocks(threads, count, block, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard<std::mutex> lock(mutex);
    seen.emplace(begin, end);
  });
  return seen;
}

TEST(ParallelBlocks, CutsTheWorkByTheBlockAlone) {
  const std::set<std::pair<std::size_t, std::size_t>> expected = {{0, 4}, {4, 8}, {8, 10}};
  for (const int threads : {-1, 0, 1, 2, 7}) {
    EXPECT_EQ(ranges(threads, 10, 4), expected) << threads;
  }
  EXPECT_TRUE(ranges(3, 0, 4).empty());
}

TEST(ParallelBlocks, VisitsEveryItemOnce) {
  std::vector<std::atomic<int>> visits(1000);
  parallel_blocks(4, visits.size(), 7, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      ++visits[i];
    }
  });
  for (const auto& count : visits) {
    EXPECT_EQ(count, 1);
  }
}

TEST(ParallelBlocks, RethrowsAnExceptionOnceAllHaveEnded) {
  for (const int threads : {2, 4}) {
    std::atomic<int> ended = 0;
    try {
      parallel_blocks(threads, 20, 1, [&](std::size_t begin, std::size_t) {
        ++ended;
        if (begin == 3) {
          throw std::runtime_error("block 3");
        }
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()), "block 3");
    }
    EXPECT_EQ(ended, 20);
  }
  EXPECT_THROW(parallel_blocks(1, 2, 1, [](std::size_t, std::size_t) { throw std::logic_error("x"); }),
               std::logic_error);
}

}  // namespace
}  // namespace columnar
