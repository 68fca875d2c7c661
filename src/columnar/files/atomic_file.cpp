#include "columnar/files/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "columnar/core/error.hpp"
#include "columnar/files/whole_path.hpp"

namespace columnar {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;
// A temporary is called .columnar-PID-NUMBER.tmp.
constexpr std::string_view kTemporaryStart = ".columnar-";
constexpr std::string_view kTemporaryEnd = ".tmp";

// The temporaries a signal handler must be able to find: no locks, no allocation, so a fixed table of fixed strings.
enum SlotState : int { kFree, kFilling, kArmed };
struct PendingSlot {
  std::atomic<int> state{kFree};
  std::array<char, PATH_MAX> path{};
};
constexpr std::size_t kSlotCount = 16;
std::array<PendingSlot, kSlotCount> pending_slots;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler reads the slots");

std::atomic<unsigned> temporary_counter{0};

[[noreturn]] void fail_with(const std::string& path, const std::string& reason) {
  throw Error(ErrorCode::kOutput, path + ": cannot write: " + reason);
}

std::string reason_of(int error_number) { return std::generic_category().message(error_number); }

struct Target {
  std::string path;       ///< symbolic links resolved
  std::string directory;  ///< where the temporary goes
  bool exists = false;
  mode_t mode = 0;
};

Target resolve_target(const std::string& path) {
  if (path.empty()) {
    throw Error(ErrorCode::kOutput, "output path is empty");
  }
  Target target;
  target.path = whole_path(path, ErrorCode::kOutput);
  std::error_code error;
  if (std::filesystem::is_symlink(std::filesystem::symlink_status(path, error))) {
    target.path = std::filesystem::weakly_canonical(path, error).string();
    if (error) {
      fail_with(path, error.message());
    }
  }
  if (target.path.back() == '/') {
    fail_with(path, "it names a directory");
  }
  const std::filesystem::path parent = std::filesystem::path(target.path).parent_path();
  target.directory = parent.empty() ? "." : parent.string();

  struct stat info {};
  if (::stat(target.directory.c_str(), &info) != 0) {
    fail_with(path, errno == ENOENT ? "directory '" + target.directory + "' does not exist" : reason_of(errno));
  }
  if (!S_ISDIR(info.st_mode)) {
    fail_with(path, "'" + target.directory + "' is not a directory");
  }
  target.exists = ::stat(target.path.c_str(), &info) == 0;
  if (!target.exists && errno != ENOENT) {
    fail_with(path, reason_of(errno));
  }
  if (target.exists && S_ISDIR(info.st_mode)) {
    fail_with(path, "it is a directory");
  }
  if (target.exists && !S_ISREG(info.st_mode)) {  // a rename would replace the device or pipe itself
    fail_with(path, "it is not a regular file");
  }
  if (::faccessat(AT_FDCWD, target.directory.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    fail_with(path, "directory '" + target.directory + "' is not writable: " + reason_of(errno));
  }
  if (!target.exists) {
    return target;
  }
  // A rename needs no permission on the old file, but a file marked read-only asks to be kept, from root too.
  if ((info.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0 ||
      ::faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0) {
    fail_with(path, "the file there is read-only");
  }
  target.mode = info.st_mode & 07777U;
  return target;
}

/// Takes a free slot for the name, before the file exists, so that no signal can fall between the two.
bool register_temporary(const std::string& name, std::size_t& slot) {
  if (name.size() >= PATH_MAX) {
    return false;
  }
  for (std::size_t i = 0; i < kSlotCount; ++i) {
    int expected = kFree;
    if (pending_slots[i].state.compare_exchange_strong(expected, kFilling)) {
      std::memcpy(pending_slots[i].path.data(), name.c_str(), name.size() + 1);
      pending_slots[i].state.store(kArmed);
      slot = i;
      return true;
    }
  }
  return false;
}

/// Holds a temporary for as long as it is open, so that others see that it is in use. False where one of them took the
/// moment before for the end of its writer, and removed it. Where a file system knows no locks nothing is held.
bool hold(int descriptor) {
  struct stat info {};
  return (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) && ::fstat(descriptor, &info) == 0 &&
         info.st_nlink > 0;
}

/// Unlinks a temporary that has outlived its writer. The lock tells, and not the process, which may run on another
/// machine, as far as the file system carries locks from one to the other.
void remove_if_stale(const char* temporary) noexcept {
  const int descriptor = ::open(temporary, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) {
    return;
  }
  struct stat info {};
  if (::fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode) && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    ::unlink(temporary);
  }
  ::close(descriptor);
}

}  // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path) {
  const Target target = resolve_target(path);
  target_ = target.path;
  directory_ = target.directory;
  buffer_.reserve(kBufferBytes);
  remove_stale_temporaries(directory_);
  create_temporary();
  if (target.exists && ::fchmod(descriptor_, target.mode) != 0) {
    fail(errno);
  }
}

