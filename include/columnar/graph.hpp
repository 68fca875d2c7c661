#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "columnar/node_ids.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// A graph in compressed sparse rows (CSR). Each row is sorted by target without duplicates; there are no self-loops.
/// Undirected graphs store each edge in both rows.
struct Graph {
  std::vector<std::uint64_t> offsets{0};  ///< n + 1 entries
  std::vector<NodeIndex> targets;         ///< offsets.back() entries
  std::vector<float> weights;             ///< parallel to targets, positive; empty if every weight is 1
  bool directed = false;
  NodeIds ids;  ///< n entries

  /// Number of nodes.
  [[nodiscard]] NodeIndex node_count() const noexcept { return static_cast<NodeIndex>(offsets.size() - 1); }
  /// Number of edges; undirected edges count once.
  [[nodiscard]] std::uint64_t edge_count() const noexcept { return directed ? targets.size() : targets.size() / 2; }
  /// Number of edges that leave v.
  [[nodiscard]] std::size_t degree(NodeIndex v) const noexcept { return offsets[v + 1] - offsets[v]; }
  /// True if any weight differs from 1.
  [[nodiscard]] bool is_weighted() const noexcept { return !weights.empty(); }
  /// Targets of the edges that leave v, ascending.
  [[nodiscard]] std::span<const NodeIndex> neighbours(NodeIndex v) const noexcept {
    return {targets.data() + offsets[v], degree(v)};
  }
  /// Weights of those edges; empty for an unweighted graph.
  [[nodiscard]] std::span<const float> neighbour_weights(NodeIndex v) const noexcept {
    return weights.empty() ? std::span<const float>{} : std::span<const float>{weights.data() + offsets[v], degree(v)};
  }
  /// Weight of an edge by its index in `targets`: 1 in an unweighted graph.
  [[nodiscard]] double edge_weight(std::uint64_t edge) const noexcept {
    return is_weighted() ? static_cast<double>(weights[edge]) : 1.0;
  }
  /// Weight of the edge u → v, or 0 if it does not exist.
  [[nodiscard]] double weight(NodeIndex u, NodeIndex v) const noexcept {
    const auto row = neighbours(u);
    const auto found = std::lower_bound(row.begin(), row.end(), v);
    if (found == row.end() || *found != v) {
      return 0.0;
    }
    return edge_weight(offsets[u] + static_cast<std::uint64_t>(found - row.begin()));
  }
  /// Total weight of the edges that leave v.
  [[nodiscard]] double strength(NodeIndex v) const noexcept {
    if (!is_weighted()) {
      return static_cast<double>(degree(v));
    }
    double sum = 0.0;
    for (const float weight : neighbour_weights(v)) {
      sum += static_cast<double>(weight);
    }
    return sum;
  }
};

/// What reading a graph dropped or merged.
struct GraphReadReport {
  std::uint64_t lines = 0;                            ///< edges in the file
  std::uint64_t self_loops = 0;                       ///< dropped
  std::uint64_t duplicate_edges = 0;                  ///< merged, with their weights added
  std::uint64_t zero_weight_edges = 0;                ///< dropped
  std::uint64_t nodes_outside_largest_component = 0;  ///< dropped by --largest-component
  std::uint64_t edges_outside_largest_component = 0;
};

/// The class of each node, if known.
struct Labels {
  static constexpr std::int32_t kUnknown = -1;
  std::vector<std::int32_t> classes;  ///< n entries: index into names, or kUnknown
  std::vector<std::string> names;     ///< the classes as the user wrote them
  std::string place = "labels";       ///< source file, the prefix of error messages

  /// True if there are no labels.
  [[nodiscard]] bool empty() const noexcept { return names.empty(); }
};

}  // namespace columnar
#pragma GCC visibility pop
