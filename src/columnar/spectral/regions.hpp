#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/node_ids.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// The regions of the spectral space (Algorithm 1, stage 3).
struct Regions {
  static constexpr std::uint32_t kNone = ~0U;
  RowMatrix centroids;                ///< regions × rank, rows of unit length
  std::vector<std::uint32_t> region;  ///< region of each node; kNone for a node without coordinates
};

/// The number of regions for this many nodes with coordinates: that of the config, but at most a third of the nodes,
/// since a region of one node tells nothing about others. With minimum_region 0, as in the paper's preset, at most
/// the number of nodes.
[[nodiscard]] std::size_t most_regions(std::size_t nodes, const SpectralConfig& config) noexcept;

/// The same, with a note if it is less than the config's. None if no node has coordinates: in a small or complete graph
/// no pair is more common than chance.
[[nodiscard]] Eigen::Index clamped_regions(std::size_t nodes, const SpectralConfig& config, const RunContext& context);

/// One region without a direction, to which no node belongs.
[[nodiscard]] Regions no_regions(Eigen::Index nodes, Eigen::Index rank);

/// Scales centroids to unit length, but those of length 0. Throws Error(kConfig) if one is not finite.
void to_unit_length(RowMatrix& centroids);

/// k-means over the unit rows: k-means++ seeding, Lloyd steps until nothing moves or the iterations are used up, then
/// the
/// centroids to unit length. docs/equations.md#regions
/// Regions of fewer than minimum_region nodes are then moved into the largest regions, as far as possible.
/// With method gha, regions are the units of a self-organising map instead (som.hpp), and each node belongs to the
/// nearest
/// unit. docs/equations.md#som
///
/// The number of regions is clamped to most_regions, with a note. If no node has coordinates (in a small or complete
/// graph
/// no pair is more common than chance), there is one region without a direction.
[[nodiscard]] Regions partition(const RowMatrix& coordinates, const SpectralConfig& config, std::uint64_t seed,
                                const RunContext& context);

}  // namespace columnar
