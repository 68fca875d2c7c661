#pragma once

#include <string>

namespace columnar {

/// Locks a directory for one run. The lock ends with the object or the process, however it ends, and leaves no file
/// behind. It does nothing on a file system without locks.
class DirectoryLock {
 public:
  /// Throws Error(kOutput) if another run holds the lock, or if the directory does not exist.
  explicit DirectoryLock(const std::string& directory);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace columnar
