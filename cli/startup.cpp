#include "startup.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "columnar/error.hpp"

namespace columnar::cli {
namespace {

// What a thread has on most systems. It needs between 256 and 384 KiB, of which Eigen takes blocks of 128.
constexpr const char* kStack = "8M";
constexpr rlim_t kGoodStack = rlim_t{8} << 20U;
constexpr rlim_t kLeastStack = rlim_t{1} << 20U;

/// Whether a variable of the environment is there, and has this value where one is given.
bool has(const char* name, const char* value = nullptr) {
  const char* const found = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): there is one thread yet
  return found != nullptr && (value == nullptr || std::string_view(found) == value);
}

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

// By default threads spin for milliseconds, which on a machine that has other work costs many times the run itself;
// threads that go to sleep at once are woken thousands of times while the columns learn, which costs a quarter of that
// stage. OpenMP reads the policy once, before main.          docs/decisions/0027-nodes-in-a-better-order.md
void restart_for_threads(char** argv) {
  const bool waits = has("OMP_WAIT_POLICY") || has("GOMP_SPINCOUNT");
  if (waits && has("OMP_STACKSIZE", kStack)) {
    return;
  }
  std::array<char, 4096> program{};  // a path that fills it would not be whole
  const ssize_t length = ::readlink("/proc/self/exe", program.data(), program.size());
  if (length <= 0 || static_cast<std::size_t>(length) >= program.size()) {
    return;
  }
  // NOLINTBEGIN(concurrency-mt-unsafe)
  bool set = ::setenv("OMP_STACKSIZE", kStack, 1) == 0;  // it counts for more than GOMP_STACKSIZE
  if (!waits) {
    set = set && ::setenv("OMP_WAIT_POLICY", "passive", 1) == 0;
    set = set && ::setenv("GOMP_SPINCOUNT", "1000", 1) == 0;  // some ten microseconds; it overrules the policy
  }
  if (set) {  // else it would start over for ever
    ::execv(program.data(), argv);
  }
  // NOLINTEND(concurrency-mt-unsafe)
}

}  // namespace columnar::cli
