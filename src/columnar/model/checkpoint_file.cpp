#include "columnar/model/checkpoint_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "columnar/core/config_fields.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar/cortex/training_stream.hpp"
#include "columnar/error.hpp"
#include "columnar/model.hpp"
#include "columnar/model/array_sections.hpp"
#include "columnar/model/cortex_sections.hpp"
#include "columnar/model/model_check.hpp"
#include "columnar/model/part_check.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

constexpr std::uint32_t kCheckpointVersion = 6;
constexpr std::array<std::string_view, 4> kParts = {"pairs", "spectrum", "regions", "cortex"};
constexpr std::array<std::string_view, 4> kStages = {"columns", "settling", "readout", "finished"};

PartCheck check_of(const SectionedFile& file) { return {file.name(), ErrorCode::kInput}; }

/// The head, and the numbers of the part.
SectionedFileWriter begin_file(CheckpointPart part, const RunIdentity& run, const Notes& notes,
                               const std::vector<std::uint64_t>& shape) {
  SectionedFileWriter writer(FileKind::kCheckpoint, kCheckpointVersion);
  writer.add_text("part", name_of(part));
  writer.add_text("version", run.version);
  writer.add_text("graph.digest", run.graph_digest);
  writer.add_array("nodes", std::span(&run.nodes, 1));
  writer.add_text("config", config_to_json(run.config));
  std::string lines;
  for (const std::string& note : notes) {
    lines += note + "\n";
  }
  writer.add_text("notes", lines);
  writer.add_array("shape", std::span<const std::uint64_t>(shape));
  return writer;
}

/// The head of a file that holds this part, and the part's numbers.
struct Opened {
  RunIdentity run;
  std::vector<std::uint64_t> shape;
};

Opened open_part(const SectionedFile& file, CheckpointPart part, std::size_t numbers) {
  CheckpointHead head = checkpoint_head(file);
  if (head.part != part) {
    check_of(file).fail(fmt::format("it holds the {} of a run, not its {}", name_of(head.part), name_of(part)));
  }
  return {std::move(head.run), read_array<std::uint64_t>(file, "shape", {numbers, 1, 1})};
}

/// The packed rows in portions: two copies may not fit into memory.
SpillArray<std::byte> read_rows(const SectionedFile& file, std::string_view name, std::uint64_t size,
                                const std::string& spill_directory) {
  constexpr std::size_t kPortion = std::size_t{1} << 22U;
  const std::span<const std::byte> bytes = file.section(name);
  if (bytes.size() != size) {
    check_of(file).fail(fmt::format("section '{}' has {} bytes, not {}", name, bytes.size(), size));
  }
  SpillArray<std::byte> array =
      spill_directory.empty() ? SpillArray<std::byte>() : SpillArray<std::byte>::in_file(spill_directory);
  for (std::size_t at = 0; at < bytes.size(); at += kPortion) {
    array.append(bytes.subspan(at, std::min(kPortion, bytes.size() - at)));
  }
  array.seal();
  return array;
}

void check_ppmi(const PartCheck& check, const Ppmi& ppmi, std::uint64_t entries) {
  const auto spans = [](const std::vector<std::uint64_t>& starts, std::uint64_t all) {
    return starts.front() == 0 && starts.back() == all && std::ranges::is_sorted(starts);
  };
  if (!spans(ppmi.offsets, entries) || !spans(ppmi.places, ppmi.bytes.size())) {
    check.fail("the rows of its PPMI do not span its entries");
  }
  for (NodeIndex u = 0; u < ppmi.node_count(); ++u) {
    if (!ppmi.is_sound(u)) {
      check.fail(
          fmt::format("row {} of its PPMI does not ascend through other nodes, or has a value that cannot be", u));
    }
  }
}

}  // namespace

std::string_view name_of(CheckpointPart part) noexcept { return kParts[static_cast<std::size_t>(part)]; }

std::string_view name_of(CortexStage stage) noexcept { return kStages[static_cast<std::size_t>(stage)]; }

