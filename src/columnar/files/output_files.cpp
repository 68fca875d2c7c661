#include "columnar/files/output_files.hpp"

#include "columnar/error.hpp"

namespace columnar {

AtomicFile& OutputFiles::open(const std::string& path) {
  for (const auto& file : files_) {
    if (same_file(file->path(), path)) {
      fail_to_write(path, "another output goes to the same file");
    }
  }
  return *files_.emplace_back(std::make_unique<AtomicFile>(path));
}

void OutputFiles::commit(const std::function<void()>& last_check) {
  for (const auto& file : files_) {
    file->prepare();
  }
  if (last_check) {
    last_check();
  }
  std::string replaced;
  for (const auto& file : files_) {
    try {
      file->publish();
    } catch (const Error& error) {
      throw Error(error.code(), replaced.empty() ? error.what() : error.what() + (" (written: " + replaced + ")"));
    }
    replaced += (replaced.empty() ? "" : ", ") + file->path();
  }
  for (const auto& file : files_) {
    file->sync_directory();
  }
}

}  // namespace columnar
