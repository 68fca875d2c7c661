#include "columnar/model/checkpoint_file.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "columnar/core/config_fields.hpp"
#include "columnar/node_ids.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"
#include "spectral/small_ppmi.hpp"

namespace columnar::checkpoint_file_test {
namespace {

using testing::HasSubstr;
using testing_support::entries_of;
using testing_support::tiny_config;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Three nodes, of which the last met nobody.
RunIdentity tiny_run() {
  Config config = tiny_config();
  config.training.block = 4;
  config.training.presentations_per_node = 10;  // 30 pairs: not a whole number of blocks
  return {"1.2.3", std::string(32, 'a'), 3, config};
}

NodeIds tiny_ids() { return {{7, 8, 9}, {}}; }

/// A pair that met four times, once packed as a count and once as a value.
CountedPairs tiny_pairs() {
  CountedPairs pairs{{}, {{4, 4, 0}, 8}, 1};
  pairs.ppmi.scores = PairScores(pairs.marginals, pair_evidence(tiny_run().config));
  pairs.ppmi.bytes.append(std::as_bytes(std::span("\x01\0\x04", 3)));
  pairs.ppmi.offsets.push_back(1);
  pairs.ppmi.places.push_back(3);
  pairs.ppmi.add_row(std::vector<NodeIndex>{0}, std::vector<float>{0.5F});
  pairs.ppmi.add_row({}, {});
  return pairs;
}

RowMatrix tiny_coordinates() {
  RowMatrix rows(3, 2);
  rows << 0.6F, 0.8F, 1.0F, 0.0F, 0.0F, 0.0F;
  return rows;
}

Regions tiny_regions() {
  Regions regions;
  regions.centroids.resize(1, 2);
  regions.centroids << 0.0F, 1.0F;
  regions.region = {0, 0, Regions::kNone};
  return regions;
}

CortexProgress tiny_progress(CortexStage stage) {
  CortexProgress progress;
  progress.at = {stage, stage == CortexStage::kColumns ? 12U : 0U, stage == CortexStage::kColumns ? 0U : 30U, 0};
  progress.cortex = initial_cortex(tiny_run().config);
  if (stage == CortexStage::kFinished) {
    progress.at.tie_breaks = 2;
    progress.codes = {0, 2, 7, 1, 5, 8, 0, 4, 6};
  }
  return progress;
}

template <class Part>
std::vector<std::byte> bytes_of_part(const Part& part, const Notes& notes = {}) {
  return make_checkpoint(tiny_run(), notes, part).bytes();
}

/// Whatever the part is, reads all of it.
void read_all(std::vector<std::byte> bytes) {
  const SectionedFile file = SectionedFile::parse(std::move(bytes), "evil");
  switch (checkpoint_head(file).part) {
    case CheckpointPart::kPairs:
      (void)pairs_from_sections(file);
      break;
    case CheckpointPart::kSpectrum:
      (void)coordinates_from_sections(file);
      break;
    case CheckpointPart::kRegions:
      (void)regions_from_sections(file);
      break;
    case CheckpointPart::kCortex:
      (void)cortex_from_sections(file, tiny_ids());
      break;
  }
}

TEST(CheckpointFile, ReadsBackEveryPart) {
  const SectionedFile pairs_file = SectionedFile::parse(bytes_of_part(tiny_pairs(), {"a note", "another"}), "p");
  const CheckpointHead head = checkpoint_head(pairs_file);
  EXPECT_EQ(head.part, CheckpointPart::kPairs);
  EXPECT_EQ(head.notes, (Notes{"a note", "another"}));
  EXPECT_EQ(head.run.version, "1.2.3");
  EXPECT_EQ(head.run.nodes, 3U);
  EXPECT_EQ(head.run.graph_digest, std::string(32, 'a'));
  EXPECT_EQ(config_to_json(head.run.config), config_to_json(tiny_run().config));
  const CountedPairs pairs = pairs_from_sections(pairs_file);
  EXPECT_EQ(entries_of(pairs.ppmi), entries_of(tiny_pairs().ppmi));
  EXPECT_FLOAT_EQ(pairs.ppmi.at(0, 1), std::log(2.0F) * 4.0F / 9.0F);  // 4 · 8 / (4 · 4), met 4 times, discount 5
  EXPECT_EQ(pairs.marginals.counts, tiny_pairs().marginals.counts);
  EXPECT_EQ(pairs.marginals.total, 8U);
  EXPECT_EQ(pairs.distinct, 1U);
  const CountedPairs spilled = pairs_from_sections(pairs_file, ::testing::TempDir());
  EXPECT_EQ(spilled.ppmi.bytes.spilled_bytes(), 10U);
  EXPECT_EQ(entries_of(spilled.ppmi), entries_of(pairs.ppmi));

  const RowMatrix rows = tiny_coordinates();
  EXPECT_TRUE(coordinates_from_sections(SectionedFile::parse(bytes_of_part(rows), "s")) == rows);
  const Regions regions = regions_from_sections(SectionedFile::parse(bytes_of_part(tiny_regions()), "r"));
  EXPECT_TRUE(regions.centroids == tiny_regions().centroids);
  EXPECT_EQ(regions.region, tiny_regions().region);
}

TEST(CheckpointFile, ReadsBackTheCortexLaneByLane) {
  for (const CortexStage stage : {CortexStage::kColumns, CortexStage::kSettling, CortexStage::kFinished}) {
    CortexProgress before = tiny_progress(stage);
    before.cortex.weight_sums[0] -= 0.01F;  // rounding of a running sum, which must not be mended
    const SectionedFile file = SectionedFile::parse(bytes_of_part(before), "c");
    const CortexProgress after = cortex_from_sections(file, tiny_ids());
    EXPECT_EQ(after.at.stage, stage);
    EXPECT_EQ(after.at.done, before.at.done);
    EXPECT_EQ(after.at.presentations, before.at.presentations);
    EXPECT_EQ(after.at.tie_breaks, before.at.tie_breaks);
    EXPECT_EQ(after.codes, before.codes);
    EXPECT_EQ(after.cortex.weights, before.cortex.weights);
    EXPECT_EQ(after.cortex.weight_sums, before.cortex.weight_sums);
    EXPECT_EQ(after.cortex.thresholds, before.cortex.thresholds);
    EXPECT_EQ(after.cortex.sliding, before.cortex.sliding);
    EXPECT_EQ(after.cortex.rates, before.cortex.rates);
    EXPECT_EQ(after.cortex.lateral, before.cortex.lateral);
    EXPECT_EQ(after.cortex.readout, before.cortex.readout);
  }
}

TEST(CheckpointFile, KeepsAPpmiWithoutEntries) {
  const CountedPairs none{testing_support::make_ppmi(3, {}), {{2, 2, 0}, 2}, 1};
  EXPECT_EQ(pairs_from_sections(SectionedFile::parse(bytes_of_part(none), "p")).ppmi.entry_count(), 0U);
}

TEST(CheckpointFile, RefusesEveryTruncationAndEveryFlippedByte) {
  for (const auto& whole : {bytes_of_part(tiny_pairs()), bytes_of_part(tiny_coordinates()),
                            bytes_of_part(tiny_regions()), bytes_of_part(tiny_progress(CortexStage::kFinished))}) {
    EXPECT_NO_THROW(read_all(whole));
    for (std::size_t size = 0; size < whole.size(); size += size < 64 ? 1 : 61) {
      EXPECT_THROW(read_all({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}), Error) << size;
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
      auto altered = whole;
      altered[at] ^= std::byte{0x10};
      EXPECT_THROW(read_all(std::move(altered)), Error) << at;
    }
  }
}

/// A sound file with one section replaced, under right checksums; empty bytes leave it out.
std::string refusal(const std::vector<std::byte>& sound, const std::string& section,
                    const std::vector<std::byte>& bytes, std::uint32_t version = 6) {
  const SectionedFile file = SectionedFile::parse(sound, "sound");
  SectionedFileWriter writer(FileKind::kCheckpoint, version);
  for (const SectionInfo& info : file.sections()) {
    const auto old = file.section(info.name);
    if (info.name != section) {
      writer.add(info.name, {old.begin(), old.end()});
    } else if (!bytes.empty()) {
      writer.add(info.name, bytes);
    }
  }
  const std::string message = error_of(ErrorCode::kInput, [&] { read_all(writer.bytes()); });
  EXPECT_THAT(message, testing::StartsWith("evil: "));
  return message;
}

template <class T>
std::vector<std::byte> bytes_from(std::vector<T> values) {
  return to_little_endian(std::span<const T>(values));
}

std::vector<std::byte> text(std::string_view value) {
  const auto bytes = bytes_of(value);
  return {bytes.begin(), bytes.end()};
}

TEST(CheckpointFile, RefusesHeadsThatCannotBe) {
  const auto sound = bytes_of_part(tiny_coordinates());
  EXPECT_THAT(refusal(sound, "part", text("brain")), HasSubstr("unknown part"));
  EXPECT_THAT(refusal(sound, "part", text("regions")), HasSubstr("section 'shape' has 8 bytes, not 16"));
  EXPECT_THAT(refusal(sound, "graph.digest", text("abc")), HasSubstr("32 hexadecimal digits"));
  EXPECT_THAT(refusal(sound, "nodes", bytes_from<std::uint64_t>({0})), HasSubstr("it cannot be of 0 nodes"));
  EXPECT_THAT(refusal(sound, "nodes", bytes_from<std::uint64_t>({1ULL << 40U})), HasSubstr("it cannot be of"));
  EXPECT_THAT(refusal(sound, "nodes", bytes_from<std::uint64_t>({4})), HasSubstr("has 24 bytes, not 32"));
  EXPECT_THAT(refusal(sound, "nodes", bytes_from<std::uint32_t>({3})), HasSubstr("has 4 bytes, not 8"));
  EXPECT_THAT(refusal(sound, "config", text("{")), HasSubstr("evil"));
  EXPECT_THAT(refusal(sound, "config", text(R"({"columns": 0})")),
              HasSubstr("--columns: must be a whole number from 1 to 32768, not '0'"));
  EXPECT_THAT(refusal(sound, "none", {}, 7), HasSubstr("version 7 of the checkpoint is unknown"));
  for (const char* section : {"part", "version", "graph.digest", "nodes", "config", "notes", "shape", "coordinates"}) {
    EXPECT_THAT(refusal(sound, section, {}), HasSubstr("is missing")) << section;
  }
  EXPECT_THAT(error_of(ErrorCode::kInput, [] { read_all(SectionedFileWriter(FileKind::kModel).bytes()); }),
              HasSubstr("not a columnar checkpoint file: it is a model file"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)pairs_from_sections(SectionedFile::parse(sound, "evil")); }),
              HasSubstr("it holds the spectrum of a run, not its pairs"));
}

