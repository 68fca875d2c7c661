#include "startup.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "columnar/error.hpp"

namespace columnar::cli {
namespace {

// The default of most systems. A thread needs between 256 and 384 KiB, of which Eigen takes blocks of 128.
constexpr rlim_t kGoodStack = rlim_t{8} << 20U;
constexpr rlim_t kLeastStack = rlim_t{1} << 20U;

}  // namespace

void occupy_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): fcntl has no other form
    if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF) {
      // The lowest that is free is this one. Opened the wrong way round: nothing can be read or written.
      (void)::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

void require_stack() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= kLeastStack) {
    return;
  }
  limit.rlim_cur = std::min(limit.rlim_max, kGoodStack);
  if (limit.rlim_cur < kLeastStack || ::setrlimit(RLIMIT_STACK, &limit) != 0) {
    throw Error(ErrorCode::kConfig, "ulimit -s: a stack of less than 1024 KiB is not enough");
  }
}

}  // namespace columnar::cli
