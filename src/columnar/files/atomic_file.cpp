#include "columnar/files/atomic_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "columnar/error.hpp"

namespace columnar {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

// The temporaries, for a signal handler that must not lock or allocate: a fixed table of fixed strings.
enum SlotState : int { kFree, kFilling, kArmed };
struct PendingSlot {
  std::atomic<int> state{kFree};
  std::array<char, PATH_MAX> path{};
};
constexpr std::size_t kSlotCount = 16;
std::array<PendingSlot, kSlotCount> pending_slots;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler reads the slots");

std::atomic<unsigned> temporary_counter{0};

/// Takes a free slot for the name before the file exists, so that no signal can fall in between.
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

/// Locks a temporary while it is open, to mark it as in use. False if another process took it for stale just before and
/// removed it. On a file system without locks nothing is locked.
bool hold(int descriptor) {
  struct stat info {};
  return (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) && ::fstat(descriptor, &info) == 0 &&
         info.st_nlink > 0;
}

/// Removes a temporary that has outlived its writer. The lock decides, not the process id, because the writer may run
/// on
/// another machine that shares the file system's locks.
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

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(output_target(path)) {
  buffer_.reserve(kBufferBytes);
  remove_stale_temporaries(target_.directory);
  create_temporary();
}

void AtomicFile::create_temporary() {
  // A replacement is private to the writer until it gets the old file's permissions, because a file opened earlier
  // would
  // stay readable. A new file gets the system's default permissions.
  const mode_t mode = target_.old ? 0600 : 0666;
  constexpr int kAttempts = 100;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    temporary_ = target_.directory + "/" + temporary_name(::getpid(), temporary_counter.fetch_add(1));
    if (!register_temporary(temporary_, slot_)) {
      fail_to_write(path_,
                    temporary_.size() >= PATH_MAX ? "the path is too long" : "too many unfinished outputs at once");
    }
    registered_ = true;
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
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
      fail_to_write(path_, error_number);
    }
  }
  fail_to_write(path_, "no free name for a temporary file in '" + target_.directory + "'");
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
  fail_to_write(path_, error_number);
}

void AtomicFile::write_through(std::span<const std::byte> bytes) {
  if (!registered_) {
    fail_to_write(path_, "the file is already closed");
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

void AtomicFile::adopt(const OutputTarget::Access& old) {
  struct stat mine {};
  if (::fstat(descriptor_, &mine) != 0) {
    fail(errno);
  }
  mode_t mode = old.mode;
  if (mine.st_gid != old.group && ::fchown(descriptor_, static_cast<uid_t>(-1), old.group) != 0) {
    mode &= ~static_cast<mode_t>(S_IRWXG) | ((old.mode & S_IRWXO) << 3U);  // another group gets the permissions of
                                                                           // others
  }
  if (::fchmod(descriptor_, mode) != 0) {
    fail(errno);
  }
  // Last, because afterwards the file may belong to another user. Only root may give a file away; for
  // other users the writer stays the owner.
  [[maybe_unused]] const bool given =
      mine.st_uid == old.owner || ::fchown(descriptor_, old.owner, static_cast<gid_t>(-1)) == 0;
}

void AtomicFile::prepare() {
  flush();
  const OutputTarget now = output_target(path_);  // the target may have changed since
  if (now.path != target_.path) {
    fail_to_write(path_, "the link leads elsewhere by now");
  }
  if (const auto& old = now.old ? now.old : target_.old) {
    adopt(*old);
  }
  if (::fsync(descriptor_) != 0 && errno != EINVAL) {  // EINVAL: a file system without sync
    fail(errno);
  }
}

void AtomicFile::publish() {
  if (::rename(temporary_.c_str(), target_.path.c_str()) != 0) {  // while locked: otherwise it would count as stale
    fail(errno);
  }
  pending_slots[slot_].state.store(kFree);
  registered_ = false;
}

void AtomicFile::sync_directory() const {
  // A writable but unreadable directory cannot be synced.
  const int directory = ::open(target_.directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) {
    return;
  }
  const int synced = ::fsync(directory);
  const int error_number = errno;
  ::close(directory);
  if (synced != 0 && error_number != EINVAL) {
    throw Error(ErrorCode::kOutput, path_ + ": it is written, but its directory cannot be synced: " +
                                        std::generic_category().message(error_number));
  }
}

void AtomicFile::commit() {
  prepare();
  publish();
  sync_directory();
}

int AtomicFile::release() noexcept { return std::exchange(descriptor_, -1); }

void write_file_atomically(const std::string& path, std::span<const std::byte> bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

void remove_stale_temporaries(const std::string& directory) {
  std::error_code problem;
  for (std::filesystem::directory_iterator entry(directory, problem), last; !problem && entry != last;
       entry.increment(problem)) {
    if (is_temporary_name(entry->path().filename().string())) {
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
