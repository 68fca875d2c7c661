#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/files/output_path.hpp"

namespace columnar {

/// A file that appears whole or not at all. Several that belong together are OutputFiles (output_files.hpp).
///
/// Bytes go to a hidden temporary file beside the target; commit() syncs it, renames it over the target and syncs the
/// directory. Until then, and after any failure, an old target is untouched; the destructor removes the temporary. One
/// that a killed process left is removed by the next AtomicFile in that directory.
/// Every failure is Error(kOutput, "PATH: cannot write: reason"). A target that is a symbolic link is followed, so the
/// link survives, and what it leads to is made where it is missing. An existing target keeps its permissions, and its
/// owner and group where the system lets them be given; nobody else may read the temporary before it has them.
class AtomicFile {
 public:
  /// Creates the temporary; throws as require_writable() does.
  explicit AtomicFile(const std::string& path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  /// As the caller gave it, for messages.
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Appends bytes. Buffered: many small writes are cheap.
  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);

  /// Makes the file the target: prepare(), publish() and sync_directory(). At most once, and nothing may be written
  /// after it.
  void commit();

  /// All of commit() that can be foreseen to fail: the bytes are on disk, the target may still be replaced, and the
  /// temporary has its permissions. The target is as it was.
  void prepare();
  /// Renames what prepare() has left over the target.
  void publish();
  /// Makes the new name survive a power cut.
  void sync_directory() const;

  /// Hands over the descriptor of the published file, and with it the lock; the caller closes it.
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
  std::size_t slot_ = 0;  ///< where the temporary is registered for remove_pending_temporaries()
  bool registered_ = false;
};

/// Writes a whole file atomically; see AtomicFile.
void write_file_atomically(const std::string& path, std::span<const std::byte> bytes);

/// Unlinks the temporaries in a directory whose processes were killed before they could: regular files of exactly the
/// names that temporary_name() gives. Those that are being written are locked and stay, on another machine as far as
/// the file system's locks reach there; what cannot be read, locked or removed is passed over.
void remove_stale_temporaries(const std::string& directory);

/// Unlinks the temporaries of every unfinished AtomicFile of this process. Async-signal-safe: made for a SIGINT handler
/// that calls _exit() right after.
void remove_pending_temporaries() noexcept;

}  // namespace columnar
