#include "columnar/files/sectioned_file.hpp"

#include <zlib.h>

#include <stdexcept>

#include "files/scratch.hpp"

namespace columnar::sectioned_file_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

SectionedFileWriter small_model() {
  SectionedFileWriter writer(FileKind::kModel, 3);
  writer.add_text("config", "{\"seed\":1}");
  writer.add("empty", {});
  writer.add_array("l23.weights", std::span<const float>(std::vector<float>{1.0F, -0.5F, 0.0F}));
  return writer;
}

/// Puts the checksum of header and table right again, so that what lies behind it is tested.
void mend_header(std::vector<std::byte>& file, std::size_t section_count) {
  const auto* bytes = reinterpret_cast<const Bytef*>(file.data());
  auto crc = crc32(crc32(0, bytes, 28), bytes + 32, static_cast<uInt>(64 * section_count));
  for (std::size_t i = 0; i < 4; ++i, crc >>= 8U) {
    file[28 + i] = static_cast<std::byte>(crc & 0xFFU);
  }
}

std::string refusal(std::vector<std::byte> file) {
  return error_of(ErrorCode::kInput, [&] { (void)SectionedFile::parse(std::move(file), "m"); });
}

TEST(SectionedFile, ReadsBackWhatItWrites) {
  const Scratch scratch;
  small_model().write(scratch.path("m.model"));
  const SectionedFile file = SectionedFile::read(scratch.path("m.model"), FileKind::kModel);
  EXPECT_EQ(file.kind(), FileKind::kModel);
  EXPECT_EQ(file.format_version(), 3U);
  EXPECT_EQ(file.text("config"), "{\"seed\":1}");
  EXPECT_TRUE(file.section("empty").empty());
  EXPECT_THAT(file.array<float>("l23.weights"), ElementsAre(1.0F, -0.5F, 0.0F));
  ASSERT_EQ(file.sections().size(), 3U);
  EXPECT_EQ(file.sections()[2].name, "l23.weights");
  EXPECT_EQ(file.sections()[2].size, 12U);
  EXPECT_EQ(file.sections()[2].offset % 8, 0U);
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)file.section("none"); }), HasSubstr("'none' is missing"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)file.array<double>("l23.weights"); }),
              HasSubstr("no whole number of items"));
}

TEST(SectionedFile, ReadsBackAFileWithoutSections) {
  const SectionedFile file = SectionedFile::parse(SectionedFileWriter(FileKind::kCodes).bytes(), "m");
  EXPECT_EQ(file.kind(), FileKind::kCodes);
  EXPECT_TRUE(file.sections().empty());
}

TEST(SectionedFile, WritesToDiskExactlyItsBytes) {
  const Scratch scratch;
  small_model().write(scratch.path("m"));
  const auto bytes = small_model().bytes();
  EXPECT_EQ(content_of(scratch.path("m")), std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

TEST(SectionedFile, HasTheseBytes) {
  SectionedFileWriter writer(FileKind::kModel, 2);
  writer.add_text("a", "hi");
  std::string expected =
      "\x89"
      "COLMDL\n";
  expected += std::string(
      "\x01\0\0\0"
      "\x02\0\0\0"
      "\x68\0\0\0\0\0\0\0"
      "\x01\0\0\0",
      20);  // 104 bytes, one section
  expected += "CRC4";
  expected += "a" + std::string(39, '\0');
  expected += std::string(
      "\x60\0\0\0\0\0\0\0"
      "\x02\0\0\0\0\0\0\0",
      16);  // at 96, two bytes
  expected += std::string(
      "\xAC\x2A\x93\xD8"
      "\0\0\0\0",
      8);  // CRC-32 of "hi" is D8932AAC
  expected += std::string("hi\0\0\0\0\0\0", 8);
  const auto bytes = writer.bytes();
  std::string actual(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  ASSERT_EQ(actual.size(), 104U);
  std::vector<std::byte> mended = bytes;
  mend_header(mended, 1);
  EXPECT_EQ(mended, bytes) << "the checksum of the header is not that of bytes 0-27 and the table";
  actual.replace(28, 4, "CRC4");
  EXPECT_EQ(actual, expected);
}

TEST(SectionedFile, RefusesEveryTruncation) {
  const Scratch scratch;
  const auto whole = small_model().bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto cut = std::span(whole).first(size);
    EXPECT_THROW((void)SectionedFile::parse({cut.begin(), cut.end()}, "m"), Error) << size;
    EXPECT_THROW((void)SectionedFile::read_any(scratch.put("cut", cut)), Error) << size;
  }
}

TEST(SectionedFile, RefusesEveryFlippedBit) {
  const auto whole = small_model().bytes();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      auto altered = whole;
      altered[at] ^= std::byte{1} << bit;
      EXPECT_THROW((void)SectionedFile::parse(altered, "m"), Error) << at << ":" << bit;
    }
  }
}

TEST(SectionedFile, RefusesBytesBehindItsEnd) {
  const Scratch scratch;
  auto bytes = small_model().bytes();
  bytes.resize(bytes.size() + 8);
  EXPECT_THAT(refusal(bytes), HasSubstr("bytes follow its end"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)SectionedFile::read_any(scratch.put("m", bytes)); }),
              HasSubstr("bytes follow its end"));
}