std::uint64_t steps_of(CortexStage stage, const Config& config, std::uint64_t nodes) noexcept {
  switch (stage) {
    case CortexStage::kColumns:
      return presentation_count(config.training, nodes);
    case CortexStage::kReadout:
      return config.plasticity.outstar ? readout_passes(config.training, nodes) : 0;
    case CortexStage::kSettling:
    case CortexStage::kFinished:
      break;
  }
  return 0;
}

SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes, const CountedPairs& pairs) {
  SectionedFileWriter writer =
      begin_file(CheckpointPart::kPairs, run, notes, {pairs.ppmi.entry_count(), pairs.marginals.total, pairs.distinct});
  writer.add_view("marginals", std::span<const std::uint64_t>(pairs.marginals.counts));
  writer.add_view("ppmi.offsets", std::span<const std::uint64_t>(pairs.ppmi.offsets));
  writer.add_view("ppmi.places", std::span<const std::uint64_t>(pairs.ppmi.places));
  writer.add_view("ppmi.rows",
                  std::span(reinterpret_cast<const std::uint8_t*>(pairs.ppmi.bytes.data()), pairs.ppmi.bytes.size()));
  return writer;
}

SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes, const RowMatrix& coordinates) {
  SectionedFileWriter writer =
      begin_file(CheckpointPart::kSpectrum, run, notes, {static_cast<std::uint64_t>(coordinates.cols())});
  writer.add_view("coordinates", numbers_of(coordinates));
  return writer;
}

SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes, const Regions& regions) {
  SectionedFileWriter writer = begin_file(
      CheckpointPart::kRegions, run, notes,
      {static_cast<std::uint64_t>(regions.centroids.rows()), static_cast<std::uint64_t>(regions.centroids.cols())});
  writer.add_view("centroids", numbers_of(regions.centroids));
  writer.add_view("regions", std::span<const std::uint32_t>(regions.region));
  return writer;
}

SectionedFileWriter make_checkpoint(const RunIdentity& run, const Notes& notes, const CortexProgress& progress) {
  const CortexPosition& at = progress.at;
  SectionedFileWriter writer =
      begin_file(CheckpointPart::kCortex, run, notes,
                 {static_cast<std::uint64_t>(at.stage), at.done, at.presentations, at.tie_breaks});
  add_cortex(writer, progress.cortex);
  if (at.stage == CortexStage::kFinished) {
    writer.add_view("codes", std::span<const std::uint16_t>(progress.codes));
  }
  return writer;
}

CheckpointHead checkpoint_head(const SectionedFile& file) {
  const PartCheck check = check_of(file);
  if (file.kind() != FileKind::kCheckpoint) {
    check.fail(fmt::format("not a columnar checkpoint file: it is a {} file", name_of(file.kind())));
  }
  if (file.format_version() != kCheckpointVersion) {
    check.fail(fmt::format("version {} of the checkpoint is unknown; this program knows {}", file.format_version(),
                           kCheckpointVersion));
  }
  CheckpointHead head;
  const auto* const part = std::ranges::find(kParts, file.text("part"));
  if (part == kParts.end()) {
    check.fail("it holds an unknown part of a run");
  }
  head.part = static_cast<CheckpointPart>(part - kParts.begin());
  head.run.version = file.text("version");
  head.run.graph_digest = file.text("graph.digest");
  check.digest(head.run.graph_digest);
  head.run.nodes = read_array<std::uint64_t>(file, "nodes", {1, 1, 1}).front();
  if (head.run.nodes == 0 || head.run.nodes > std::numeric_limits<NodeIndex>::max()) {
    check.fail(fmt::format("it cannot be of {} nodes", head.run.nodes));
  }
  head.run.config = config_from_json(file.text("config"), file.name());
  check_model_config(head.run.config, file.name(), ErrorCode::kInput);
  std::string_view notes = file.text("notes");
  while (!notes.empty()) {
    const std::size_t end = std::min(notes.find('\n'), notes.size());
    head.notes.emplace_back(notes.substr(0, end));
    notes.remove_prefix(std::min(end + 1, notes.size()));
  }
  return head;
}

