#include "columnar/files/npz.hpp"

#include <stdlib.h>
#include <time.h>

#include "columnar/files/unpacking.hpp"
#include "files/scratch.hpp"

namespace columnar::npz_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

NpzWriter small_archive() {
  NpzWriter writer;
  writer.add("indptr", make_npy(std::vector<std::int32_t>{0, 2, 3}));
  writer.add("labels", make_npy(std::vector<std::int64_t>{1, -1}));
  writer.add("weights", make_npy(std::vector<float>(2000, 1.0F)));
  return writer;
}

TEST(Npz, ReadsBackWhatItWrites) {
  const Scratch scratch;
  small_archive().write(scratch.path("g.npz"));
  const NpzReader reader(scratch.path("g.npz"));
  EXPECT_THAT(reader.names(), ElementsAre("indptr", "labels", "weights"));
  EXPECT_TRUE(reader.has("labels"));
  EXPECT_FALSE(reader.has("label"));
  EXPECT_THAT(reader.read_as<std::uint64_t>("indptr"), ElementsAre(0, 2, 3));
  EXPECT_THAT(reader.read_as<double>("labels"), ElementsAre(1, -1));
  EXPECT_EQ(reader.read_as<float>("weights"), std::vector<float>(2000, 1.0F));
  EXPECT_THAT(reader.header("weights").shape, ElementsAre(2000));
}

TEST(Npz, GivesTheSameBytesInEveryTimeZone) {
  const std::vector<std::byte> first = small_archive().bytes();
  setenv("TZ", "Asia/Tokyo", 1);
  tzset();
  EXPECT_EQ(small_archive().bytes(), first);
  unsetenv("TZ");
  tzset();
}

TEST(Npz, NamesFileAndArrayInItsErrors) {
  const Scratch scratch;
  const std::string path = scratch.path("g.npz");
  small_archive().write(path);
  const NpzReader reader(path);
  EXPECT_EQ(error_of(ErrorCode::kInput, [&] { (void)reader.read("none"); }), path + ": no array 'none' in the archive");
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)reader.read_as<std::uint32_t>("labels"); }),
              StartsWith(path + ": array 'labels': value -1 at index 1"));
  const auto opening = [](const std::string& file) {
    return error_of(ErrorCode::kInput, [&] { NpzReader archive(file); });
  };
  EXPECT_THAT(opening(scratch.path("none")), HasSubstr("no such file"));
  EXPECT_THAT(opening(scratch.directory()), HasSubstr("is a directory"));
  EXPECT_THAT(opening(scratch.put("empty", "")), HasSubstr("the file is empty"));
  EXPECT_EQ(opening(scratch.put("text", "1 2\n")),
            scratch.path("text") + ": not a .npz archive, or the end of one is missing");
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 30);
  EXPECT_EQ(opening(path), path + ": not a .npz archive, or the end of one is missing");
}

TEST(Npz, RefusesArraysPastTheLimitBeforeReadingThem) {
  const Scratch scratch;
  small_archive().write(scratch.path("g.npz"));
  const NpzReader reader(scratch.path("g.npz"), 1000);
  EXPECT_THAT(reader.read_as<int>("indptr"), ElementsAre(0, 2, 3));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)reader.read("weights"); }), HasSubstr("larger than 1000 bytes"));
}

TEST(Npz, RefusesAHeaderThatPromisesMoreThanItsEntryHolds) {
  const Scratch scratch;
  NpzWriter writer;
  std::vector<std::byte> bomb = make_npy_header("<f8", std::vector<std::uint64_t>{std::uint64_t{1} << 50});
  append_little_endian(bomb, 1.0);
  writer.add("adj_data", bomb);
  writer.add("short", std::vector<std::byte>(5));
  writer.add("text", std::vector<std::byte>(500, std::byte{'x'}));
  writer.write(scratch.path("g.npz"));
  const NpzReader reader(scratch.path("g.npz"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)reader.read("adj_data"); }), HasSubstr("disagrees with its"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)reader.header("adj_data"); }), HasSubstr("disagrees with its"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)reader.read("short"); }), HasSubstr("not a .npy array"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)reader.read("text"); }), HasSubstr("not a .npy array"));
}

/// Reads everything in an archive; true when nothing was refused.
bool reads_whole(const std::string& path) {
  try {
    const NpzReader reader(path);
    for (const std::string& name : reader.names()) {
      const NpyArray array = reader.read(name);
      EXPECT_EQ(array.data.size(), array.header.data_bytes);
    }
    return reader.names().size() == 3;
  } catch (const Error&) {
    return false;
  }
}

TEST(Npz, SurvivesEveryTruncationAndEveryFlippedByte) {
  const Scratch scratch;
  const std::vector<std::byte> whole = small_archive().bytes();
  ASSERT_TRUE(reads_whole(scratch.put("whole.npz", whole)));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(reads_whole(scratch.put("cut.npz", std::span(whole).first(size)))) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::vector<std::byte> altered = whole;
    altered[at] ^= std::byte{0xFF};
    (void)reads_whole(scratch.put("altered.npz", altered));  // times and names may change; must not crash
  }
}

TEST(Npz, RefusesABombHoweverItIsSpread) {
  const Scratch scratch;
  NpzWriter writer;
  for (const char* name : {"a", "b"}) {
    writer.add(name, make_npy(std::vector<std::uint8_t>(kMaxUnpackedBytes / 2 + 1)));
  }
  writer.write(scratch.path("g.npz"));
  const NpzReader reader(scratch.path("g.npz"));
  EXPECT_EQ(reader.read("a").data.size(), kMaxUnpackedBytes / 2 + 1);
  EXPECT_THAT(
      error_of(ErrorCode::kInput, [&] { (void)reader.read("b"); }),
      AllOf(HasSubstr("g.npz: array 'b': the archive unpacks to more than 100 times its "), HasSubstr(" bytes")));
}

}  // namespace
}  // namespace columnar::npz_test
