#include "columnar/graph/components.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>

namespace columnar {
namespace {

/// The root of v, with path halving.
NodeIndex find_root(std::vector<NodeIndex>& parent, NodeIndex v) {
  while (parent[v] != v) {
    parent[v] = parent[parent[v]];
    v = parent[v];
  }
  return v;
}

/// The ids of the kept rows.
NodeIds keep_ids(const NodeIds& ids, const std::vector<NodeIndex>& kept) {
  NodeIds out;
  if (ids.are_text()) {
    out.texts.reserve(kept.size());
    for (const NodeIndex v : kept) {
      out.texts.push_back(ids.texts[v]);
    }
  } else {
    out.integers.reserve(kept.size());
    for (const NodeIndex v : kept) {
      out.integers.push_back(ids.integers[v]);
    }
  }
  return out;
}

}  // namespace

NodeIndex Components::largest() const noexcept {
  return static_cast<NodeIndex>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
}

Components connected_components(const Graph& graph) {
  const NodeIndex nodes = graph.node_count();
  std::vector<NodeIndex> parent(nodes);
  std::iota(parent.begin(), parent.end(), NodeIndex{0});
  for (NodeIndex u = 0; u < nodes; ++u) {
    for (const NodeIndex v : graph.neighbours(u)) {
      const NodeIndex a = find_root(parent, u);
      const NodeIndex b = find_root(parent, v);
      parent[std::max(a, b)] = std::min(a, b);  // the root is always the first row of its component
    }
  }
  Components components;
  components.of_node.resize(nodes);
  for (NodeIndex v = 0; v < nodes; ++v) {
    const NodeIndex root = find_root(parent, v);
    if (root == v) {
      components.of_node[v] = components.count();
      components.sizes.push_back(0);
    } else {
      components.of_node[v] = components.of_node[root];
    }
    ++components.sizes[components.of_node[v]];
  }
  return components;
}

Graph largest_component(const Graph& graph, Labels& labels, GraphReadReport& report) {
  const Components components = connected_components(graph);
  if (components.count() <= 1) {
    return graph;
  }
  const NodeIndex wanted = components.largest();
  std::vector<NodeIndex> kept;
  kept.reserve(components.sizes[wanted]);
  std::vector<NodeIndex> new_row(graph.node_count(), 0);
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    if (components.of_node[v] == wanted) {
      new_row[v] = static_cast<NodeIndex>(kept.size());
      kept.push_back(v);
    }
  }
  Graph out;
  out.directed = graph.directed;
  out.ids = keep_ids(graph.ids, kept);
  out.offsets.reserve(kept.size() + 1);
  for (const NodeIndex v : kept) {
    for (const NodeIndex target : graph.neighbours(v)) {
      out.targets.push_back(new_row[target]);
    }
    const auto weights = graph.neighbour_weights(v);
    out.weights.insert(out.weights.end(), weights.begin(), weights.end());
    out.offsets.push_back(out.targets.size());
  }
  if (std::all_of(out.weights.begin(), out.weights.end(), [](float w) { return w == 1.0F; })) {
    out.weights.clear();
  }
  if (!labels.classes.empty()) {
    std::vector<std::int32_t> classes;
    classes.reserve(kept.size());
    for (const NodeIndex v : kept) {
      classes.push_back(labels.classes[v]);
    }
    labels.classes = std::move(classes);
  }
  report.nodes_outside_largest_component += graph.node_count() - out.node_count();
  report.edges_outside_largest_component += graph.edge_count() - out.edge_count();
  return out;
}

}  // namespace columnar
