#include "columnar/eligibility/short_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "columnar/core/intrinsics.hpp"

namespace columnar {
namespace {

constexpr float kOne = 32'768.0F;  ///< what 1 becomes
constexpr float kLargest = 32'767.0F;
constexpr std::size_t kPanelRows = 16;
constexpr std::size_t kBlockRows = 4;  ///< as many as leave their sums in registers

/// Some rows of numbers, side by side in pairs.
struct LeftRows {
  const std::int16_t* numbers;
  std::size_t pairs;  ///< a row

  [[nodiscard]] const std::int16_t* row(std::size_t i) const noexcept { return numbers + 2 * pairs * i; }
};

/// sums[i][j] ← Σ_k left[i][k] · panel[j][k] for up to kBlockRows rows of the left and the 16 rows of a panel.
using BlockKernel = void (*)(const LeftRows& left, std::size_t rows, const std::int16_t* panel, std::int32_t* sums);

void block_portable(const LeftRows& left, std::size_t rows, const std::int16_t* panel, std::int32_t* sums) {
  std::fill_n(sums, rows * kPanelRows, 0);
  for (std::size_t i = 0; i < rows; ++i) {
    std::int32_t* out = sums + i * kPanelRows;
    for (std::size_t pair = 0; pair < left.pairs; ++pair) {
      const std::int16_t* numbers = left.row(i) + 2 * pair;
      const std::int16_t* others = panel + 2 * kPanelRows * pair;
      for (std::size_t j = 0; j < kPanelRows; ++j) {
        out[j] += std::int32_t{numbers[0]} * others[2 * j] + std::int32_t{numbers[1]} * others[2 * j + 1];
      }
    }
  }
}

#if defined(__x86_64__)

/// The sums stay in registers: two for each row.
template <std::size_t kRows>
__attribute__((target("avx2"))) void block_of_avx2(const LeftRows& left, const std::int16_t* panel,
                                                   std::int32_t* sums) {
  __m256i low[kRows] = {};   // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
  __m256i high[kRows] = {};  // NOLINT(modernize-avoid-c-arrays)
  for (std::size_t pair = 0; pair < left.pairs; ++pair) {
    // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): that is how vectors are loaded
    const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(panel + 2 * kPanelRows * pair));
    const __m256i second =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(panel + 2 * kPanelRows * pair + kPanelRows));
    for (std::size_t i = 0; i < kRows; ++i) {
      const __m256i both = _mm256_set1_epi32(*reinterpret_cast<const std::int32_t*>(left.row(i) + 2 * pair));
      low[i] = _mm256_add_epi32(low[i], _mm256_madd_epi16(first, both));
      high[i] = _mm256_add_epi32(high[i], _mm256_madd_epi16(second, both));
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + i * kPanelRows), low[i]);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(sums + i * kPanelRows + 8), high[i]);
    // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
  }
}

__attribute__((target("avx2"))) void block_avx2(const LeftRows& left, std::size_t rows, const std::int16_t* panel,
                                                std::int32_t* sums) {
  if (rows == kBlockRows) {
    block_of_avx2<kBlockRows>(left, panel, sums);
    return;
  }
  for (std::size_t i = 0; i < rows; ++i) {
    block_of_avx2<1>({left.row(i), left.pairs}, panel, sums + i * kPanelRows);
  }
}

#endif

BlockKernel block_kernel(Simd simd) noexcept {
#if defined(__x86_64__)
  if (simd == Simd::kAvx2 || simd == Simd::kAvx512) {
    return block_avx2;  // wider vectors have nothing to add: there are two rows of the panel to a register's half
  }
#endif
  (void)simd;
  return block_portable;
}

/// numbers[k] · factor, rounded. By way of 32 bits, which compilers do eight at a time.
void round_row(const float* numbers, float factor, std::size_t count, std::int16_t* out) noexcept {
  for (std::size_t k = 0; k < count; ++k) {
    const float number = std::min(std::max(numbers[k] * factor, -kLargest), kLargest);
    out[k] = static_cast<std::int16_t>(static_cast<std::int32_t>(std::nearbyint(number)));
  }
}

}  // namespace

ShortRows::ShortRows(const RowMatrix& rows, Simd simd) : depth_(rows.cols()), simd_(simd) {
  const auto count = static_cast<std::size_t>(rows.rows());
  const auto depth = static_cast<std::size_t>(depth_);
  const std::size_t pairs = (depth + 1) / 2;
  std::vector<std::int16_t> numbers(depth);
  scales_.resize(count);
  panels_.assign((count + kPanelRows - 1) / kPanelRows * kPanelRows * 2 * pairs, 0);
  for (std::size_t j = 0; j < count; ++j) {
    const float* row = rows.data() + j * depth;
    const float length = rows.row(static_cast<Eigen::Index>(j)).norm();
    scales_[j] = length / (kOne * kLargest);
    round_row(row, length > 0.0F ? kLargest / length : 0.0F, depth, numbers.data());
    std::int16_t* panel = panels_.data() + j / kPanelRows * kPanelRows * 2 * pairs;
    for (std::size_t k = 0; k < depth; ++k) {
      panel[2 * kPanelRows * (k / 2) + 2 * (j % kPanelRows) + k % 2] = numbers[k];
    }
  }
}

RowMatrix ShortRows::products_with(const Eigen::Ref<const RowMatrix>& left) const {
  const auto count = static_cast<std::size_t>(left.rows());
  const auto depth = static_cast<std::size_t>(depth_);
  const std::size_t pairs = (depth + 1) / 2;
  std::vector<std::int16_t> numbers(count * 2 * pairs, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const float* row = left.data() + static_cast<Eigen::Index>(i) * left.outerStride();
    round_row(row, kOne, depth, numbers.data() + i * 2 * pairs);
  }
  const BlockKernel kernel = block_kernel(simd_);
  const std::size_t width = scales_.size();
  RowMatrix products(left.rows(), rows());
  std::array<std::int32_t, kBlockRows * kPanelRows> sums;
  for (std::size_t first = 0; first < width; first += kPanelRows) {
    const std::int16_t* panel = panels_.data() + first * 2 * pairs;
    const std::size_t panel_rows = std::min(kPanelRows, width - first);
    for (std::size_t i = 0; i < count; i += kBlockRows) {
      const std::size_t block_rows = std::min(kBlockRows, count - i);
      kernel({numbers.data() + i * 2 * pairs, pairs}, block_rows, panel, sums.data());
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
