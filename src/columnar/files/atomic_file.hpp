#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/files/output_path.hpp"

namespace columnar {

/// A file that appears whole or not at all. For several files that belong together see OutputFiles (output_files.hpp).
///
/// Bytes go to a hidden temporary file beside the target. commit() syncs it, renames it over the target and syncs the
/// directory. Until then, and after any failure, an existing target is untouched; the destructor removes the temporary.
/// The
/// next AtomicFile in the directory removes temporaries of killed processes.
/// Every failure is Error(kOutput, "PATH: cannot write: reason"). A symbolic link is followed and stays a link; its
/// target
/// is created if missing. An existing target keeps its permissions, and its owner and group if the system permits;
/// the temporary is private until it has them.
class AtomicFile {
 public:
  /// Creates the temporary. Throws like require_writable().
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// The path as the caller gave it, for messages.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Appends bytes. Buffered, so small writes are cheap.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);

  /// Replaces the target: prepare(), publish() and sync_directory(). Call at most once; nothing may be written
  /// afterwards.
  void commit();

  /// The part of commit() that may fail predictably: syncs the bytes, checks that the target may be replaced, and sets
  /// the
  /// permissions of the temporary. The target is unchanged.
  void prepare();
  /// Renames the prepared temporary over the target.
  void publish();
  /// Makes the new name survive a power failure.
  void sync_directory() const;

  /// Hands over the descriptor of the published file together with its lock; the caller closes it.
  [[nodiscard]] int release() noexcept;

 private:
  void create_temporary();
  void adopt(const OutputTarget::Access& old);
  void write_through(std::span<const std::byte> bytes);
  void flush();
  void discard() noexcept;
  [[noreturn]] void fail(int error_number);

  std::string path_;
  OutputTarget target_;
  std::string temporary_;
  std::vector<std::byte> buffer_;
  int descriptor_ = -1;
  std::size_t slot_ = 0;  ///< registration for remove_pending_temporaries()
  bool registered_ = false;
};

/// Writes a whole file atomically; see AtomicFile.
void write_file_atomically(const std::string& path, std::span<const std::byte> bytes);

/// Removes temporaries of killed processes from a directory: regular files with exactly the names of temporary_name().
/// Files being written are locked and stay, also those of other machines if the file system shares locks. Files that
/// cannot be read, locked or removed are skipped.
void remove_stale_temporaries(const std::string& directory);

/// Removes the temporaries of every unfinished AtomicFile of this process. Async-signal-safe, for a SIGINT handler
/// that calls _exit() right after.
void remove_pending_temporaries() noexcept;

}  // namespace columnar
