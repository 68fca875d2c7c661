#include "columnar/model/checkpoints.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/whole_path.hpp"
#include "columnar/version.hpp"

namespace columnar {
namespace {

constexpr std::size_t kShownFields = 3;
constexpr std::array kAllParts = {CheckpointPart::kPairs, CheckpointPart::kSpectrum, CheckpointPart::kRegions,
                                  CheckpointPart::kCortex};

std::string roles_directory(const std::string& directory) { return directory + "/roles"; }

std::string path_of(const std::string& directory, CheckpointPart part) {
  return fmt::format("{}/{}.checkpoint", directory, name_of(part));
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

/// "rank 64, not 128", for the fields in which two configs differ; empty if they are equal.
std::string differences(const Config& found, const Config& wanted) {
  std::vector<std::string> texts;
  visit_fields(wanted, [&](const FieldInfo&, const auto& field) { texts.push_back(field_text(field)); });
  std::string list;
  std::size_t at = 0;
  std::size_t count = 0;
  visit_fields(found, [&](const FieldInfo& info, const auto& field) {
    const std::string& other = texts[at++];
    if (field_text(field) != other && ++count <= kShownFields) {
      list += fmt::format("{}{} {}, not {}", list.empty() ? "" : "; ", info.name, field_text(field), other);
    }
  });
  return count > kShownFields ? fmt::format("{}; and {} more", list, count - kShownFields) : list;
}

/// Why a checkpoint does not belong to this run; empty if it does.
std::string mismatch(const RunIdentity& found, const RunIdentity& wanted) {
  if (found.version != wanted.version) {
    return fmt::format("another version of the program ({}, not {})", columnar::in_quotes(found.version),
                       wanted.version);
  }
  if (found.graph_digest != wanted.graph_digest || found.nodes != wanted.nodes) {
    return fmt::format("another graph ({} nodes, digest {}; not {} nodes, digest {})", found.nodes, found.graph_digest,
                       wanted.nodes, wanted.graph_digest);
  }
  const std::string fields = differences(found.config, wanted.config);
  return fields.empty() ? "" : fmt::format("another config ({})", fields);
}

/// Position of the run according to its parts.
struct Presence {
  bool pairs = false;
  bool spectrum = false;
  bool regions = false;
  std::optional<CortexPosition> cortex;
};

RunPosition position_of(const Presence& parts, const RunIdentity& run) {
  if (parts.cortex) {
    return {std::string(name_of(parts.cortex->stage)), parts.cortex->done,
            steps_of(parts.cortex->stage, run.config, run.nodes)};
  }
  if (parts.spectrum) {
    return {parts.regions ? "eligibility" : "regions"};
  }
  return {parts.pairs ? "spectrum" : "walks"};
}

/// Calls `read` and adds advice to its errors.
template <class Read>
auto or_advise(const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{} (without this file the run does that part again)", error.what()));
  }
}

SectionedFile open_file(const std::string& path) { return SectionedFile::map(path, FileKind::kCheckpoint); }

}  // namespace

std::string RunPosition::text() const {
  return done == 0 ? stage : fmt::format("{}, {:.0f} %", stage, 100.0 * fraction());
}

Checkpoints::Checkpoints(std::string directory, double interval)
    : directory_(std::move(directory)), interval_(interval), last_(std::chrono::steady_clock::now()) {
  if (!(interval >= 0.0 && interval <= kLongestInterval)) {
    throw Error(ErrorCode::kConfig,
                fmt::format("checkpoint interval: {} is not between 0 and {:.0f} seconds", interval, kLongestInterval));
  }
  if (directory_.empty()) {
    throw Error(ErrorCode::kConfig, "checkpoint directory: its name is empty");
  }
  std::error_code error;
  if (exists(whole_path(directory_, ErrorCode::kOutput)) && !std::filesystem::is_directory(directory_, error)) {
    throw Error(ErrorCode::kOutput, directory_ + ": checkpoints need a directory, and this is none");
  }
  created_ = std::filesystem::create_directory(directory_, error);
  if (error) {
    throw Error(ErrorCode::kOutput, fmt::format("{}: cannot make the directory: {}", directory_, error.message()));
  }
  lock_.emplace(directory_);
  for (const CheckpointPart part : kAllParts) {
    require_writable(path_of(directory_, part));
  }
  remove_stale_temporaries(directory_);
}

Checkpoints::~Checkpoints() {
  if (created_) {
    ::rmdir(directory_.c_str());  // fails if it is not empty
  }
}

bool Checkpoints::holds_any() const {
  return std::ranges::any_of(kAllParts, [&](CheckpointPart part) { return exists(path_of(directory_, part)); });
}

RestoredRun Checkpoints::begin(const Graph& graph, const std::string& graph_digest, const Config& config,
                               const std::string& spill_directory) {
  run_ = {std::string(kVersion), graph_digest, graph.node_count(), config};
  last_ = std::chrono::steady_clock::now();
  RestoredRun restored;
  Presence found;
  std::vector<std::pair<CheckpointPart, SectionedFile>> files;
  for (const CheckpointPart part : kAllParts) {  // all are checked before the first is loaded
    const std::string path = path_of(directory_, part);
    if (!exists(path)) {
      continue;
    }
    files.emplace_back(part, or_advise([&] { return open_file(path); }));
    const CheckpointHead head = or_advise([&] { return checkpoint_head(files.back().second); });
    if (const std::string other = mismatch(head.run, run_); !other.empty()) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: the checkpoint is of {}; remove it or choose another directory", directory_, other));
    }
    restored.notes.insert(restored.notes.end(), head.notes.begin(), head.notes.end());
  }
  for (const auto& [part, file] : files) {
    or_advise([&, which = part, &from = file] {
      switch (which) {
        case CheckpointPart::kPairs:
          restored.pairs = pairs_from_sections(from, spill_directory);
          break;
        case CheckpointPart::kSpectrum:
          restored.coordinates = coordinates_from_sections(from);
          break;
        case CheckpointPart::kRegions:
          restored.regions = regions_from_sections(from);
          break;
        case CheckpointPart::kCortex:
          restored.cortex = cortex_from_sections(from, graph.ids);
          break;
      }
    });
  }
  if (restored.regions && !restored.coordinates) {
    restored.regions.reset();  // their rank cannot be verified
  }
  found = {restored.pairs.has_value(), restored.coordinates.has_value(), restored.regions.has_value(),
           restored.cortex ? std::optional(restored.cortex->at) : std::nullopt};
  restored.at = position_of(found, run_);
  return restored;
}

