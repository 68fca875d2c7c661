#pragma once

#include <string>

#include "columnar/files/atomic_file.hpp"

namespace columnar {

/// Locks a file for a run that reads it and replaces it: a second concurrent run is refused and loses nothing. The lock
/// ends with the object or the process, however it ends, and leaves no file behind. On a file system without locks,
/// only
/// require_unreplaced() protects.
class FileLock {
 public:
  /// Throws Error(kOutput) if another run holds the lock. A file that cannot be opened is not locked; reading it will
  /// report why.
  explicit FileLock(const std::string& path);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  /// True if the path still leads to the locked file, or if none is locked.
  [[nodiscard]] bool is_unreplaced() const;
  /// Throws Error(kOutput) if the path now leads to another file: a program that does not use locks has replaced it.
  void require_unreplaced() const;

  /// Takes over the lock of the file that has just replaced this one. That file was locked while it was written, so the
  /// path is locked at every moment.
  void pass_to(AtomicFile& next) noexcept;

 private:
  std::string path_;
  int descriptor_ = -1;
};

}  // namespace columnar
