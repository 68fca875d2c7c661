#include "columnar/core/parallel.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace columnar::parallel_test {
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

TEST(ParallelBlocks, RethrowsWhatAHelperThrows) {
  const std::thread::id caller = std::this_thread::get_id();
  std::latch both(2);
  const auto fail_elsewhere = [&](std::size_t, std::size_t) {
    both.arrive_and_wait();  // one block for each thread
    if (std::this_thread::get_id() != caller) {
      throw std::runtime_error("helper");
    }
  };
  EXPECT_THROW(parallel_blocks(2, 2, 1, fail_elsewhere), std::runtime_error);
  EXPECT_EQ(ranges(2, 10, 4).size(), 3U);  // the helper is still there
}

TEST(ParallelBlocks, RunsAllBlocksAtOnceWhereThereAreThreadsEnough) {
  std::latch all(5);
  parallel_blocks(5, 5, 1, [&](std::size_t, std::size_t) { all.arrive_and_wait(); });
}

TEST(ParallelBlocks, RunsALoopInsideALoopOnOneThread) {
  std::atomic<int> elsewhere = 0;
  std::atomic<int> calls = 0;
  parallel_blocks(3, 6, 1, [&](std::size_t, std::size_t) {
    const std::thread::id outer = std::this_thread::get_id();
    parallel_blocks(3, 6, 1, [&](std::size_t, std::size_t) {
      ++calls;
      elsewhere += static_cast<int>(std::this_thread::get_id() != outer);
    });
  });
  EXPECT_EQ(calls, 36);
  EXPECT_EQ(elsewhere, 0);
}

TEST(ParallelBlocks, EveryCallingThreadHasHelpersOfItsOwn) {
  std::atomic<std::size_t> sum = 0;
  {
    std::vector<std::jthread> callers;
    for (int c = 0; c < 4; ++c) {
      callers.emplace_back([&] {
        for (int round = 0; round < 200; ++round) {
          parallel_blocks(1 + round % 4, 50, 3, [&](std::size_t begin, std::size_t end) { sum += end - begin; });
        }
      });
    }
  }
  EXPECT_EQ(sum, 4U * 200U * 50U);
}

TEST(ParallelBlocks, WorksAfterHelpersHaveFallenAsleep) {
  for (int round = 0; round < 3; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(ranges(3, 100, 1).size(), 100U);
  }
}

#ifndef __SANITIZE_THREAD__  // it starts no thread in a child of fork()
TEST(ParallelBlocks, AChildOfAForkHasHelpersOfItsOwn) {
  parallel_blocks(3, 3, 1, [](std::size_t, std::size_t) {});
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ::alarm(20);  // ends a child that waits for ever
    std::latch all(3);
    parallel_blocks(3, 3, 1, [&](std::size_t, std::size_t) { all.arrive_and_wait(); });
    std::jthread([] { parallel_blocks(3, 3, 1, [](std::size_t, std::size_t) {}); }).join();
    ::_exit(7);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7) << status;
  std::latch all(3);
  parallel_blocks(3, 3, 1, [&](std::size_t, std::size_t) { all.arrive_and_wait(); });
}
#endif

}  // namespace
}  // namespace columnar::parallel_test
