#include "columnar/spectral/rounded_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 512;
/// Entries ahead whose rows are asked for: enough to hide the way to memory, few enough to stay in the nearest cache.
constexpr std::uint64_t kAhead = 8;

// Eight at a time, where the compiler splits what the processor has not: one AVX register.
using Floats = float __attribute__((vector_size(32)));
using Words = std::uint32_t __attribute__((vector_size(32)));
constexpr std::size_t kLanes = 8;

/// The nearest number whose lower half is zero, and of two the even one; as bits, in the upper half.
std::uint32_t rounded_bits(float value) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return (bits + 0x7FFFU + ((bits >> 16U) & 1U)) & 0xFFFF0000U;
}

/// sums ← Σ value · row over the entries [begin, end) of a row of the PPMI matrix, for the columns of kLines lines. The
/// sums stay in registers throughout.
template <std::size_t kLines, class Line>
void sum_rows(const Ppmi& ppmi, float largest, std::uint64_t begin, std::uint64_t end, const Line* rows,
              std::array<float, RoundedMatrix::kPanelColumns>& sums) {
  constexpr std::size_t kVectors = kLines * 2;
  Floats low[kVectors] = {};   // NOLINT(modernize-avoid-c-arrays): std::array drops the alignment
  Floats high[kVectors] = {};  // NOLINT(modernize-avoid-c-arrays)
  const auto* columns = ppmi.columns.data();
  const float* values = ppmi.values.data();
  for (std::uint64_t i = begin; i < end; ++i) {
    const Line* later = rows + kLines * columns[std::min(i + kAhead, end - 1)];
    for (std::size_t line = 0; line < kLines; ++line) {
      __builtin_prefetch(later + line);
    }
    const Line* row = rows + kLines * columns[i];
    const float value = std::min(values[i], largest);
    for (std::size_t k = 0; k < kVectors; ++k) {
      Words words;
      std::memcpy(&words, row[k / 2].words.data() + k % 2 * kLanes, sizeof(words));
      // Of vectors this is a cast of the bits; std::bit_cast would pass one in a register that not all processors have.
      low[k] += value * reinterpret_cast<Floats>(words << 16U);
      high[k] += value * reinterpret_cast<Floats>(words & 0xFFFF0000U);
    }
  }
  for (std::size_t k = 0; k < kVectors; ++k) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      sums[2 * k * kLanes + lane] = low[k][lane];
      sums[(2 * k + 1) * kLanes + lane] = high[k][lane];
    }
  }
}

}  // namespace

void RoundedMatrix::resize(Eigen::Index rows, Eigen::Index columns) {
  rows_ = rows;
  columns_ = columns;
  lines_.resize(static_cast<std::size_t>(rows * ((columns + kLineColumns - 1) / kLineColumns)));
}

void RoundedMatrix::set_rows(Eigen::Index first, const RowMatrix& block) {
  for (Eigen::Index column = 0; column < columns_; column += kLineColumns) {
    const Eigen::Index count = std::min(kLineColumns, columns_ - column);
    std::array<float, kLineColumns> values{};
    for (Eigen::Index i = 0; i < block.rows(); ++i) {
      std::copy_n(block.data() + i * block.cols() + column, count, values.begin());
      Line& line = lines_[line_of(first + i, column)];
      for (std::size_t k = 0; k < line.words.size(); ++k) {
        const std::size_t lower = k / kLanes * 2 * kLanes + k % kLanes;
        line.words[k] = rounded_bits(values[lower]) >> 16U | rounded_bits(values[lower + kLanes]);
      }
    }
  }
}

RowMatrix RoundedMatrix::rows_from(Eigen::Index first, Eigen::Index count) const {
  RowMatrix block(count, columns_);
  for (Eigen::Index column = 0; column < columns_; column += kLineColumns) {
    std::array<float, kLineColumns> values{};
    for (Eigen::Index i = 0; i < count; ++i) {
      const Line& line = lines_[line_of(first + i, column)];
      for (std::size_t k = 0; k < line.words.size(); ++k) {
        const std::size_t lower = k / kLanes * 2 * kLanes + k % kLanes;
        values[lower] = std::bit_cast<float>(line.words[k] << 16U);
        values[lower + kLanes] = std::bit_cast<float>(line.words[k] & 0xFFFF0000U);
      }
      std::copy_n(values.begin(), std::min(kLineColumns, columns_ - column), block.data() + i * block.cols() + column);
    }
  }
  return block;
}

void multiply(const Ppmi& ppmi, float clip, const RoundedMatrix& x, RowMatrix& result, int threads) {
  result.resize(x.rows(), x.columns());
  const float largest = clip > 0.0F ? clip : std::numeric_limits<float>::max();
  for (Eigen::Index column = 0; column < x.columns(); column += RoundedMatrix::kPanelColumns) {
    const std::size_t lines = x.lines_of_panel(column);
    const RoundedMatrix::Line* rows = x.lines_.data() + x.line_of(0, column);
    const Eigen::Index count = std::min(RoundedMatrix::kPanelColumns, x.columns() - column);
    parallel_blocks(threads, ppmi.node_count(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
      std::array<float, RoundedMatrix::kPanelColumns> sums{};
      for (std::size_t u = begin; u < end; ++u) {
        if (lines == 2) {
          sum_rows<2>(ppmi, largest, ppmi.offsets[u], ppmi.offsets[u + 1], rows, sums);
        } else {
          sum_rows<1>(ppmi, largest, ppmi.offsets[u], ppmi.offsets[u + 1], rows, sums);
        }
        std::copy_n(sums.begin(), count, result.data() + static_cast<Eigen::Index>(u) * result.cols() + column);
      }
    });
  }
}

}  // namespace columnar
