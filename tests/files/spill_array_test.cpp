#include "columnar/files/spill_array.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <numeric>
#include <string>

#include "columnar/error.hpp"

namespace columnar::spill_array_test {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

std::vector<std::uint32_t> ascending(std::size_t size) {
  std::vector<std::uint32_t> values(size);
  std::iota(values.begin(), values.end(), 0U);
  return values;
}

TEST(SpillArray, ReadsTheSameFromMemoryAndFromAFile) {
  const std::vector<std::uint32_t> values = ascending(300'000);
  SpillArray<std::uint32_t> memory;
  SpillArray<std::uint32_t> file = SpillArray<std::uint32_t>::in_file(::testing::TempDir());
  for (std::size_t i = 0; i < values.size(); i += 70'000) {
    const auto part = std::span(values).subspan(i, std::min<std::size_t>(70'000, values.size() - i));
    memory.append(part);
    file.append(part);
  }
  memory.seal();
  file.seal();
  EXPECT_EQ(memory, SpillArray<std::uint32_t>(values));
  EXPECT_EQ(file, memory);
  EXPECT_EQ(file[299'999], 299'999U);
  EXPECT_EQ(memory.spilled_bytes(), 0U);
  EXPECT_EQ(file.spilled_bytes(), 1'200'000U);
}

TEST(SpillArray, CanBeMovedCopiedAndEmpty) {
  SpillArray<float> file = SpillArray<float>::in_file(::testing::TempDir());
  file.push_back(1.5F);
  file.push_back(2.5F);
  file.seal();
  SpillArray<float> copy = file;
  EXPECT_EQ(copy.spilled_bytes(), 0U);
  EXPECT_THAT(copy, ElementsAre(1.5F, 2.5F));
  const SpillArray<float> moved = std::move(file);
  EXPECT_EQ(moved.spilled_bytes(), 8U);
  EXPECT_THAT(moved, ElementsAre(1.5F, 2.5F));
  copy = {};
  EXPECT_TRUE(copy.empty());
  EXPECT_NE(copy, moved);
  SpillArray<float> empty = SpillArray<float>::in_file(::testing::TempDir());
  empty.seal();
  EXPECT_TRUE(empty.empty());
  EXPECT_EQ(empty, copy);
}

TEST(SpillFile, LeavesNoNameBehind) {
  const std::filesystem::path directory = std::filesystem::path(::testing::TempDir()) / "columnar_spill_no_name";
  std::filesystem::create_directories(directory);
  {
    SpillFile file(directory.string());
    file.append(std::as_bytes(std::span<const char>("bytes")));
    EXPECT_TRUE(std::filesystem::is_empty(directory));
  }
  std::filesystem::remove_all(directory);
}

TEST(SpillFile, RefusesADirectoryThatIsNotThere) {
  try {
    const SpillFile file("/no/such/directory");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::kOutput);
    EXPECT_THAT(error.what(), StartsWith("/no/such/directory: cannot make a temporary file: "));
  }
}

TEST(SpillFile, SaysThatItCannotWrite) {
  // A limit on the size of files fails in the middle of a write, as a full disk does.
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit whole{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &whole), 0);
  rlimit small = whole;
  small.rlim_cur = 10'000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string directory = ::testing::TempDir();
  SpillArray<std::uint32_t> array = SpillArray<std::uint32_t>::in_file(directory);
  array.append(ascending(2000));
  EXPECT_THAT([&] { array.append(ascending(2000)); },
              testing::ThrowsMessage<Error>(StartsWith(directory + ": cannot write to a temporary file: ")));
  ::setrlimit(RLIMIT_FSIZE, &whole);
  std::signal(SIGXFSZ, before);
}

}  // namespace
}  // namespace columnar::spill_array_test
