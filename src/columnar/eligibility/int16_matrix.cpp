#include "columnar/eligibility/int16_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "columnar/core/intrinsics.hpp"

namespace columnar {
namespace {

constexpr float kOne = 32'767.0F;  ///< what 1 becomes: the largest there is
constexpr std::size_t kPanelRows = 16;
constexpr std::size_t kBlockRows = 8;

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

// NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): that is how vectors are loaded

__attribute__((target("avx2"), always_inline)) inline int pair_of(const LeftRows& left, std::size_t row,
                                                                  std::size_t pair) {
  int both = 0;
  std::memcpy(&both, left.row(row) + 2 * pair, sizeof(both));
  return both;
}

/// As many rows as leave their sums, two registers each, in registers.
template <std::size_t kRows>
__attribute__((target("avx2"))) void block_of_avx2(const LeftRows& left, const std::int16_t* panel,
                                                   std::int32_t* sums) {
  __m256i low[kRows] = {};   // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
  __m256i high[kRows] = {};  // NOLINT(modernize-avoid-c-arrays)
  for (std::size_t pair = 0; pair < left.pairs; ++pair) {
    const auto* of_pair = reinterpret_cast<const __m256i*>(panel + 2 * kPanelRows * pair);
    const __m256i first = _mm256_loadu_si256(of_pair);
    const __m256i second = _mm256_loadu_si256(of_pair + 1);
    for (std::size_t i = 0; i < kRows; ++i) {
      const __m256i both = _mm256_set1_epi32(pair_of(left, i, pair));
      low[i] = _mm256_add_epi32(low[i], _mm256_madd_epi16(first, both));
      high[i] = _mm256_add_epi32(high[i], _mm256_madd_epi16(second, both));
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    auto* out = reinterpret_cast<__m256i*>(sums + i * kPanelRows);
    _mm256_storeu_si256(out, low[i]);
    _mm256_storeu_si256(out + 1, high[i]);
  }
}

__attribute__((target("avx2"))) void block_avx2(const LeftRows& left, std::size_t rows, const std::int16_t* panel,
                                                std::int32_t* sums) {
  constexpr std::size_t kRows = 4;
  std::size_t i = 0;
  for (; i + kRows <= rows; i += kRows) {
    block_of_avx2<kRows>({left.row(i), left.pairs}, panel, sums + i * kPanelRows);
  }
  for (; i < rows; ++i) {
    block_of_avx2<1>({left.row(i), left.pairs}, panel, sums + i * kPanelRows);
  }
}

template <std::size_t kRows>
__attribute__((target("avx512f,avx512vnni"))) void block_of_avx512(const LeftRows& left, const std::int16_t* panel,
                                                                   std::int32_t* sums) {
  __m512i held[kRows] = {};  // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
#pragma GCC unroll 4         // otherwise GCC copies every sum to another register and back
  for (std::size_t pair = 0; pair < left.pairs; ++pair) {
    const __m512i of_pair = _mm512_loadu_si512(panel + 2 * kPanelRows * pair);
    for (std::size_t i = 0; i < kRows; ++i) {
      const __m512i both = _mm512_set1_epi32(pair_of(left, i, pair));
      held[i] = _mm512_dpwssd_epi32(held[i], of_pair, both);
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    _mm512_storeu_si512(sums + i * kPanelRows, held[i]);
  }
}

__attribute__((target("avx512f,avx512vnni"))) void block_avx512(const LeftRows& left, std::size_t rows,
                                                                const std::int16_t* panel, std::int32_t* sums) {
  if (rows == kBlockRows) {
    block_of_avx512<kBlockRows>(left, panel, sums);
    return;
  }
  for (std::size_t i = 0; i < rows; ++i) {
    block_of_avx512<1>({left.row(i), left.pairs}, panel, sums + i * kPanelRows);
  }
}

// NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)

#endif

BlockKernel block_kernel(Simd simd) noexcept {
#if defined(__x86_64__)
  if (simd == Simd::kAvx512) {
    return block_avx512;
  }
  if (simd == Simd::kAvx2) {
    return block_avx2;
  }
#endif
  (void)simd;
  return block_portable;
}

/// numbers[k] · factor, rounded. By way of 32 bits, which compilers do eight at a time.
void round_row(const float* numbers, float factor, std::size_t count, std::int16_t* out) noexcept {
  for (std::size_t k = 0; k < count; ++k) {
    const float number = std::min(std::max(numbers[k] * factor, -kOne), kOne);
    out[k] = static_cast<std::int16_t>(static_cast<std::int32_t>(std::nearbyint(number)));
  }
}

}  // namespace

Int16Matrix::Int16Matrix(const RowMatrix& rows, Simd simd) : depth_(rows.cols()), simd_(simd) {
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

RowMatrix Int16Matrix::products_with(const Eigen::Ref<const RowMatrix>& left) const {
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
  std::array<std::int32_t, kBlockRows * kPanelRows>
      sums;  // NOLINT(cppcoreguidelines-pro-type-member-init): set by kernels
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
