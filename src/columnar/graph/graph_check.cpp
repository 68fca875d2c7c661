#include "columnar/graph/graph_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace columnar {
namespace {

std::string one_way_edge(const Graph& graph) {
  // Rows are sorted, so the arcs into a node come in the order of its own row.
  std::vector<std::uint64_t> next(graph.offsets.begin(), graph.offsets.end() - 1);
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + std::size_t{1}]; ++e) {
      const NodeIndex to = graph.targets[e];
      const std::uint64_t back = next[to]++;
      if (back >= graph.offsets[to + std::size_t{1}] || graph.targets[back] != v ||
          (graph.is_weighted() && graph.weights[back] != graph.weights[e])) {
        return fmt::format("its graph is not directed, but has an edge from row {} to {} only one way", v, to);
      }
    }
  }
  return "";
}

}  // namespace

std::string graph_problem(const Graph& graph) {
  if (graph.offsets.empty() || graph.offsets.front() != 0 || graph.offsets.back() != graph.targets.size() ||
      graph.targets.empty() || !std::ranges::is_sorted(graph.offsets) ||
      (graph.is_weighted() && graph.weights.size() != graph.targets.size())) {
    return "the rows of its graph do not span its edges";
  }
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    const auto row = graph.neighbours(v);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] >= graph.node_count() || row[i] == v || (i > 0 && row[i] <= row[i - 1])) {
        return fmt::format("row {} of its graph does not ascend through other nodes", v);
      }
    }
  }
  for (const float weight : graph.weights) {
    if (!(weight > 0.0F && weight <= std::numeric_limits<float>::max())) {
      return fmt::format("an edge of its graph has the weight {}", weight);
    }
  }
  return graph.directed ? "" : one_way_edge(graph);
}

}  // namespace columnar
