#pragma once

#include <chrono>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "columnar/files/directory_lock.hpp"
#include "columnar/graph.hpp"
#include "columnar/model/checkpoint_file.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// Position of a run, now or when it ended.
struct RunPosition {
  std::string stage;       ///< running or next
  std::uint64_t done = 0;  ///< steps done in the stage
  std::uint64_t steps = 0;

  [[nodiscard]] double fraction() const noexcept {
    return steps == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(steps);
  }
  /// "columns, 37 %"; only the stage if none of it is done.
  [[nodiscard]] std::string text() const;
};

/// What an earlier run left: everything that a fit can skip.
struct RestoredRun {
  std::optional<CountedPairs> pairs;
  std::optional<RowMatrix> coordinates;
  std::optional<Regions> regions;
  std::optional<CortexProgress> cortex;
  Notes notes;  ///< of the completed stages
  RunPosition at;
};

/// Saves the progress of a fit in a directory, so that a killed run can resume; passed to Embedder::fit.
///
/// A part is written when its stage ends; the cortex is also written between two steps once `interval` seconds have
/// passed. A failed write, e.g. on a full disk, only adds a note: earlier parts stay, and the run goes on. A directory
/// serves one run at a time.
class Checkpoints {
 public:
  static constexpr double kInterval = 60.0;
  static constexpr double kLongestInterval = 1e9;

  /// Creates the directory if it is missing (its parent must exist). Throws Error(kOutput), before any work is done, if
  /// it
  /// is not a writable directory or another run uses it; Error(kConfig) for an invalid interval. An interval of 0
  /// writes at
  /// every step.
  explicit Checkpoints(std::string directory, double interval = kInterval);
  /// Where they are.
  [[nodiscard]] const std::string& directory() const noexcept { return directory_; }
  /// Keeps the files; removes the directory if it was created and is empty.
  ~Checkpoints();
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;

  /// True if there is something to restore.
  [[nodiscard]] bool holds_any() const;
  /// Begins a run: from here on parts belong to it. Returns what the directory holds of the run. Throws
  /// Error(kInput) if that is damaged or of another graph, config or program; the files stay. With a
  /// spill directory, the PPMI entries go into a temporary file there.
  [[nodiscard]] RestoredRun begin(const Graph& graph, const std::string& graph_digest, const Config& config,
                                  const std::string& spill_directory = {});

  /// True if the interval has passed since the last write.
  [[nodiscard]] bool due() const;
  void keep(const CountedPairs& pairs, const Notes& notes, const RunContext& context);
  void keep(const RowMatrix& coordinates, const Notes& notes, const RunContext& context);
  void keep(const Regions& regions, const Notes& notes, const RunContext& context);
  void keep(const CortexProgress& progress, const Notes& notes, const RunContext& context);

  /// Those of the run that learns roles, in the folder `roles` of this one.
  [[nodiscard]] std::unique_ptr<Checkpoints> of_roles() const;

  /// Removes the files, and the directory if it is then empty. Call when the outputs are written; the same run would
  /// then start from the beginning.
  void remove();

 private:
  template <class Part>
  void keep_part(CheckpointPart kind, const Part& part, const Notes& notes, const RunContext& context);

  std::string directory_;
  std::chrono::duration<double> interval_;
  std::chrono::steady_clock::time_point last_;
  bool created_ = false;
  bool failed_ = false;  ///< the failure was noted
  std::optional<DirectoryLock> lock_;
  RunIdentity run_;
};

/// One file of a checkpoint.
struct CheckpointFileInfo {
  CheckpointPart part = CheckpointPart::kPairs;
  std::string path;
  std::uint64_t bytes = 0;
  std::time_t modified = 0;
};

/// Summary of a checkpoint directory, without loading it.
struct CheckpointStatus {
  RunIdentity run;
  RunPosition at;
  std::vector<CheckpointFileInfo> files;
};

/// The files that a checkpoint directory has or will have; nothing else may use these names.
[[nodiscard]] std::vector<std::string> checkpoint_paths(const std::string& directory);

/// For a directory or a single file. Verifies checksums. Throws Error(kInput) if there is no checkpoint, a
/// file is damaged, or the files belong to different runs.
[[nodiscard]] CheckpointStatus checkpoint_status(const std::string& path);

}  // namespace columnar
