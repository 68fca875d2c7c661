#include "columnar/files/directory_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "columnar/error.hpp"
#include "columnar/files/whole_path.hpp"

namespace columnar {

DirectoryLock::DirectoryLock(const std::string& directory)
    : descriptor_(::open(whole_path(directory, ErrorCode::kOutput).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0) {
    throw Error(ErrorCode::kOutput,
                directory + ": cannot open the directory: " + std::generic_category().message(errno));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor_);
    throw Error(ErrorCode::kOutput, directory + ": another run is using it");
  }
}

DirectoryLock::~DirectoryLock() { ::close(descriptor_); }

}  // namespace columnar
