#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "columnar/files/atomic_file.hpp"

namespace columnar {

/// Files that appear together or not at all: the outputs of one command.
///
/// All are written and synced before the first is renamed, so a full disk, a missing permission or a lost directory
/// leaves every old file as it was. Only a process that is killed between two renames leaves some new and some old;
/// the renames come in the order of open(), so the file from which a run could start again comes last.
class OutputFiles {
 public:
  /// A further file to write, valid as long as this object. Throws as AtomicFile does, and Error(kOutput) where another
  /// one of these leads to the same file.
  AtomicFile& open(const std::string& path);

  /// Makes every file its target. At most once. `last_check` may throw: it is called when all is on disk and nothing is
  /// replaced yet. Where a rename fails in spite of that, the message names what was replaced before it.
  void commit(const std::function<void()>& last_check = {});

 private:
  std::vector<std::unique_ptr<AtomicFile>> files_;
};

}  // namespace columnar
