#pragma once

#include <compare>

#include "columnar/node_ids.hpp"

namespace columnar {

/// Two nodes: an edge or a non-edge. In an undirected pair, u is the smaller row.
struct NodePair {
  NodeIndex u = 0;
  NodeIndex v = 0;
  auto operator<=>(const NodePair&) const = default;
};

}  // namespace columnar
