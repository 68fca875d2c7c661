#pragma once

#include <cstdint>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// A place on a map.
struct Place {
  float x = 0.0F;
  float y = 0.0F;
  bool operator==(const Place&) const = default;
};

struct LayoutConfig {
  std::uint32_t neighbours = 15;  ///< nodes that pull at each node
  std::uint32_t epochs = 0;  ///< passes over all links; 0: 300 for small tables, fewer for large ones, at least 100
  std::uint64_t seed = 1;
};

/// Places every node so that nodes with similar codes are close: coordinates for a map.   docs/equations.md#layout
///
/// The ranks of the nodes on the first two principal axes of code_coordinates() are the start. Then each node is pulled
/// towards its nearest codes and pushed away from random nodes, as in UMAP (McInnes, Healy and Melville, 2018) with the
/// curve 1 / (1 + d²), in a fixed order. Of codes with L6 and other layers, the others alone count. Coordinates have no
/// unit. Threads change nothing.
[[nodiscard]] std::vector<Place> layout(const SdrTable& codes, const LayoutConfig& config = {},
                                        const RunContext& context = {});

/// How a link of weight 1 moves the first of two places, per unit of step.                docs/equations.md#layout
///
///   pull: −2 Δ / (1 + d²)
///
/// Δ is the difference of the places, d its length.
[[nodiscard]] Place pull(Place of, Place to) noexcept;
/// How another node pushes it away: 2 Δ / ((0.001 + d²) (1 + d²)), each coordinate at most 4.
[[nodiscard]] Place push(Place of, Place from) noexcept;

}  // namespace columnar
