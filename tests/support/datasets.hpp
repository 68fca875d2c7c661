#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace columnar::testing_support {

/// Where a data set lies ("cora.npz"): in $COLUMNAR_DATA, else in ../shared/datasets from the project's root.
/// Nothing where neither has it; the test then skips and says so.
inline std::optional<std::string> find_dataset(const std::string& file) {
  if (const char* folder = std::getenv("COLUMNAR_DATA"); folder != nullptr && *folder != '\0') {
    const auto path = std::filesystem::path(folder) / file;
    if (std::filesystem::exists(path)) {
      return path.string();
    }
  }
  const auto path = std::filesystem::path(COLUMNAR_SOURCE_DIR) / ".." / "shared" / "datasets" / file;
  return std::filesystem::exists(path) ? std::optional<std::string>(path.string()) : std::nullopt;
}

}  // namespace columnar::testing_support

/// Declares `path`, or skips the test where the data set is not on this machine.
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): GTEST_SKIP must return from the test itself
#define COLUMNAR_DATASET_OR_SKIP(path, file)                                             \
  const auto path##_found = columnar::testing_support::find_dataset(file);               \
  if (!path##_found) {                                                                   \
    GTEST_SKIP() << (file) << " is neither in $COLUMNAR_DATA nor in ../shared/datasets"; \
  }                                                                                      \
  const std::string path = *path##_found
