#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/bf16_line.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// A tall matrix of rounded numbers, in half the memory of floats, for products with the PPMI matrix, which read
/// scattered rows.
///
/// Columns are stored in panels of up to 64, one panel after another, so that a panel of a graph with tens of thousands
/// of
/// nodes fits into the cache; a row of a panel is one or two whole cache lines.
class RoundedMatrix {
 public:
  static constexpr Eigen::Index kLineColumns = Bf16Line::kNumbers;
  static constexpr Eigen::Index kPanelColumns = 64;

  /// Resizes to this many rows and columns; the content is lost.
  void resize(Eigen::Index rows, Eigen::Index columns);

  /// Rounds these rows into the matrix, from row `first` on.
  void set_rows(Eigen::Index first, const RowMatrix& block);

  /// The rows from `first` on as floats.
  [[nodiscard]] RowMatrix rows_from(Eigen::Index first, Eigen::Index count) const;

  [[nodiscard]] Eigen::Index rows() const noexcept { return rows_; }
  [[nodiscard]] Eigen::Index columns() const noexcept { return columns_; }

 private:
  /// Lines per row in the panel of a column.
  [[nodiscard]] std::size_t lines_of_panel(Eigen::Index column) const noexcept {
    return columns_ - column / kPanelColumns * kPanelColumns > kLineColumns ? 2 : 1;
  }
  /// The line that holds a number.
  [[nodiscard]] std::size_t line_of(Eigen::Index row, Eigen::Index column) const noexcept {
    const Eigen::Index in_panel = column % kPanelColumns;
    return static_cast<std::size_t>(rows_ * ((column - in_panel) / kLineColumns) + in_panel / kLineColumns) +
           static_cast<std::size_t>(row) * lines_of_panel(column);
  }

  struct Panel;
  static void multiply_panels(const Ppmi& ppmi, float clip, std::span<const Panel> panels, std::size_t ahead,
                              RowMatrix& result, int threads);
  friend void multiply(const Ppmi& ppmi, float clip, const RoundedMatrix& x, RowMatrix& result,
                       const RunContext& context);

  Eigen::Index rows_ = 0;
  Eigen::Index columns_ = 0;
  std::vector<Bf16Line> lines_;
};

/// result ← the PPMI matrix, times x. An entry is at most `clip`; 0 = not clipped. Of several processes each has some
/// rows of the matrix and of x, and gets those of the result; they send each other x, panel by panel.
void multiply(const Ppmi& ppmi, float clip, const RoundedMatrix& x, RowMatrix& result, const RunContext& context);

}  // namespace columnar