bool Checkpoints::due() const { return std::chrono::steady_clock::now() - last_ >= interval_; }

template <class Part>
void Checkpoints::keep_part(CheckpointPart kind, const Part& part, const Notes& notes, const RunContext& context) {
  try {
    make_checkpoint(run_, notes, part).write(path_of(directory_, kind));
  } catch (const Error& error) {
    if (!std::exchange(failed_, true)) {
      context.note(fmt::format("no checkpoint, but the run goes on: {}", error.what()));
    }
  }
  last_ = std::chrono::steady_clock::now();
}

void Checkpoints::keep(const CountedPairs& pairs, const Notes& notes, const RunContext& context) {
  keep_part(CheckpointPart::kPairs, pairs, notes, context);
}

void Checkpoints::keep(const RowMatrix& coordinates, const Notes& notes, const RunContext& context) {
  keep_part(CheckpointPart::kSpectrum, coordinates, notes, context);
}

void Checkpoints::keep(const Regions& regions, const Notes& notes, const RunContext& context) {
  keep_part(CheckpointPart::kRegions, regions, notes, context);
}

void Checkpoints::keep(const CortexProgress& progress, const Notes& notes, const RunContext& context) {
  keep_part(CheckpointPart::kCortex, progress, notes, context);
}

std::unique_ptr<Checkpoints> Checkpoints::of_roles() const {
  return std::make_unique<Checkpoints>(roles_directory(directory_), interval_.count());
}

void Checkpoints::remove() {
  std::error_code ignored;
  for (const std::string& path : checkpoint_paths(directory_)) {
    std::filesystem::remove(path, ignored);
  }
  ::rmdir(roles_directory(directory_).c_str());  // fails if it does not exist
  ::rmdir(directory_.c_str());                   // fails if it is not empty
}

std::vector<std::string> checkpoint_paths(const std::string& directory) {
  std::vector<std::string> paths;
  for (const std::string& folder : {directory, roles_directory(directory)}) {
    for (const CheckpointPart part : kAllParts) {
      paths.push_back(path_of(folder, part));
    }
  }
  return paths;
}

CheckpointStatus checkpoint_status(const std::string& path) {
  std::error_code ignored;
  std::vector<std::string> paths{path};
  if (std::filesystem::is_directory(path, ignored)) {
    paths.clear();
    for (const CheckpointPart part : kAllParts) {
      if (const std::string file = path_of(path, part); exists(file)) {
        paths.push_back(file);
      }
    }
    if (paths.empty()) {
      throw Error(ErrorCode::kInput, path + ": there is no checkpoint in this directory");
    }
  }
  CheckpointStatus status;
  Presence found;
  for (const std::string& each : paths) {
    const SectionedFile file = open_file(each);
    CheckpointHead head = checkpoint_head(file);
    if (status.files.empty()) {
      status.run = std::move(head.run);
    } else if (!mismatch(head.run, status.run).empty()) {
      throw Error(ErrorCode::kInput, fmt::format("{}: its checkpoints are of different runs", path));
    }
    found.pairs = found.pairs || head.part == CheckpointPart::kPairs;
    found.spectrum = found.spectrum || head.part == CheckpointPart::kSpectrum;
    found.regions = found.regions || head.part == CheckpointPart::kRegions;
    if (head.part == CheckpointPart::kCortex) {
      found.cortex = position_from_sections(file);
    }
    struct stat info {};
    (void)::stat(each.c_str(), &info);
    status.files.push_back({head.part, each, static_cast<std::uint64_t>(info.st_size), info.st_mtime});
  }
  status.at = position_of(found, status.run);
  return status;
}

}  // namespace columnar
