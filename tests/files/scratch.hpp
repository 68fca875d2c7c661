#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "columnar/error.hpp"

namespace columnar {

/// A directory of one test's own, removed with everything in it.
class Scratch {
 public:
  explicit Scratch(const std::string& base = testing::TempDir()) : directory_(base + "columnar-XXXXXX") {
    if (::mkdtemp(directory_.data()) == nullptr) {
      throw std::runtime_error("cannot make " + directory_);
    }
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  [[nodiscard]] const std::string& directory() const { return directory_; }
  [[nodiscard]] std::string path(const std::string& name) const { return directory_ + "/" + name; }

  /// Writes a file and returns its path.
  std::string put(const std::string& name, const std::string& content) const {
    std::filesystem::remove(path(name));  // some file systems sync a file that is cut to nothing and written again
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }
  std::string put(const std::string& name, std::span<const std::byte> content) const {
    return put(name, std::string(reinterpret_cast<const char*>(content.data()), content.size()));
  }
  /// The names in the directory, hidden ones too.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      all.push_back(entry.path().filename().string());
    }
    std::sort(all.begin(), all.end());
    return all;
  }

 private:
  std::string directory_;
};

/// A folder in memory where there is one: for tests that sync thousands of files.
inline std::string memory_folder() { return ::access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm/" : testing::TempDir(); }

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The message of the Error that the action throws; fails the test where it throws none or another code.
inline std::string error_of(ErrorCode code, const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no Error was thrown";
  return "";
}

}  // namespace columnar
