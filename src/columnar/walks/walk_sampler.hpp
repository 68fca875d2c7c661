#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "columnar/config.hpp"
#include "columnar/core/random.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// Draws second-order biased walks. docs/equations.md#walks
/// Memory beyond the graph: one number per edge if it is weighted, else none. The graph must outlive it.
class WalkSampler {
 public:
  WalkSampler(const Graph& graph, const WalkConfig& config);
  ~WalkSampler();
  WalkSampler(const WalkSampler&) = delete;
  WalkSampler& operator=(const WalkSampler&) = delete;

  /// Writes walk number `walk` of the keyed generator from `start`, at most walk_nodes.size() nodes including the
  /// start.
  /// Returns the number of nodes: fewer if no edge leads on. Thread-safe.
  [[nodiscard]] std::size_t sample(NodeIndex start, const KeyedRandom& random, std::uint64_t walk,
                                   std::span<NodeIndex> walk_nodes) const;

  /// The same for several walks, one from each start, numbered from `first` on; walk_nodes is divided equally among
  /// them,
  /// and lengths has one number per walk. The walks advance side by side, which is several times as fast on a large
  /// graph.
  void sample_together(std::span<const NodeIndex> starts, const KeyedRandom& random, std::uint64_t first,
                       std::span<NodeIndex> walk_nodes, std::span<std::size_t> lengths) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace columnar
