#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace columnar::testing_support {

/// A file with this content in the folder for temporary files, gone with the object. The folder is the test's own, so
/// that tests which run at the same time do not meet.
class TempFile {
 public:
  TempFile(const std::string& name, std::string_view content) : TempFile(name) {
    std::ofstream(path_, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
  }
  /// The path alone, for something else to write to.
  explicit TempFile(const std::string& name) {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(::testing::TempDir()) /
              (std::string("columnar_") + test->test_suite_name() + "_" + test->name() + "_" + name);
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / name).string();
  }
  ~TempFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::filesystem::path folder_;
  std::string path_;
};

}  // namespace columnar::testing_support