TEST(CheckpointFile, RefusesPairsThatCannotBe) {
  const auto sound = bytes_of_part(tiny_pairs());
  const auto shape = [&](std::vector<std::uint64_t> values) { return refusal(sound, "shape", bytes_from(values)); };
  EXPECT_THAT(shape({3, 8, 2}), HasSubstr("do not span its entries"));
  EXPECT_THAT(shape({0, 8, 1}), HasSubstr("do not span its entries"));
  EXPECT_THAT(shape({1ULL << 62U, ~0ULL >> 12U, ~0ULL >> 12U}), HasSubstr("evil: "));
  EXPECT_THAT(shape({2, 8, 0}), HasSubstr("distinct pairs cannot be"));
  EXPECT_THAT(shape({2, 8, 9}), HasSubstr("distinct pairs cannot be"));
  EXPECT_THAT(shape({2, ~0ULL, 1}), HasSubstr("pairs are said to be counted"));
  for (const char* section : {"ppmi.offsets", "ppmi.places"}) {
    const auto starts = [&](std::vector<std::uint64_t> values) { return refusal(sound, section, bytes_from(values)); };
    const std::uint64_t all = section == std::string("ppmi.offsets") ? 2 : 10;
    EXPECT_THAT(starts({1, 1, all, all}), HasSubstr("do not span")) << section;
    EXPECT_THAT(starts({0, ~0ULL, all, all}), HasSubstr("do not span")) << section;
    EXPECT_THAT(starts({0, all, all}), HasSubstr("has 24 bytes, not 32")) << section;
  }
  EXPECT_THAT(refusal(sound, "ppmi.offsets", bytes_from<std::uint64_t>({0, 1, 2, 3})), HasSubstr("do not span"));
  EXPECT_THAT(refusal(sound, "ppmi.offsets", bytes_from<std::uint64_t>({0, 2, 2, 2})), HasSubstr("row 0 of its PPMI"));
  EXPECT_THAT(refusal(sound, "ppmi.places", bytes_from<std::uint64_t>({0, 3, 10, 11})),
              HasSubstr("section 'ppmi.rows' has 10 bytes, not 11"));
  EXPECT_THAT(refusal(sound, "ppmi.places", bytes_from<std::uint64_t>({0, 4, 10, 10})), HasSubstr("row 0 of its PPMI"));
  const auto rows = [&](std::vector<std::uint8_t> bytes) { return refusal(sound, "ppmi.rows", bytes_from(bytes)); };
  EXPECT_THAT(rows({0, 0, 4, 0, 0, 0, 0, 0, 0, 0x3F}), HasSubstr("row 0 of its PPMI"));        // itself
  EXPECT_THAT(rows({3, 0, 4, 0, 0, 0, 0, 0, 0, 0x3F}), HasSubstr("row 0 of its PPMI"));        // no such node
  EXPECT_THAT(rows({0xFF, 0xFF, 4, 0, 0, 0, 0, 0, 0, 0x3F}), HasSubstr("row 0 of its PPMI"));  // a step cut short
  EXPECT_THAT(rows({1, 0, 0, 0, 0, 0, 0, 0, 0, 0x3F}), HasSubstr("row 0 of its PPMI"));        // a value cut short
  EXPECT_THAT(rows({1, 0, 1, 0, 0, 0, 0, 0, 0, 0x3F}), HasSubstr("row 0 of its PPMI"));        // too rare to count
  EXPECT_THAT(rows({1, 0, 4, 0, 0, 0, 0, 0, 0xC0, 0x7F}), HasSubstr("row 1 of its PPMI"));     // not a number
  EXPECT_THAT(rows({1, 0, 4, 0, 0, 0, 0, 0, 0, 0}), HasSubstr("row 1 of its PPMI"));           // 0
  EXPECT_THAT(refusal(sound, "marginals", bytes_from<std::uint64_t>({~0ULL, 0, 0})), HasSubstr("said to be met"));
}

