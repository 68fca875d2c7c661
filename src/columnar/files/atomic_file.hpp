#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace columnar {

/// A file that appears whole or not at all.
///
/// Bytes go to a hidden temporary file beside the target; commit() syncs it, renames it over the target and syncs the
/// directory. Until then, and after any failure, an old target is untouched; the destructor removes the temporary. One
/// that a killed process left is removed by the next AtomicFile in that directory.
/// Every failure is Error(kOutput, "PATH: cannot write: reason"). A target that is a symbolic link is followed, so the
/// link survives; an existing target keeps its permissions.
class AtomicFile {
 public:
  /// Creates the temporary; throws as require_writable() does.
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// Appends bytes. Buffered: many small writes are cheap.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);

  /// Makes the file the target. At most once, and nothing may be written after it.
  void commit();

 private:
  void create_temporary();
  void write_through(std::span<const std::byte> bytes);
  void flush();
  void discard() noexcept;
  [[noreturn]] void fail(int error_number);

  std::string path_;    ///< as the user wrote it, for messages
  std::string target_;  ///< with symbolic links resolved
  std::string directory_;
  std::string temporary_;
  std::vector<std::byte> buffer_;
  int descriptor_ = -1;
  std::size_t slot_ = 0;  ///< where the temporary is registered for remove_pending_temporaries()
  bool registered_ = false;
};

/// Writes a whole file atomically; see AtomicFile.
void write_file_atomically(const std::string& path, std::span<const std::byte> bytes);

/// Throws Error(kOutput) unless a file can be written at this path: its directory exists and is writable, and the path
/// is free or names a writable regular file. For asking BEFORE hours of work; nothing is created.
void require_writable(const std::string& path);

/// Unlinks the temporaries in a directory whose processes were killed before they could. Those that are being written
/// are locked and stay, on another machine as far as the file system's locks reach there; what cannot be read, locked
/// or removed is passed over.
void remove_stale_temporaries(const std::string& directory);

/// Unlinks the temporaries of every unfinished AtomicFile of this process. Async-signal-safe: made for a SIGINT handler
/// that calls _exit() right after.
void remove_pending_temporaries() noexcept;

}  // namespace columnar
