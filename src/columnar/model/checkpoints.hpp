#pragma once

#include <chrono>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "columnar/files/directory_lock.hpp"
#include "columnar/graph.hpp"
#include "columnar/model/checkpoint_file.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// Where a run stands, or stood when it ended.
struct RunPosition {
  std::string stage;       ///< that is under way or comes next
  std::uint64_t done = 0;  ///< steps of it
  std::uint64_t steps = 0;

  [[nodiscard]] double fraction() const noexcept {
    return steps == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(steps);
  }
  /// "columns, 37 %"; the stage alone where nothing of it is done.
  [[nodiscard]] std::string text() const;
};

/// What an earlier run has left: all that a fit need not do again.
struct RestoredRun {
  std::optional<CountedPairs> pairs;
  std::optional<RowMatrix> coordinates;
  std::optional<Regions> regions;
  std::optional<CortexProgress> cortex;
  Notes notes;  ///< of the stages that are done
  RunPosition at;
};

/// Keeps a fit in a directory, so that a run that was killed goes on where it stood: Embedder::fit takes one of these.
///
/// A part is written when its stage ends, that of the cortex also between two steps once `interval` seconds have
/// passed. A part that cannot be written, on a full disk say, costs a note and no more: what was written before stays,
/// and the run goes on. A directory serves one run at a time.
class Checkpoints {
 public:
  static constexpr double kInterval = 60.0;
  static constexpr double kLongestInterval = 1e9;

  /// Makes the directory where it is missing (its parent must be there). Throws Error(kOutput) where it is no
  /// directory, is not writable or is used by another run, before any work is done; Error(kConfig) for an interval that
  /// is none. Seconds of 0 write at every step.
  explicit Checkpoints(std::string directory, double interval = kInterval);
  /// The files stay; a directory that was made for nothing goes.
  ~Checkpoints();
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;

  /// True if there is something to restore.
  [[nodiscard]] bool holds_any() const;
  /// Begins a run: what is kept from here on belongs to it. Returns what the directory holds of it. Throws
  /// Error(kInput) where that is of another graph, config or program, or damaged; the files stay as they are. With a
  /// directory to spill to, the entries of the PPMI go into a temporary file there.
  [[nodiscard]] RestoredRun begin(const Graph& graph, const std::string& graph_digest, const Config& config,
                                  const std::string& spill_directory = {});

  /// True if the interval has passed since the last write.
  [[nodiscard]] bool due() const;
  void keep(const CountedPairs& pairs, const Notes& notes, const RunContext& context);
  void keep(const RowMatrix& coordinates, const Notes& notes, const RunContext& context);
  void keep(const Regions& regions, const Notes& notes, const RunContext& context);
  void keep(const CortexProgress& progress, const Notes& notes, const RunContext& context);

  /// Removes the files, and the directory where nothing else is in it: for when the outputs are safe. The same run then
  /// starts afresh.
  void remove();

 private:
  template <class Part>
  void keep_part(CheckpointPart kind, const Part& part, const Notes& notes, const RunContext& context);

  std::string directory_;
  std::chrono::duration<double> interval_;
  std::chrono::steady_clock::time_point last_;
  bool created_ = false;
  bool failed_ = false;  ///< a note has been given
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

/// What can be said of a directory of checkpoints without loading them.
struct CheckpointStatus {
  RunIdentity run;
  RunPosition at;
  std::vector<CheckpointFileInfo> files;
};

/// The files that a directory of checkpoints has or will have: nothing else may be written there under their names.
[[nodiscard]] std::vector<std::string> checkpoint_paths(const std::string& directory);

/// Of a directory, or of one file alone. Checksums are verified. Throws Error(kInput) where there is no checkpoint, a
/// file is damaged, or the files are of different runs.
[[nodiscard]] CheckpointStatus checkpoint_status(const std::string& path);

}  // namespace columnar