TEST(CheckpointFile, RefusesCoordinatesAndRegionsThatCannotBe) {
  const auto rows = bytes_of_part(tiny_coordinates());
  EXPECT_THAT(refusal(rows, "shape", bytes_from<std::uint64_t>({0})), HasSubstr("cannot be"));
  EXPECT_THAT(refusal(rows, "shape", bytes_from<std::uint64_t>({129})), HasSubstr("rank 129"));
  EXPECT_THAT(refusal(rows, "shape", bytes_from<std::uint64_t>({3})), HasSubstr("has 24 bytes, not 36"));
  EXPECT_THAT(refusal(rows, "coordinates", bytes_from<float>({0.6F, 0.8F, 1.0F, kNan, 0.0F, 0.0F})),
              HasSubstr("row 1 of its coordinates"));
  const auto regions = bytes_of_part(tiny_regions());
  EXPECT_THAT(refusal(regions, "shape", bytes_from<std::uint64_t>({1ULL << 62U, 1ULL << 62U})),
              HasSubstr("section 'centroids' cannot be"));
  EXPECT_THAT(refusal(regions, "shape", bytes_from<std::uint64_t>({2, 2})), HasSubstr("has 8 bytes, not 16"));
  EXPECT_THAT(refusal(regions, "centroids", bytes_from<float>({0.5F, 0.0F})), HasSubstr("row 0 of its centroids"));
  EXPECT_THAT(refusal(regions, "regions", bytes_from<std::uint32_t>({0, 1, 0})), HasSubstr("node 1 is in region 1"));
}

