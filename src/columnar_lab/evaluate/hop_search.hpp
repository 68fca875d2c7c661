#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// Breadth-first search whose reset costs no more than the search.
class HopSearch {
 public:
  explicit HopSearch(const Graph& graph) : graph_(graph), seen_(graph.node_count()) {}

  /// Calls visit(hop, node) for every node within max_hop of the source, except the source itself.
  template <class Visit>
  void run(NodeIndex source, std::uint32_t max_hop, const Visit& visit) {
    order_.assign(1, source);
    seen_[source] = true;
    std::size_t begin = 0;
    for (std::uint32_t hop = 1; hop <= max_hop && begin < order_.size(); ++hop) {
      const std::size_t end = order_.size();
      for (std::size_t i = begin; i < end; ++i) {
        for (const NodeIndex next : graph_.neighbours(order_[i])) {
          if (!seen_[next]) {
            seen_[next] = true;
            order_.push_back(next);
            visit(hop, next);
          }
        }
      }
      begin = end;
    }
    for (const NodeIndex node : order_) {
      seen_[node] = false;
    }
  }

 private:
  const Graph& graph_;
  std::vector<bool> seen_;
  std::vector<NodeIndex> order_;
};

}  // namespace columnar
