#include "columnar/sdr/sdr_file.hpp"

#include "columnar/sdr/shape_section.hpp"
#include "files/scratch.hpp"
#include "sdr/sdr_examples.hpp"

namespace columnar::sdr_file_test {
namespace {

using testing::HasSubstr;

std::string hex(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    text += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

TEST(SdrFile, ReadsBackWhatItWrites) {
  const Scratch scratch;
  for (const SdrTable& table : {tiny_codes(), with_text_ids(tiny_codes()), paper_codes(200),
                                select_layer(paper_codes(9), Layer::kL5a), paper_codes(0)}) {
    write_sdr(scratch.path("c.sdr"), table, R"({"seed":1})");
    const SdrFile file = read_sdr(scratch.path("c.sdr"));
    EXPECT_EQ(file.table, table);
    EXPECT_EQ(file.metadata_json, R"({"seed":1})");
  }
}

// Made by another program from docs/formats.md.
TEST(SdrFile, HasTheseBytes) {
  const auto bytes = make_sdr(tiny_codes(), "{}", "c.sdr").bytes();
  const std::string expected =
      "89434f4c5344520a"  // magic
      "0100000001000000"  // container version 1, format version 1
      "6801000000000000"  // 360 bytes in all
      "04000000"          // 4 sections
      "2d3894c6"          // CRC-32 of bytes 0-27 and the table
      "73686170650000000000000000000000000000000000000000000000000000000000000000000000"  // table: 'shape'
      "20010000000000002000000000000000"                                                  //   offset and size
      "d815fdc000000000"                                                                  //   CRC-32, zero
      "6964732e696e74363400000000000000000000000000000000000000000000000000000000000000"  // table: 'ids.int64'
      "40010000000000001000000000000000"                                                  //   offset and size
      "55b3245500000000"                                                                  //   CRC-32, zero
      "636f6465730000000000000000000000000000000000000000000000000000000000000000000000"  // table: 'codes'
      "50010000000000000c00000000000000"                                                  //   offset and size
      "15b3da6300000000"                                                                  //   CRC-32, zero
      "6d657461646174610000000000000000000000000000000000000000000000000000000000000000"  // table: 'metadata'
      "60010000000000000200000000000000"                                                  //   offset and size
      "43bfa6a300000000"                                                                  //   CRC-32, zero
      "0300000002000000020000000200000001000000020000000200000000000000"  // shape: 3 columns of 2 cells, 2 active; L5a
                                                                          // 1 of 2; layer 2; 2 nodes
      "0700000000000000ffffffffffffffff"                                  // ids 7 and -1
      "00000300060002000500070000000000"                                  // codes 0 3 6 and 2 5 7, padding
      "7b7d000000000000";                                                 // metadata {}, padding
  EXPECT_EQ(hex(bytes), expected);
}

TEST(SdrFile, RefusesEveryTruncationAndEveryFlippedByte) {
  const Scratch scratch;
  const auto whole = make_sdr(with_text_ids(tiny_codes()), "{}", "c.sdr").bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto path = scratch.put("cut.sdr", std::span(whole).first(size));
    EXPECT_THROW((void)read_sdr(path), Error) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto altered = whole;
    altered[at] ^= std::byte{0xFF};
    EXPECT_THROW((void)sdr_from_sections(SectionedFile::parse(altered, "c.sdr")), Error) << at;
  }
}

/// A file whose checksums are right and whose content is the caller's.
std::string refusal(const std::vector<std::uint32_t>& shape, std::uint64_t nodes, const std::vector<std::int64_t>& ids,
                    const std::vector<std::uint16_t>& codes, std::string_view metadata = "{}",
                    std::uint32_t version = 1) {
  SectionedFileWriter writer(FileKind::kCodes, version);
  auto header = to_little_endian(std::span<const std::uint32_t>(shape));
  append_little_endian(header, nodes);
  writer.add("shape", header);
  writer.add_array("ids.int64", std::span<const std::int64_t>(ids));
  writer.add_array("codes", std::span<const std::uint16_t>(codes));
  writer.add_text("metadata", metadata);
  return error_of(ErrorCode::kInput, [&] { (void)sdr_from_sections(SectionedFile::parse(writer.bytes(), "c.sdr")); });
}

TEST(SdrFile, RefusesContentThatMakesNoSenseUnderRightChecksums) {
  const std::vector<std::uint32_t> shape = {3, 2, 2, 2, 1, 2};
  EXPECT_THAT(refusal(shape, 2, {7}, {0, 3, 6}), HasSubstr("1 ids for 2 nodes"));
  EXPECT_THAT(refusal(shape, std::uint64_t{1} << 60, {7}, {0, 3, 6}), HasSubstr("more than 32 bits"));
  EXPECT_THAT(refusal(shape, 1, {7}, {0, 3, 8}), HasSubstr("outside its 8 bits"));
  EXPECT_THAT(refusal(shape, 1, {7}, {0, 3}), HasSubstr("1 codes in 4 bytes, not 6"));
  EXPECT_THAT(refusal({3, 2, 2, 2, 1, 9}, 1, {7}, {0, 3, 6}), HasSubstr("unknown layer 9"));
  EXPECT_THAT(refusal({0, 0, 0, 0, 0, 2}, 0, {}, {}), HasSubstr("impossible"));
  EXPECT_THAT(refusal({65536, 65536, 2, 2, 1, 2}, 1, {7}, {0, 3, 6}), HasSubstr("wider"));
  EXPECT_THAT(refusal({3, 2}, 1, {7}, {0, 3, 6}), HasSubstr("its shape has 16 bytes"));
  EXPECT_THAT(refusal(shape, 1, {7}, {0, 3, 6}, "{"), HasSubstr("not JSON"));
  EXPECT_THAT(refusal(shape, 1, {7}, {0, 3, 6}, std::string(60000, '[') + std::string(60000, ']')),
              HasSubstr("its metadata are JSON of more than 65536 bytes"));
  EXPECT_THAT(refusal(shape, 1, {7}, {0, 3, 6}, std::string(65, '[') + std::string(65, ']')),
              HasSubstr("its metadata are JSON nested deeper than 64 levels"));
  EXPECT_EQ(refusal(shape, 2, {7, 7}, {0, 3, 6, 0, 3, 7}), "c.sdr: nodes 0 and 1 have the same id '7'");
  EXPECT_THAT(refusal(shape, 1, {7}, {0, 3, 6}, "{}", 3), HasSubstr("version 3"));
}

TEST(SdrFile, RefusesTextIdsWhoseOffsetsLie) {
  const auto refused = [](const std::vector<std::uint64_t>& offsets) {
    SectionedFileWriter writer(FileKind::kCodes);
    std::vector<std::byte> header =
        to_little_endian(std::span<const std::uint32_t>(std::vector<std::uint32_t>{3, 2, 2, 2, 1, 2}));
    append_little_endian(header, std::uint64_t{2});
    writer.add("shape", header);
    writer.add_array("ids.offsets", std::span<const std::uint64_t>(offsets));
    writer.add_text("ids.text", "abcd");
    writer.add_array("codes", std::span<const std::uint16_t>(std::vector<std::uint16_t>{0, 3, 6, 2, 5, 7}));
    writer.add_text("metadata", "{}");
    try {
      (void)sdr_from_sections(SectionedFile::parse(writer.bytes(), "c.sdr"));
      return false;
    } catch (const Error&) {
      return true;
    }
  };
  EXPECT_FALSE(refused({0, 2, 4}));
  EXPECT_TRUE(refused({}));
  EXPECT_TRUE(refused({0, 4}));
  EXPECT_TRUE(refused({1, 2, 4}));
  EXPECT_TRUE(refused({0, 2, 3}));
  EXPECT_TRUE(refused({0, 5, 4}));
  EXPECT_TRUE(refused({0, 4, 4}));
  EXPECT_TRUE(refused({0, std::uint64_t{1} << 63, 4}));
}

TEST(SdrFile, WritesNoCodesThatItWouldNotRead) {
  const Scratch scratch;
  SdrTable table = tiny_codes();
  table.bits[0] = 9;
  error_of(ErrorCode::kOutput, [&] { write_sdr(scratch.path("c.sdr"), table, "{}"); });
  error_of(ErrorCode::kOutput, [&] { write_sdr(scratch.path("c.sdr"), tiny_codes(), "no json"); });
  EXPECT_TRUE(scratch.names().empty());
}

TEST(SdrFile, ReadsBackWhatItWritesWithEveryCodec) {
  const Scratch scratch;
  for (const Codec codec : kCodecs) {
    for (const SdrTable& table :
         {with_text_ids(tiny_codes()), paper_codes(200), select_layer(paper_codes(9), Layer::kL5a), paper_codes(0)}) {
      write_sdr(scratch.path("c.sdr"), table, R"({"seed":1})", codec);
      const SdrFile file = read_sdr(scratch.path("c.sdr"));
      EXPECT_EQ(file.table, table) << name_of(codec);
      EXPECT_EQ(file.codec, codec);
      EXPECT_EQ(file.metadata_json, R"({"seed":1})");
    }
  }
}

TEST(SdrFile, GivesOneCodeOfAMappedFile) {
  const Scratch scratch;
  const SdrTable table = paper_codes(100);
  for (const Codec codec : kCodecs) {
    write_sdr(scratch.path("c.sdr"), table, "{}", codec);
    const PackedCodes codes = packed_codes(SectionedFile::map(scratch.path("c.sdr"), FileKind::kCodes));
    EXPECT_EQ(codes.codec(), codec);
    EXPECT_EQ(codes.code(77), std::vector(table.code(77).begin(), table.code(77).end()));
  }
}

TEST(SdrFile, RefusesEveryTruncationAndEveryFlippedByteWithEveryCodec) {
  for (const Codec codec : kCodecs) {
    const auto whole = make_sdr(tiny_codes(), "{}", "c.sdr", codec).bytes();
    for (std::size_t at = 0; at < whole.size(); ++at) {
      auto altered = whole;
      altered[at] ^= std::byte{0x10};
      EXPECT_THROW((void)sdr_from_sections(SectionedFile::parse(altered, "c.sdr")), Error) << at;
      altered.resize(at);
      EXPECT_THROW((void)sdr_from_sections(SectionedFile::parse(altered, "c.sdr")), Error) << at;
    }
  }
}

TEST(SdrFile, RefusesACodecThatItDoesNotKnow) {
  SectionedFileWriter writer(FileKind::kCodes, 2);
  add_shape(writer, tiny_codes().shape, 2);
  writer.add_array("ids.int64", std::span<const std::int64_t>(tiny_codes().ids.integers));
  writer.add_text("codec", "bitmap");  // files of an earlier version may have it
  writer.add_array("codes", std::span<const std::uint16_t>(tiny_codes().bits));
  writer.add_text("metadata", "{}");
  EXPECT_THAT(
      error_of(ErrorCode::kInput, [&] { (void)sdr_from_sections(SectionedFile::parse(writer.bytes(), "c.sdr")); }),
      HasSubstr("c.sdr: its codec 'bitmap' is unknown; this program knows plain, elias-fano and entropy"));
}

TEST(SdrFile, RefusesAModel) {
  const Scratch scratch;
  SectionedFileWriter(FileKind::kModel).write(scratch.path("m.model"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)read_sdr(scratch.path("m.model")); }),
              HasSubstr("not a columnar codes file"));
}

}  // namespace
}  // namespace columnar::sdr_file_test
