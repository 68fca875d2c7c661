#pragma once

#include <string>

namespace columnar {

/// Holds a directory for one run. The lock ends with the object or with the process, however it ends, and leaves no
/// file behind. Where a file system knows no locks it holds nothing.
class DirectoryLock {
 public:
  /// Throws Error(kOutput) where another holds it, or where there is no such directory.
  explicit DirectoryLock(const std::string& directory);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace columnar
