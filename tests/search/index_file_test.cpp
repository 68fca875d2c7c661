#include "columnar/search/index_file.hpp"

#include <functional>

#include "columnar/files/little_endian.hpp"
#include "columnar/sdr/shape_section.hpp"
#include "columnar/search/postings.hpp"
#include "files/scratch.hpp"
#include "sdr/sdr_examples.hpp"
#include "search/search_examples.hpp"

namespace columnar::index_file_test {
namespace {

using testing::HasSubstr;

TEST(IndexFile, AnswersAfterMappingAsBeforeSaving) {
  const Scratch scratch;
  const SdrShape narrow{.columns = 9, .cells_per_column = 3, .active_columns = 2, .l5a_size = 7, .l5a_active = 3};
  for (const SdrTable& table :
       {random_table(kPaperShape, 3000, 1), random_table(kSearchShape, 3000, 1),
        random_table(with_layer(kSearchShape, Layer::kL6), 99, 1), with_text_ids(random_table(narrow, 40, 2)),
        random_table(narrow, 1, 3), random_table(kPaperShape, 0, 3)}) {
    const InvertedIndex built(table);
    save_index(scratch.path("c.idx"), built, table.ids);
    const IndexFile mapped = map_index(scratch.path("c.idx"));
    EXPECT_EQ(mapped.ids, table.ids);
    EXPECT_EQ(mapped.index->shape(), table.shape);
    EXPECT_TRUE(
        std::equal(mapped.index->codes().begin(), mapped.index->codes().end(), table.bits.begin(), table.bits.end()));
    for (const Query& query : table.size() == 0 ? std::vector<Query>{{{1}, {}}} : queries_for(table)) {
      EXPECT_EQ(mapped.index->top(query, 10), built.top(query, 10));
    }
  }
}

TEST(IndexFile, IsUsedWhereItLiesWhenItIsMapped) {
  const Scratch scratch;
  const SdrTable table = random_table(kSearchShape, 3000, 1);
  save_index(scratch.path("c.idx"), InvertedIndex(table), table.ids);
  const SectionedFile file = SectionedFile::map(scratch.path("c.idx"), FileKind::kIndex);
  const IndexFile index = index_from_sections(file);
  EXPECT_EQ(static_cast<const void*>(index.index->postings().bitmaps().data()),
            static_cast<const void*>(file.section("postings.bitmaps").data()));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(index.index->postings().bitmaps().data()) % 64, 0U);
  EXPECT_EQ(static_cast<const void*>(index.index->codes().data()),
            static_cast<const void*>(file.section("codes").data()));
}

TEST(IndexFile, OutlivesTheFileThatItCameFrom) {
  const Scratch scratch;
  const SdrTable table = random_table(kPaperShape, 300, 1);
  const InvertedIndex built(table);
  save_index(scratch.path("c.idx"), built, table.ids);
  const IndexFile mapped = map_index(scratch.path("c.idx"));
  save_index(scratch.path("c.idx"), InvertedIndex(random_table(kPaperShape, 5, 9)),
             random_table(kPaperShape, 5, 9).ids);
  EXPECT_EQ(mapped.index->top({{1, 2, 3, 1600}, {}}, 9), built.top({{1, 2, 3, 1600}, {}}, 9));
}

TEST(IndexFile, RefusesEveryTruncationAndEveryFlippedByte) {
  const Scratch scratch;
  const SdrTable table = with_text_ids(tiny_codes());
  const auto whole = make_index_file(InvertedIndex(table), table.ids, "c.idx").bytes();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto path = scratch.put("cut.idx", std::span(whole).first(size));
    EXPECT_THROW((void)map_index(path), Error) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto altered = whole;
    altered[at] ^= std::byte{0xFF};
    EXPECT_THROW((void)index_from_sections(SectionedFile::parse(altered, "c.idx")), Error) << at;
  }
}

/// The sections of an index file, to be spoiled.
struct Sections {
  SdrShape shape = kTinyShape;
  std::uint64_t nodes = 2;
  std::vector<std::uint64_t> bitmaps;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint16_t> lists;
  std::vector<std::uint16_t> codes;
  std::vector<std::int64_t> ids;
  std::vector<std::uint32_t> rows;
  std::uint32_t version = 2;

