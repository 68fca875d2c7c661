#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "columnar/config.hpp"
#include "columnar/core/random.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// Draws second-order biased walks.                                                  docs/equations.md#walks
/// Memory beyond the graph is one number an edge where it is weighted, else nothing. The graph must outlive it.
class WalkSampler {
 public:
  WalkSampler(const Graph& graph, const WalkConfig& config);
  ~WalkSampler();
  WalkSampler(const WalkSampler&) = delete;
  WalkSampler& operator=(const WalkSampler&) = delete;

  /// Writes the walk number `walk` of the keyed generator from `start`, at most walk_nodes.size() nodes with the start.
  /// Returns how many: fewer where no edge leads on. Safe to call from many threads.
  [[nodiscard]] std::size_t sample(NodeIndex start, const KeyedRandom& random, std::uint64_t walk,
                                   std::span<NodeIndex> walk_nodes) const;

  /// The same for several walks, one from each start, numbered from `first` on: walk_nodes has as many places for each,
  /// and lengths one number. They take their steps side by side, which on a large graph is several times as fast.
  void sample_together(std::span<const NodeIndex> starts, const KeyedRandom& random, std::uint64_t first,
                       std::span<NodeIndex> walk_nodes, std::span<std::size_t> lengths) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace columnar
