#include "standard_output.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <span>

#include "columnar/error.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/files/output_path.hpp"

namespace columnar::cli {
namespace {

/// A folder that only this user can see, removed with all in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    path_ = (std::filesystem::temp_directory_path(error) / "columnar-XXXXXX").string();
    if (error || ::mkdtemp(path_.data()) == nullptr) {
      fail_to_write(path_, errno);
    }
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
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
  const TemporaryFolder folder;
  output = folder.file("stdout" + extension);
  quiet = true;
  const std::string path = output;
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

}  // namespace columnar::cli