void AtomicFile::create_temporary() {
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    temporary_ = directory_;
    temporary_.append("/").append(kTemporaryStart).append(std::to_string(::getpid())).append("-");
    temporary_.append(std::to_string(temporary_counter.fetch_add(1))).append(kTemporaryEnd);
    if (!register_temporary(temporary_, slot_)) {
      fail_with(path_, temporary_.size() >= PATH_MAX ? "the path is too long" : "too many unfinished outputs at once");
    }
    registered_ = true;
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor_ >= 0) {
      if (hold(descriptor_)) {
        return;
      }
      discard();
      continue;
    }
    const int error_number = errno;
    pending_slots[slot_].state.store(kFree);  // not ours to remove
    registered_ = false;
    if (error_number != EEXIST && error_number != EINTR) {
      fail_with(path_, reason_of(error_number));
    }
  }
  fail_with(path_, "no free name for a temporary file in '" + directory_ + "'");
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
    descriptor_ = -1;
  }
  if (registered_) {
    ::unlink(temporary_.c_str());
    pending_slots[slot_].state.store(kFree);
    registered_ = false;
  }
}

void AtomicFile::fail(int error_number) {
  discard();
  fail_with(path_, reason_of(error_number));
}

void AtomicFile::write_through(std::span<const std::byte> bytes) {
  if (descriptor_ < 0) {
    fail_with(path_, "the file is already closed");
  }
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) {
        continue;
      }
      fail(errno);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::flush() {
  write_through(buffer_);
  buffer_.clear();
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > kBufferBytes) {
    flush();
  }
  if (bytes.size() >= kBufferBytes) {
    write_through(bytes);
  } else {
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  }
}

void AtomicFile::write(std::string_view text) { write(std::as_bytes(std::span<const char>(text.data(), text.size()))); }

void AtomicFile::commit() {
  flush();
  if (::fsync(descriptor_) != 0 && errno != EINVAL) {  // EINVAL: a file system that cannot sync
    fail(errno);
  }
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {  // while it is held: else it would pass for a stale one
    fail(errno);
  }
  pending_slots[slot_].state.store(kFree);
  registered_ = false;
  ::close(descriptor_);  // what could go wrong has gone wrong in fsync
  descriptor_ = -1;
  // The new name must survive a power cut too. A directory that may be written but not read cannot be synced.
  const int directory = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) {
    return;
  }
  const int synced = ::fsync(directory);
  const int error_number = errno;
  ::close(directory);
  if (synced != 0 && error_number != EINVAL) {
    fail_with(path_, reason_of(error_number));
  }
}

void write_file_atomically(const std::string& path, std::span<const std::byte> bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

void require_writable(const std::string& path) { static_cast<void>(resolve_target(path)); }

void remove_stale_temporaries(const std::string& directory) {
  std::error_code problem;
  for (std::filesystem::directory_iterator entry(directory, problem), last; !problem && entry != last;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    pid_t owner = 0;
    if (!name.starts_with(kTemporaryStart) || !name.ends_with(kTemporaryEnd)) {
      continue;
    }
    const auto [end, error] = std::from_chars(name.data() + kTemporaryStart.size(), name.data() + name.size(), owner);
    if (error == std::errc() && *end == '-' && owner > 0) {
      remove_if_stale(entry->path().c_str());
    }
  }
}

void remove_pending_temporaries() noexcept {
  for (const PendingSlot& slot : pending_slots) {
    if (slot.state.load() == kArmed) {
      ::unlink(slot.path.data());
    }
  }
}

}  // namespace columnar