TEST(CheckpointFile, RefusesACortexThatCannotBe) {
  const auto sound = bytes_of_part(tiny_progress(CortexStage::kColumns));
  const auto at = [&](std::vector<std::uint64_t> values) { return refusal(sound, "shape", bytes_from(values)); };
  EXPECT_THAT(at({4, 0, 0, 0}), HasSubstr("unknown stage"));
  EXPECT_THAT(at({~0ULL, 0, 0, 0}), HasSubstr("unknown stage"));
  EXPECT_THAT(at({0, 13, 0, 0}), HasSubstr("it cannot stand at step 13 of 30 of its columns"));
  EXPECT_THAT(at({0, 32, 0, 0}), HasSubstr("it cannot stand at step 32 of 30"));
  EXPECT_THAT(at({1, 1, 30, 0}), HasSubstr("it cannot stand at step 1 of 0 of its settling"));
  EXPECT_THAT(at({3, 1, 30, 0}), HasSubstr("it cannot stand at step 1 of 0"));
  EXPECT_THAT(at({1, 0, 31, 0}), HasSubstr("counts more than there can be"));
  EXPECT_THAT(at({3, 0, 30, 4}), HasSubstr("counts more than there can be"));
  EXPECT_THAT(at({3, 0, 30, 0}), HasSubstr("section 'codes' is missing"));
  for (const auto& [section, count] : std::vector<std::pair<std::string, std::size_t>>{{"l23.weights", 24},
                                                                                       {"l23.weight_sums", 6},
                                                                                       {"l23.thresholds", 6},
                                                                                       {"l23.sliding", 6},
                                                                                       {"l23.rates", 6},
                                                                                       {"l23.lateral", 9},
                                                                                       {"l5a.readout", 18}}) {
    EXPECT_THAT(refusal(sound, section, bytes_from(std::vector<float>(count, kNan))), HasSubstr("hold nan")) << section;
    EXPECT_THAT(refusal(sound, section, bytes_from(std::vector<float>(count + 1))), HasSubstr("bytes, not")) << section;
  }
  const auto done = bytes_of_part(tiny_progress(CortexStage::kFinished));
  EXPECT_THAT(refusal(done, "codes", bytes_from<std::uint16_t>({0, 2, 7, 1, 5, 8, 0, 4, 9})), HasSubstr("evil: "));
  EXPECT_THAT(refusal(done, "codes", bytes_from<std::uint16_t>({0, 2, 7})), HasSubstr("has 6 bytes, not 18"));
}

TEST(CheckpointFile, TheLastBlockOfTheColumnsMayBeShort) {
  CortexProgress progress = tiny_progress(CortexStage::kColumns);
  progress.at.done = 30;
  EXPECT_NO_THROW(read_all(bytes_of_part(progress)));
}

}  // namespace
}  // namespace columnar::checkpoint_file_test