TEST(SectionedFile, TellsItsKindsApart) {
  const Scratch scratch;
  small_model().write(scratch.path("m.model"));
  const auto message = [](const std::string& path, FileKind kind) {
    return error_of(ErrorCode::kInput, [&] { (void)SectionedFile::read(path, kind); });
  };
  EXPECT_EQ(message(scratch.path("m.model"), FileKind::kCodes),
            scratch.path("m.model") + ": not a columnar codes file: it is a model file");
  EXPECT_EQ(message(scratch.put("z.npz", "PK\x03\x04"), FileKind::kModel),
            scratch.path("z.npz") + ": not a columnar model file: magic 50 4b 03 04");
  EXPECT_THAT(message(scratch.put("e", ""), FileKind::kModel), HasSubstr("the file is empty"));
  EXPECT_THAT(message("/dev/zero", FileKind::kModel), HasSubstr("magic 00 00 00 00 00 00 00 00"));
  EXPECT_EQ(sectioned_file_kind(scratch.path("m.model")), FileKind::kModel);
  EXPECT_EQ(sectioned_file_kind(scratch.path("z.npz")), std::nullopt);
  EXPECT_EQ(sectioned_file_kind(scratch.path("none")), std::nullopt);
}

TEST(SectionedFile, RefusesATableThatLiesEvenUnderARightChecksum) {
  const auto whole = small_model().bytes();
  const auto altered = [&](std::size_t at, std::byte value) {
    auto file = whole;
    file[at] = value;
    mend_header(file, 3);
    return refusal(file);
  };
  constexpr std::size_t kFirst = 32;
  constexpr std::size_t kSecond = 32 + 64;
  EXPECT_THAT(altered(kFirst + 40, std::byte{8}), HasSubstr("lies outside the file or over another"));     // offset
  EXPECT_THAT(altered(kFirst + 55, std::byte{0xFF}), HasSubstr("lies outside the file or over another"));  // size
  EXPECT_THAT(altered(kFirst + 48, std::byte{9}), HasSubstr("checksum of section 'config'"));
  EXPECT_THAT(altered(kSecond + 48, std::byte{8}), HasSubstr("checksum of section 'empty'"));
  EXPECT_THAT(altered(kFirst, std::byte{'/'}), HasSubstr("malformed table"));
  EXPECT_THAT(altered(kFirst, std::byte{0}), HasSubstr("malformed table"));
  EXPECT_THAT(altered(kFirst + 39, std::byte{'x'}), HasSubstr("malformed table"));
  EXPECT_THAT(altered(kFirst + 60, std::byte{1}), HasSubstr("malformed table"));
  auto twins = whole;
  std::copy_n(twins.begin() + kFirst, 40, twins.begin() + kSecond);
  mend_header(twins, 3);
  EXPECT_THAT(refusal(twins), HasSubstr("two sections are called 'config'"));
  auto fewer = whole;
  fewer[24] = std::byte{2};
  mend_header(fewer, 2);
  EXPECT_THAT(refusal(fewer), HasSubstr("damaged"));
  auto many = whole;
  many[27] = std::byte{0xFF};
  EXPECT_THAT(refusal(many), HasSubstr("too many"));
}

TEST(SectionedFile, RefusesAnotherVersionOfTheContainer) {
  auto file = small_model().bytes();
  file[8] = std::byte{2};
  EXPECT_THAT(refusal(file), HasSubstr("container version 2 is unknown"));
}

TEST(SectionedFileWriter, WritesAViewAsItWritesACopy) {
  const Scratch scratch;
  const std::vector<float> values = {1.5F, -2.0F, 3.0F};
  SectionedFileWriter copied(FileKind::kCheckpoint);
  copied.add_array("a", std::span<const float>(values));
  copied.add_array("none", std::span<const float>());
  SectionedFileWriter viewed(FileKind::kCheckpoint);
  viewed.add_view("a", std::span<const float>(values));
  viewed.add_view("none", std::span<const float>());
  EXPECT_EQ(copied.bytes(), viewed.bytes());
  viewed.write(scratch.path("v"));
  EXPECT_EQ(SectionedFile::read(scratch.path("v"), FileKind::kCheckpoint).array<float>("a"), values);
}

TEST(SectionedFileWriter, AllowsGoodNamesOnceEach) {
  SectionedFileWriter writer(FileKind::kModel);
  writer.add(std::string(40, 'x'), {});
  EXPECT_THROW(writer.add(std::string(40, 'x'), {}), std::invalid_argument);
  EXPECT_THROW(writer.add(std::string(41, 'x'), {}), std::invalid_argument);
  EXPECT_THROW(writer.add("", {}), std::invalid_argument);
  EXPECT_THROW(writer.add("A b", {}), std::invalid_argument);
  EXPECT_TRUE(SectionedFile::parse(writer.bytes(), "m").has(std::string(40, 'x')));
}

}  // namespace
}  // namespace columnar::sectioned_file_test
