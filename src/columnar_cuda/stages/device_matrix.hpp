#pragma once

#include <cstddef>
#include <cstdint>

#include "columnar_cuda/device/device_array.hpp"

namespace columnar::cuda {

/// A matrix in the memory of a GPU, row after row, as RowMatrix has them.
struct DeviceMatrix {
  DeviceMatrix() = default;
  DeviceMatrix(const Device& device, std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), numbers(device, row_count * column_count) {}

  std::size_t rows = 0;
  std::size_t columns = 0;
  DeviceArray<float> numbers;

  [[nodiscard]] float* data() noexcept { return numbers.data(); }
  [[nodiscard]] const float* data() const noexcept { return numbers.data(); }
};

}  // namespace columnar::cuda
