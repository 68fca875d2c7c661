#include "columnar/eligibility/int16_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "columnar/kernels/int16_products.hpp"

namespace columnar {
namespace {

constexpr float kOne = Int16Matrix::kOne;

/// numbers[k] · factor, rounded. Through 32 bits, which compilers vectorise by eight.
void round_row(const float* numbers, float factor, std::size_t count, std::int16_t* out) noexcept {
  for (std::size_t k = 0; k < count; ++k) {
    const float number = std::min(std::max(numbers[k] * factor, -kOne), kOne);
    out[k] = static_cast<std::int16_t>(static_cast<std::int32_t>(std::nearbyint(number)));
  }
}

}  // namespace

Int16Matrix::Int16Matrix(const RowMatrix& rows) : depth_(rows.cols()) {
  const auto count = static_cast<std::size_t>(rows.rows());
  const auto depth = static_cast<std::size_t>(depth_);
  const std::size_t pairs = (depth + 1) / 2;
  std::vector<std::int16_t> numbers(depth);
  scales_.resize(count);
  panels_.assign((count + kPanelRows - 1) / kPanelRows * kPanelRows * 2 * pairs, 0);
  for (std::size_t j = 0; j < count; ++j) {
    const float* row = rows.data() + j * depth;
    const float length = rows.row(static_cast<Eigen::Index>(j)).norm();
    scales_[j] = length / (kOne * kOne);
    round_row(row, length > 0.0F ? kOne / length : 0.0F, depth, numbers.data());
    std::int16_t* panel = panels_.data() + j / kPanelRows * kPanelRows * 2 * pairs;
    for (std::size_t k = 0; k < depth; ++k) {
      panel[2 * kPanelRows * (k / 2) + 2 * (j % kPanelRows) + k % 2] = numbers[k];
    }
  }
}

std::int16_t Int16Matrix::number(Eigen::Index row, Eigen::Index k) const noexcept {
  const auto j = static_cast<std::size_t>(row);
  const auto place = static_cast<std::size_t>(k);
  const std::size_t pairs = (static_cast<std::size_t>(depth_) + 1) / 2;
  return panels_[j / kPanelRows * kPanelRows * 2 * pairs + 2 * kPanelRows * (place / 2) + 2 * (j % kPanelRows) +
                 place % 2];
}

RowMatrix Int16Matrix::products_with(const Eigen::Ref<const RowMatrix>& left) const {
  const auto count = static_cast<std::size_t>(left.rows());
  const auto depth = static_cast<std::size_t>(depth_);
  const std::size_t pairs = (depth + 1) / 2;
  std::vector<std::int16_t> numbers(count * 2 * pairs, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const float* row = left.data() + static_cast<Eigen::Index>(i) * left.outerStride();
    round_row(row, kOne, depth, numbers.data() + i * 2 * pairs);
  }
  const std::size_t width = scales_.size();
  RowMatrix products(left.rows(), rows());
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): set by kernels
  std::array<std::int32_t, kBlockRows * kPanelRows> sums;
  for (std::size_t first = 0; first < width; first += kPanelRows) {
    const std::int16_t* panel = panels_.data() + first * 2 * pairs;
    const std::size_t panel_rows = std::min(kPanelRows, width - first);
    for (std::size_t i = 0; i < count; i += kBlockRows) {
      const std::size_t block_rows = std::min(kBlockRows, count - i);
      multiply_int16({numbers.data() + i * 2 * pairs, pairs, block_rows}, panel, sums.data());
      for (std::size_t r = 0; r < block_rows; ++r) {
        float* out = products.data() + (i + r) * width + first;
        for (std::size_t j = 0; j < panel_rows; ++j) {
          out[j] = static_cast<float>(sums[r * kPanelRows + j]) * scales_[first + j];
        }
      }
    }
  }
  return products;
}

}  // namespace columnar
