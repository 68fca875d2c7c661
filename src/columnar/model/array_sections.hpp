#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/spectral/row_matrix.hpp"

/// Arrays of known dimensions in sectioned files, for models and checkpoints.

namespace columnar {

/// Throws Error(kInput) unless a section has exactly this many numbers.
template <Number T>
void check_array(const SectionedFile& file, std::string_view name, std::array<std::uint64_t, 3> dimensions) {
  std::uint64_t bytes = sizeof(T);
  for (const std::uint64_t size : dimensions) {
    if (size == 0 || __builtin_mul_overflow(bytes, size, &bytes)) {
      throw Error(ErrorCode::kInput, fmt::format("{}: section '{}' cannot be {} × {} × {}", file.name(), name,
                                                 dimensions[0], dimensions[1], dimensions[2]));
    }
  }
  if (const std::size_t size = file.section(name).size(); size != bytes) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: section '{}' has {} bytes, not {}", file.name(), name, size, bytes));
  }
}

/// A section of exactly this many numbers. The size is checked before anything is allocated; a mismatch throws
/// Error(kInput).
template <Number T>
[[nodiscard]] std::vector<T> read_array(const SectionedFile& file, std::string_view name,
                                        std::array<std::uint64_t, 3> dimensions) {
  check_array<T>(file, name, dimensions);
  return file.array<T>(name);
}

/// The same as a row-major matrix.
[[nodiscard]] inline RowMatrix read_matrix(const SectionedFile& file, std::string_view name, std::uint64_t rows,
                                           std::uint64_t columns) {
  const std::vector<float> values = read_array<float>(file, name, {rows, columns, 1});
  return Eigen::Map<const RowMatrix>(values.data(), static_cast<Eigen::Index>(rows),
                                     static_cast<Eigen::Index>(columns));
}

}  // namespace columnar
