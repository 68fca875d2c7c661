#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Grid positions of a map's units: row by row on a grid as close to square as possible; the last row may be short.
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
/// docs/equations.md#som
/// Each row shown pulls its nearest unit towards itself, and the unit's grid neighbours by how close they are.
/// The neighbourhood shrinks from half the grid to config.som_radius and the rate from config.som_rate to 0. Units have
/// a conscience (DeSieno, 1988): a unit that wins more than its share is treated as farther away, so that
/// few units stay without rows. Rows of a block (config.gha_block) find their units in the map as it was before the
/// block and then pull one after the other. Requires at least one row.
[[nodiscard]] RowMatrix self_organising_map(const RowMatrix& x, Eigen::Index units, const SpectralConfig& config,
                                            std::uint64_t seed, const RunContext& context);

}  // namespace columnar
