#include <gtest/gtest.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "fuzz/input.hpp"
#include "fuzz/readers.hpp"

namespace columnar::replay_test {
namespace {

namespace fs = std::filesystem;

/// The inputs of a folder, in the order of their names.
std::vector<fs::path> inputs_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.is_regular_file()) {
      found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// How the reader took an input; anything but taking or refusing it fails the test.
bool replay(const fuzz::Target& target, const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  try {
    return target.read(std::as_bytes(std::span(bytes)));
  } catch (const std::exception& error) {
    ADD_FAILURE() << path << ": " << error.what();
  }
  return false;
}

class Replay : public testing::TestWithParam<fuzz::Target> {};

TEST_P(Replay, EverySeedIsTakenOrRefused) {
  const auto inputs = inputs_in(fs::path(COLUMNAR_SOURCE_DIR) / "fuzz" / "corpus" / GetParam().name);
  const auto taken = std::ranges::count_if(inputs, [](const fs::path& path) { return replay(GetParam(), path); });
  EXPECT_GT(taken, 0) << "of " << inputs.size() << " seeds: the reader takes nothing, so nothing behind it is tried";
}

TEST_P(Replay, WhatOnceFailedDoesNotFailAgain) {
  for (const fs::path& path : inputs_in(fs::path(COLUMNAR_SOURCE_DIR) / "fuzz" / "crashes" / GetParam().name)) {
    (void)replay(GetParam(), path);
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Replay, testing::ValuesIn(fuzz::targets().begin(), fuzz::targets().end()),
                         [](const auto& each) {
                           std::string name(each.param.name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(FuzzFolders, HoldNothingThatNoTargetReplays) {
  std::size_t crashes = 0;
  for (const char* kind : {"corpus", "crashes"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(COLUMNAR_SOURCE_DIR) / "fuzz" / kind)) {
      EXPECT_NE(fuzz::target_by_name(entry.path().filename().string()), nullptr) << entry.path();
      crashes += std::string(kind) == "crashes" ? inputs_in(entry.path()).size() : 0;
    }
  }
  EXPECT_GT(crashes, 0U) << "the inputs that once failed are gone";
}

TEST(FuzzInput, PartsComeBackAsTheyWere) {
  const fuzz::Parts parts{7, {{"a", {std::byte{1}, std::byte{2}}}, {"", {}}, {"b", std::vector<std::byte>(300)}}};
  const fuzz::Parts back = fuzz::parts_of(fuzz::input_of(parts));
  ASSERT_EQ(back.parts.size(), 3U);
  EXPECT_EQ(back.version, 7);
  EXPECT_EQ(back.parts[0].bytes, parts.parts[0].bytes);
  EXPECT_EQ(back.parts[2].name, "b");
  EXPECT_EQ(back.parts[2].bytes.size(), 300U);
}

TEST(FuzzInput, AMendedContainerPassesItsChecksumsWhateverItHolds) {
  SectionedFileWriter writer(FileKind::kCodes);
  writer.add_text("name", "value");
  std::vector<std::byte> input = writer.bytes();
  input.back() = std::byte{0};
  input[input.size() - 8] = std::byte{'x'};  // of the section: its checksum is wrong now
  EXPECT_THROW((void)SectionedFile::parse(input, "damaged"), Error);
  input.insert(input.begin(), static_cast<std::byte>(fuzz::Form::kMended));
  EXPECT_EQ(SectionedFile::parse(fuzz::container_of(input, FileKind::kCodes), "mended").text("name"), "xalue");
}

}  // namespace
}  // namespace columnar::replay_test
