#include "standard_output.hpp"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <span>

#include "columnar/core/ranks.hpp"
#include "columnar/error.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/output_path.hpp"
#include "run_command.hpp"

namespace columnar::cli {
namespace {

class UnsentFile;
std::atomic<const UnsentFile*> unsent{nullptr};
static_assert(std::atomic<const UnsentFile*>::is_always_lock_free, "a signal handler reads it");

/// A file in a folder that only this user can see. Both are removed at the end.
class UnsentFile {
 public:
  explicit UnsentFile(const std::string& extension) {
    std::error_code error;
    folder_ = (std::filesystem::temp_directory_path(error) / "columnar-XXXXXX").string();
    if (error || ::mkdtemp(folder_.data()) == nullptr) {
      fail_to_write(folder_, errno);
    }
    path_ = folder_ + "/stdout" + extension;
    unsent.store(this);
  }
  ~UnsentFile() {
    unsent.store(nullptr);
    remove();
  }
  UnsentFile(const UnsentFile&) = delete;
  UnsentFile& operator=(const UnsentFile&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Async-signal-safe.
  void remove() const noexcept {
    ::unlink(path_.c_str());  // fails if it was never complete
    ::rmdir(folder_.c_str());
  }

 private:
  std::string folder_;
  std::string path_;
};

/// Copies a file to standard output. A reader that went away is no error.
void send(const std::string& path) {
  InputFile file(path, Gzip::kKeep);
  std::array<std::byte, 1U << 16U> buffer{};
  while (const std::size_t count = file.read(buffer)) {
    for (std::span<const std::byte> rest = std::span(buffer).first(count); !rest.empty();) {
      const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
      if (written < 0 && errno == EPIPE) {
        return;
      }
      if (written < 0 && errno != EINTR) {
        fail_to_write("stdout", errno);
      }
      rest = rest.subspan(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
  }
}

}  // namespace

void run_with_output(std::string& output, const std::string& extension, bool& quiet, bool json,
                     const std::function<void()>& run) {
  if (output != "-") {
    run();
    return;
  }
  if (json) {
    throw Error(ErrorCode::kConfig, "--json: standard output is already the output");
  }
  if (const Ranks* ranks = command_ranks(); ranks != nullptr && !ranks->is_first()) {
    output = "stdout" + extension;  // the first rank writes it
    run();
    return;
  }
  const UnsentFile file(extension);
  const std::string& path = file.path();
  output = path;
  quiet = true;
  try {
    run();
  } catch (const Error& error) {  // speaks of a file that the user does not know
    std::string text = error.what();
    if (const std::size_t at = text.find(path); at != std::string::npos) {
      text.replace(at, path.size(), "stdout");
    }
    throw Error(error.code(), text);
  }
  send(path);
}

void remove_unsent_output() noexcept {
  if (const UnsentFile* file = unsent.load()) {
    file->remove();
  }
}

}  // namespace columnar::cli