  explicit Sections(const SdrTable& table) : shape(table.shape), nodes(table.size()), codes(table.bits) {
    const Postings postings(table);
    for (const BitmapLine& line : postings.bitmaps()) {
      bitmaps.insert(bitmaps.end(), line.words.begin(), line.words.end());
    }
    counts.assign(postings.counts().begin(), postings.counts().end());
    lists.assign(postings.lists().begin(), postings.lists().end());
    rows = rows_with_bits(table.shape, table.bits);
    ids = table.ids.integers;
  }
  [[nodiscard]] SectionedFile file() const {
    SectionedFileWriter writer(FileKind::kIndex, version);
    add_shape(writer, shape, nodes);
    writer.add_array("postings.bitmaps", std::span<const std::uint64_t>(bitmaps));
    writer.add_array("postings.counts", std::span<const std::uint32_t>(counts));
    writer.add_array("postings.lists", std::span<const std::uint16_t>(lists));
    writer.add_array("codes", std::span<const std::uint16_t>(codes));
    writer.add_array("bits.rows", std::span<const std::uint32_t>(rows));
    add_optional_shapes(writer, shape);
    writer.add_array("ids.int64", std::span<const std::int64_t>(ids));
    return SectionedFile::parse(writer.bytes(), "c.idx");
  }
};

/// What a file of right checksums and spoiled content is refused with.
std::string refusal(const SdrTable& table, const std::function<void(Sections&)>& spoil) {
  Sections sections(table);
  (void)index_from_sections(sections.file());  // it was right before
  spoil(sections);
  return error_of(ErrorCode::kInput, [&] { (void)index_from_sections(sections.file()); });
}

TEST(IndexFile, RefusesContentThatMakesNoSenseUnderRightChecksums) {
  const SdrTable table = random_table(kPaperShape, 900, 1);
  EXPECT_THAT(refusal(table, [](Sections& s) { s.version = 3; }), HasSubstr("version 3 of the index is unknown"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.version = 1; }), HasSubstr("make it again with columnar index"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.nodes = std::uint64_t{1} << 60; }), HasSubstr("more than 32 bits"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.nodes = 4000000000; }), HasSubstr("900 ids for 4000000000 nodes"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.shape.columns = 65536; }), HasSubstr("wider than 65536"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.codes[3] = 1800; }), HasSubstr("outside its 1800 bits"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.counts.pop_back(); }), HasSubstr("1799 counts of postings, not 1800"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.counts[0] = ~0U; }), HasSubstr("a bitmap of its postings"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.lists.pop_back(); }), HasSubstr("not as long as their counts say"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.bitmaps.resize(s.bitmaps.size() - 8); }),
              HasSubstr("not as long as their counts say"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.bitmaps.pop_back(); }), HasSubstr("no whole number of items"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.bitmaps[0] ^= 1; }), HasSubstr("has not the bits that it should"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.bitmaps[7] |= std::uint64_t{1} << 63; }),
              HasSubstr("has not the bits that it should"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.lists.back() = 60000; }), HasSubstr("does not ascend"));
  EXPECT_THAT(refusal(table, [](Sections& s) { std::fill(s.lists.begin(), s.lists.end(), std::uint16_t{3}); }),
              HasSubstr("does not ascend"));
}

TEST(IndexFile, RefusesCountsOfRowsThatCannotBe) {
  const SdrTable table = random_table(kSearchShape, 900, 1);
  EXPECT_THAT(refusal(table, [](Sections& s) { s.rows.pop_back(); }), HasSubstr("3847 counts of rows with a bit"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.rows[9] = 901; }), HasSubstr("901 rows cannot have bit 9"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.rows[1800] = 0; }), HasSubstr("0 rows cannot have bit 1800"));
  EXPECT_THAT(refusal(table,
                      [&](Sections& s) {  // each of them possible, their sum is not
                        const Postings postings(table);
                        for (std::uint16_t bit = 0; bit < 3848; ++bit) {
                          s.rows[bit] = postings.counts()[bit];
                        }
                      }),
              HasSubstr("not as many bits"));
  EXPECT_THAT(refusal(table, [](Sections& s) { s.shape.l6_active = 19; }), HasSubstr("a code"));
}

TEST(IndexFile, RefusesOtherFiles) {
  const Scratch scratch;
  SectionedFileWriter(FileKind::kCodes).write(scratch.path("c.sdr"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)map_index(scratch.path("c.sdr")); }),
              HasSubstr("not a columnar index file"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)map_index(scratch.path("none")); }), HasSubstr("no such file"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)map_index(scratch.directory()); }), HasSubstr("directory"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)map_index(scratch.put("empty", "")); }), HasSubstr("empty"));
}

TEST(IndexFile, IsNotWrittenWithTheIdsOfOtherCodes) {
  const InvertedIndex index(tiny_codes());
  EXPECT_THAT(error_of(ErrorCode::kOutput, [&] { (void)make_index_file(index, {}, "c.idx"); }),
              HasSubstr("0 ids for 2 codes"));
}

}  // namespace
}  // namespace columnar::index_file_test