CountedPairs pairs_from_sections(const SectionedFile& file, const std::string& spill_directory) {
  const Opened opened = open_part(file, CheckpointPart::kPairs, 3);
  const std::uint64_t nodes = opened.run.nodes;
  const std::uint64_t entries = opened.shape[0];
  const PartCheck check = check_of(file);
  CountedPairs pairs;
  pairs.marginals = {read_array<std::uint64_t>(file, "marginals", {nodes, 1, 1}), opened.shape[1]};
  check.marginals(pairs.marginals);
  pairs.distinct = opened.shape[2];
  if (pairs.distinct > pairs.marginals.total || pairs.distinct < entries / 2) {
    check.fail(fmt::format("{} distinct pairs cannot be, with {} entries of the PPMI and {} pairs in all",
                           pairs.distinct, entries, pairs.marginals.total));
  }
  pairs.ppmi.offsets = read_array<std::uint64_t>(file, "ppmi.offsets", {nodes + 1, 1, 1});
  pairs.ppmi.places = read_array<std::uint64_t>(file, "ppmi.places", {nodes + 1, 1, 1});
  pairs.ppmi.bytes = read_rows(file, "ppmi.rows", pairs.ppmi.places.back(), spill_directory);
  pairs.ppmi.scores = PairScores(pairs.marginals, pair_evidence(opened.run.config));
  check_ppmi(check, pairs.ppmi, entries);
  return pairs;
}

RowMatrix coordinates_from_sections(const SectionedFile& file) {
  const Opened opened = open_part(file, CheckpointPart::kSpectrum, 1);
  const PartCheck check = check_of(file);
  if (opened.shape[0] > opened.run.config.spectral.rank) {
    check.fail(
        fmt::format("its coordinates have rank {}, its config {}", opened.shape[0], opened.run.config.spectral.rank));
  }
  RowMatrix coordinates = read_matrix(file, "coordinates", opened.run.nodes, opened.shape[0]);
  check.unit_rows("coordinates", coordinates);
  return coordinates;
}

Regions regions_from_sections(const SectionedFile& file) {
  const Opened opened = open_part(file, CheckpointPart::kRegions, 2);
  Regions regions;
  regions.centroids = read_matrix(file, "centroids", opened.shape[0], opened.shape[1]);
  regions.region = read_array<std::uint32_t>(file, "regions", {opened.run.nodes, 1, 1});
  check_of(file).regions(regions.region, regions.centroids, opened.run.config);
  return regions;
}

CortexPosition position_from_sections(const SectionedFile& file) {
  const Opened opened = open_part(file, CheckpointPart::kCortex, 4);
  const PartCheck check = check_of(file);
  if (opened.shape[0] >= kStages.size()) {
    check.fail("it stands at an unknown stage");
  }
  const CortexPosition at{static_cast<CortexStage>(opened.shape[0]), opened.shape[1], opened.shape[2], opened.shape[3]};
  const Config& config = opened.run.config;
  const std::uint64_t steps = steps_of(at.stage, config, opened.run.nodes);
  const std::uint64_t unit = at.stage == CortexStage::kColumns ? config.training.block : 1;
  if (at.done > steps || (at.done % unit != 0 && at.done != steps)) {
    check.fail(fmt::format("it cannot stand at step {} of {} of its {}", at.done, steps, name_of(at.stage)));
  }
  if (at.presentations > steps_of(CortexStage::kColumns, config, opened.run.nodes) ||
      at.tie_breaks > opened.run.nodes) {
    check.fail("it counts more than there can be");
  }
  return at;
}

CortexProgress cortex_from_sections(const SectionedFile& file, const NodeIds& ids) {
  const Opened opened = open_part(file, CheckpointPart::kCortex, 4);
  const PartCheck check = check_of(file);
  CortexProgress progress;
  progress.at = position_from_sections(file);
  progress.cortex = read_cortex(file, opened.run.config);
  check.cortex(progress.cortex, opened.run.config);
  if (progress.at.stage == CortexStage::kFinished) {
    const SdrShape shape = code_shape(opened.run.config);
    progress.codes = read_array<std::uint16_t>(file, "codes", {opened.run.nodes, shape.active(), 1});
    check_codes(shape, progress.codes, ids, file.name(), ErrorCode::kInput);
  }
  return progress;
}

}  // namespace columnar
