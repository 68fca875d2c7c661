#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// The places of a map's units: row by row on a grid as near to a square as it gets; the last row may be short.
class MapGrid {
 public:
  explicit MapGrid(std::size_t units) noexcept;

  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  /// Units on the longer side.
  [[nodiscard]] std::size_t longest() const noexcept;
  /// Squared distance of two units on the grid.
  [[nodiscard]] double squared_distance(std::size_t a, std::size_t b) const noexcept;

 private:
  std::size_t units_;
  std::size_t columns_;
};

/// A self-organising map (Kohonen, 1982) of unit rows, learnt online: `units` × rank, rows of unit length.
///                                                                                     docs/equations.md#som
/// Each row shown pulls the unit nearest to it, and its neighbours on the grid by how near they are, towards itself.
/// The neighbourhood shrinks from half the grid to config.som_radius and the rate from config.som_rate to 0. Units have
/// a conscience (DeSieno, 1988): one that wins more often than its share is taken for farther away than it is, so that
/// few are left without rows. Rows of a block (config.gha_block) look for their units in the map as it was before the
/// block and then pull one after the other. There must be a row.
[[nodiscard]] RowMatrix self_organising_map(const RowMatrix& x, Eigen::Index units, const SpectralConfig& config,
                                            std::uint64_t seed, const RunContext& context);

}  // namespace columnar
