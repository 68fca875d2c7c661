#include "columnar_cuda/stages/matrix_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "columnar/core/random.hpp"
#include "cuda/gpu_test.hpp"

namespace columnar::cuda {
namespace {

using MatrixKernels = GpuTest;

const KeyedRandom kNumbers(5, Purpose::kProbe);

std::vector<float> random_numbers(std::size_t count, std::uint64_t key) {
  std::vector<float> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<float>(kNumbers.uniform(key, i)) - 0.5F;
  }
  return numbers;
}

std::vector<float> as_floats(const RoundedRows& rows) {
  const std::vector<std::uint16_t> halves = rows.numbers.to_host();
  std::vector<float> numbers;
  for (const std::uint16_t half : halves) {
    numbers.push_back(std::bit_cast<float>(std::uint32_t{half} << 16U));
  }
  return numbers;
}

/// Rows of these lengths in parts of `rows_each` rows.
DevicePairs pairs_of(const Device& device, std::vector<std::size_t> lengths, std::size_t rows_each) {
  DevicePairs pairs;
  pairs.nodes = static_cast<NodeIndex>(lengths.size());
  std::vector<std::uint64_t> offsets{0};
  for (const std::size_t length : lengths) {
    offsets.push_back(offsets.back() + length);
  }
  for (std::size_t first = 0; first < lengths.size(); first += rows_each) {
    const std::size_t last = std::min(lengths.size(), first + rows_each);
    std::vector<NodeIndex> columns;
    for (std::size_t row = first; row < last; ++row) {
      for (std::size_t i = 0; i < lengths[row]; ++i) {
        columns.push_back(static_cast<NodeIndex>((i * 7 + row) % lengths.size()));
      }
    }
    pairs.parts.push_back({static_cast<NodeIndex>(first), static_cast<NodeIndex>(last), offsets[first],
                           DeviceArray<NodeIndex>(device, std::span<const NodeIndex>(columns)),
                           DeviceArray<float>(device, std::span<const float>(random_numbers(columns.size(), first)))});
  }
  pairs.offsets = DeviceArray<std::uint64_t>(device, std::span<const std::uint64_t>(offsets));
  return pairs;
}

void expect_product(const Device& device, std::size_t columns, std::size_t rows_each) {
  std::vector<std::size_t> lengths(1000, 37);
  lengths[0] = 0;
  lengths[3] = 20'000;  // for a whole block
  lengths[998] = 4097;
  lengths[999] = 4096;
  const DevicePairs pairs = pairs_of(device, lengths, rows_each);
  RoundedRows x(device, lengths.size(), columns);
  random_signs(device, 9, x);
  DeviceMatrix result(device, lengths.size(), columns);
  multiply(device, pairs, 0.25F, x, result);
  const std::vector<float> basis = as_floats(x);
  const std::vector<float> found = result.numbers.to_host();
  double largest = 0.0;
  std::size_t row = 0;
  for (const DevicePairs::Part& part : pairs.parts) {
    const std::vector<NodeIndex> others = part.columns.to_host();
    const std::vector<float> values = part.values.to_host();
    std::size_t entry = 0;
    for (; row < part.last; ++row) {
      std::vector<double> expected(columns);
      for (std::size_t i = 0; i < lengths[row]; ++i, ++entry) {
        for (std::size_t j = 0; j < columns; ++j) {
          expected[j] += static_cast<double>(std::min(0.25F, values[entry])) *
                         static_cast<double>(basis[others[entry] * x.stride + j]);
        }
      }
      for (std::size_t j = 0; j < columns; ++j) {
        largest = std::max(largest, std::abs(expected[j] - static_cast<double>(found[row * columns + j])));
      }
    }
  }
  EXPECT_LT(largest, 1e-2) << columns << " columns";  // sums of up to 20,000
}

TEST_F(MatrixKernels, ProductWithThePpmiMatrix) {
  expect_product(device(), 144, 300);
  expect_product(device(), 13, 1000);
  expect_product(device(), 300, 1);
}

TEST_F(MatrixKernels, GramMatrix) {
  constexpr std::size_t kRows = 5000;
  constexpr std::size_t kColumns = 70;
  DeviceMatrix x(device(), kRows, kColumns);
  const std::vector<float> numbers = random_numbers(kRows * kColumns, 3);
  x.numbers.upload(numbers);
  const std::vector<double> gram = gram_matrix(device(), x);
  for (std::size_t i = 0; i < kColumns; i += 23) {
    for (std::size_t j = 0; j < kColumns; ++j) {
      double sum = 0.0;
      for (std::size_t r = 0; r < kRows; ++r) {
        sum += static_cast<double>(numbers[r * kColumns + i]) * static_cast<double>(numbers[r * kColumns + j]);
      }
      EXPECT_NEAR(gram[i * kColumns + j], sum, 1e-3);
    }
  }
}

TEST_F(MatrixKernels, ProductWithAFactorRoundedAndNot) {
  constexpr std::size_t kRows = 777;
  constexpr std::size_t kColumns = 90;
  constexpr std::size_t kKept = 67;
  DeviceMatrix x(device(), kRows, kColumns);
  const std::vector<float> numbers = random_numbers(kRows * kColumns, 4);
  x.numbers.upload(numbers);
  const std::vector<float> factor = random_numbers(kColumns * kKept, 5);
  DeviceMatrix exact(device(), kRows, kKept);
  multiply(device(), x, factor, exact);
  RoundedRows rounded(device(), kRows, kKept);
  multiply(device(), x, factor, rounded);
  const std::vector<float> found = exact.numbers.to_host();
  const std::vector<float> of_rounded = as_floats(rounded);
  for (std::size_t r = 0; r < kRows; r += 11) {
    for (std::size_t j = 0; j < kKept; ++j) {
      double sum = 0.0;
      for (std::size_t k = 0; k < kColumns; ++k) {
        sum += static_cast<double>(numbers[r * kColumns + k]) * static_cast<double>(factor[k * kKept + j]);
      }
      EXPECT_NEAR(found[r * kKept + j], sum, 1e-5);
      EXPECT_NEAR(of_rounded[r * rounded.stride + j], sum, 1e-5 + std::abs(sum) / 256.0);
    }
    EXPECT_EQ(of_rounded[r * rounded.stride + kKept], 0.0F);  // padding
  }
}

}  // namespace
}  // namespace columnar::cuda
