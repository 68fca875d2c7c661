#pragma once

#include <string>

#include "columnar/files/atomic_file.hpp"

namespace columnar {

/// Holds a file for one run that reads it, and replaces it by what it made of it: of two such runs at the same time the
/// second is refused, and loses nothing. The lock ends with the object or with the process, however it ends, and leaves
/// no file behind. Where a file system knows no locks, require_unreplaced() alone is left.
class FileLock {
 public:
  /// Throws Error(kOutput) where another holds it. A file that cannot be opened is not held: reading it will tell why.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// Whether the path still leads to the file that is held; true where none is.
  [[nodiscard]] bool is_unreplaced() const;
  /// Throws Error(kOutput) where the path leads to another file by now: someone who asks for no lock has replaced it.
  void require_unreplaced() const;

  /// Goes over to the file that has just replaced the one held. That one was locked while it was written, so there is
  /// no moment in which neither is.
  void pass_to(AtomicFile& next) noexcept;

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace columnar
