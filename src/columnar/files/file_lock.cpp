#include "columnar/files/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "columnar/error.hpp"
#include "columnar/files/whole_path.hpp"

namespace columnar {
namespace {

/// True if the path leads to the open file.
bool leads_to(const std::string& path, int descriptor) {
  struct stat named {};
  struct stat open {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(descriptor, &open) == 0 && named.st_dev == open.st_dev &&
         named.st_ino == open.st_ino;
}

}  // namespace

FileLock::FileLock(const std::string& path) : path_(path) {
  while (true) {
    // Opened for writing: some network file systems lock nothing else.
    descriptor_ = ::open(whole_path(path, ErrorCode::kOutput).c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor_ < 0) {
      return;
    }
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      ::close(descriptor_);
      throw Error(ErrorCode::kOutput, path + ": another run is updating it; nothing is changed");
    }
    if (leads_to(path, descriptor_)) {
      return;
    }
    ::close(descriptor_);  // replaced before it was locked: that lock protects nothing
  }
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

bool FileLock::is_unreplaced() const { return descriptor_ < 0 || leads_to(path_, descriptor_); }

void FileLock::require_unreplaced() const {
  if (!is_unreplaced()) {
    throw Error(ErrorCode::kOutput,
                path_ + ": another program has replaced or removed it since it was read; nothing is written");
  }
}

void FileLock::pass_to(AtomicFile& next) noexcept {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
  descriptor_ = next.release();
}

}  // namespace columnar
