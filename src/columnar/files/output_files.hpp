#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "columnar/files/atomic_file.hpp"

namespace columnar {

/// Files that appear together or not at all: the outputs of one command.
///
/// All files are written and synced before the first rename, so a full disk, a missing permission or a lost directory
/// leaves every old file untouched. Only a process killed between two renames leaves a mix of new and old files.
/// Renames
/// happen in the order of open(), so open the file from which a run could restart last.
class OutputFiles {
 public:
  /// Opens another output file, valid as long as this object. Throws like AtomicFile, and Error(kOutput) if two paths
  /// lead
  /// to the same file.
  AtomicFile& open(const std::string& path);

  /// Replaces every target. Call at most once. `last_check` may throw: it runs when everything is on disk and nothing
  /// is
  /// replaced yet. If a rename still fails, the message names the files replaced before it.
  void commit(const std::function<void()>& last_check = {});

 private:
  std::vector<std::unique_ptr<AtomicFile>> files_;
};

}  // namespace columnar
