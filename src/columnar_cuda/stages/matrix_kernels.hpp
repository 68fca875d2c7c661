#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar_cuda/stages/device_graph.hpp"
#include "columnar_cuda/stages/device_matrix.hpp"
#include "columnar_cuda/stages/pairs.hpp"

/// The products of the spectrum. All sums have a fixed order: the same numbers in every run.

namespace columnar::cuda {

/// A tall matrix of numbers rounded to bfloat16, for products with the PPMI matrix, which read scattered rows. Rows are
/// padded with zeros to a multiple of 16 bytes.
struct RoundedRows {
  RoundedRows() = default;
  RoundedRows(const Device& device, std::size_t row_count, std::size_t column_count)
      : rows(row_count),
        columns(column_count),
        stride((column_count + kPadding - 1) / kPadding * kPadding),
        numbers(device, row_count * stride) {}

  static constexpr std::size_t kPadding = 8;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;
  DeviceArray<std::uint16_t> numbers;  ///< the upper half of a float each
};

/// Random signs, the same as on the CPU.
void random_signs(const Device& device, std::uint64_t seed, RoundedRows& start);

/// result ← the PPMI matrix, times x. An entry is at most `clip`; 0 = not clipped.
void multiply(const Device& device, const DevicePairs& pairs, float clip, const RoundedRows& x, DeviceMatrix& result);

/// xᵀ·x, row by row, columns × columns: sums of 512 rows in float, added up in double.
[[nodiscard]] std::vector<double> gram_matrix(const Device& device, const DeviceMatrix& x);
[[nodiscard]] std::vector<double> gram_matrix(const Device& device, const RoundedRows& x);

/// result ← x · factor, rounded or not. The factor has as many rows as x has columns, and is given row by row.
void multiply(const Device& device, const DeviceMatrix& x, std::span<const float> factor, RoundedRows& result);
void multiply(const Device& device, const DeviceMatrix& x, std::span<const float> factor, DeviceMatrix& result);

/// Rows of unit length; those that are zero up to rounding become zero. Returns the first row whose length is not
/// finite, or the number of rows.
[[nodiscard]] std::size_t to_unit_rows(const Device& device, DeviceMatrix& x);

/// result ← x_v + smoothing · mean of v's neighbours in x, weighted by the edges.
void add_neighbours(const Device& device, const DeviceGraph& graph, float smoothing, const DeviceMatrix& x,
                    DeviceMatrix& result);

}  // namespace columnar::cuda
