#include "signals.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "columnar/files/atomic_file.hpp"
#include "standard_output.hpp"

namespace columnar::cli {
namespace {

std::atomic<bool> line_open{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler reads it");

/// Nothing can be done where this fails.
void write_error(std::string_view text) noexcept {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

extern "C" void end_at_once(int signal) {
  remove_pending_temporaries();
  remove_unsent_output();
  constexpr std::string_view kClear = "\r\x1b[K";
  constexpr std::string_view kMessage = "columnar: interrupted\n";
  if (line_open.load()) {
    write_error(kClear);
  }
  write_error(kMessage);
  ::_exit(128 + signal);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = end_at_once;
  ::sigfillset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction old {};
    // Who started the program with the signal ignored, as nohup does and a shell for `&`, wants it to go on.
    if (::sigaction(signal, nullptr, &old) == 0 && old.sa_handler != SIG_IGN) {
      ::sigaction(signal, &action, nullptr);
    }
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond `ulimit -f` is an error of write()
}

void set_line_open(bool open) noexcept { line_open.store(open); }

}  // namespace columnar::cli
