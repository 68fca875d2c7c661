#include "columnar/spectral/rounded_matrix.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "columnar/core/huge_pages.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/ranks.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 512;
constexpr std::uint64_t kEntriesUnpacked = std::uint64_t{1} << 18U;  ///< at a time, or those of one row
/// Entries whose rows are prefetched: enough to hide the latency of the last-level cache, or of memory if the rows
/// exceed it; few enough to stay in the L1 cache.
constexpr std::size_t kAheadInCache = 8;
constexpr std::size_t kAheadInMemory = 64;
constexpr std::size_t kCacheBytes = std::size_t{16} << 20U;

/// sums ← Σ value · row over the entries [begin, end), those of a row of the PPMI matrix, for the columns of kLines
/// lines. The sums stay in registers.
template <std::size_t kLines>
void sum_rows(const PpmiEntries& entries, float largest, std::size_t begin, std::size_t end, const Bf16Line* rows,
              std::size_t ahead, std::array<float, RoundedMatrix::kPanelColumns>& sums) {
  // NOLINTNEXTLINE(modernize-avoid-c-arrays): std::array drops the alignment
  FloatLanes held[kLines * Bf16Line::kRegisters] = {};
  const NodeIndex* columns = entries.columns.data();
  const float* values = entries.values.data();
  const std::size_t last = entries.size() - 1;  // of all rows: prefetching continues into the next row
  for (std::size_t i = begin; i < end; ++i) {
    const Bf16Line* later = rows + kLines * columns[std::min(i + ahead, last)];
    for (std::size_t line = 0; line < kLines; ++line) {
      __builtin_prefetch(later + line);
    }
    const Bf16Line* row = rows + kLines * columns[i];
    const float value = std::min(values[i], largest);
    for (std::size_t line = 0; line < kLines; ++line) {
      row[line].add_to(held + line * Bf16Line::kRegisters, value);
    }
  }
  std::memcpy(sums.data(), held, sizeof(held));
}

}  // namespace

/// Consecutive columns of a matrix whose rows are next to each other: as many as lie in one or two lines.
struct RoundedMatrix::Panel {
  const Bf16Line* lines;
  std::size_t lines_per_row;
  Eigen::Index first;  ///< column of the whole matrix
  Eigen::Index count;
};

/// Sets the columns of the panels in `result`. Rows are unpacked once for all panels.
void RoundedMatrix::multiply_panels(const Ppmi& ppmi, float clip, std::span<const Panel> panels, std::size_t ahead,
                                    RowMatrix& result, int threads) {
  const float largest = clip > 0.0F ? clip : std::numeric_limits<float>::max();
  parallel_blocks(threads, ppmi.node_count(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    PpmiReader reader(ppmi);
    std::array<float, kPanelColumns> sums{};
    for (std::size_t from = begin, to = begin; from < end; from = to) {
      for (++to; to < end && ppmi.offsets[to + 1] - ppmi.offsets[from] <= kEntriesUnpacked; ++to) {
      }
      const PpmiEntries entries = reader.rows(static_cast<NodeIndex>(from), static_cast<NodeIndex>(to));
      for (const Panel& panel : panels) {
        for (std::size_t u = from; u < to; ++u) {
          const std::size_t first = ppmi.offsets[u] - ppmi.offsets[from];
          const std::size_t last = ppmi.offsets[u + 1] - ppmi.offsets[from];
          if (panel.lines_per_row == 2) {
            sum_rows<2>(entries, largest, first, last, panel.lines, ahead, sums);
          } else {
            sum_rows<1>(entries, largest, first, last, panel.lines, ahead, sums);
          }
          std::copy_n(sums.begin(), panel.count,
                      result.data() + static_cast<Eigen::Index>(u) * result.cols() + panel.first);
        }
      }
    }
  });
}

void RoundedMatrix::resize(Eigen::Index rows, Eigen::Index columns) {
  rows_ = rows;
  columns_ = columns;
  const auto count = static_cast<std::size_t>(rows * ((columns + kLineColumns - 1) / kLineColumns));
  if (count > lines_.capacity()) {
    lines_ = {};
    lines_.reserve(count);
    prefer_huge_pages(lines_.data(), count * sizeof(Bf16Line));
  }
  lines_.resize(count);
}

void RoundedMatrix::set_rows(Eigen::Index first, const RowMatrix& block) {
  for (Eigen::Index column = 0; column < columns_; column += kLineColumns) {
    std::array<float, Bf16Line::kNumbers> values{};
    for (Eigen::Index i = 0; i < block.rows(); ++i) {
      std::copy_n(block.data() + i * block.cols() + column, std::min(kLineColumns, columns_ - column), values.begin());
      lines_[line_of(first + i, column)].set(values.data());
    }
  }
}

RowMatrix RoundedMatrix::rows_from(Eigen::Index first, Eigen::Index count) const {
  RowMatrix block(count, columns_);
  for (Eigen::Index column = 0; column < columns_; column += kLineColumns) {
    std::array<float, Bf16Line::kNumbers> values{};
    for (Eigen::Index i = 0; i < count; ++i) {
      lines_[line_of(first + i, column)].get(values.data());
      std::copy_n(values.begin(), std::min(kLineColumns, columns_ - column), block.data() + i * block.cols() + column);
    }
  }
  return block;
}

void multiply(const Ppmi& ppmi, float clip, const RoundedMatrix& x, RowMatrix& result, const RunContext& context) {
  using Panel = RoundedMatrix::Panel;
  Ranks& ranks = ranks_of(context);
  result.resize(x.rows(), x.columns());
  std::vector<Panel> panels;
  for (Eigen::Index column = 0; column < x.columns(); column += RoundedMatrix::kPanelColumns) {
    panels.push_back({x.lines_.data() + x.line_of(0, column), x.lines_of_panel(column), column,
                      std::min(RoundedMatrix::kPanelColumns, x.columns() - column)});
  }
  const auto ahead_of = [](std::size_t lines) {
    return lines * sizeof(Bf16Line) > kCacheBytes ? kAheadInMemory : kAheadInCache;
  };
  if (ranks.is_alone()) {
    RoundedMatrix::multiply_panels(ppmi, clip, panels, ahead_of(x.lines_.size()), result, context.threads);
    return;
  }
  // Every rank needs all rows of x, but one panel at a time.
  const RowShares shares = RowShares::of(ranks, static_cast<std::size_t>(x.rows()));
  std::vector<Bf16Line> all;
  for (const Panel& panel : panels) {
    all.resize(shares.all() * panel.lines_per_row);
    prefer_huge_pages(all.data(), all.size() * sizeof(Bf16Line));
    gather_rows(ranks, shares, panel.lines_per_row, panel.lines, all.data());
    const Panel gathered{all.data(), panel.lines_per_row, panel.first, panel.count};
    RoundedMatrix::multiply_panels(ppmi, clip, {&gathered, 1}, ahead_of(all.size()), result, context.threads);
  }
}

}  // namespace columnar
