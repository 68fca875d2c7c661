#include "columnar/graph/both_directions.hpp"

#include <utility>

namespace columnar {
namespace {

/// The edges turned about; rows are sorted, for sources are met in their order.
Graph reversed(const Graph& graph) {
  Graph turned;
  turned.offsets.assign(graph.offsets.size(), 0);
  for (const NodeIndex target : graph.targets) {
    ++turned.offsets[std::size_t{target} + 1];
  }
  for (std::size_t v = 1; v < turned.offsets.size(); ++v) {
    turned.offsets[v] += turned.offsets[v - 1];
  }
  turned.targets.resize(graph.targets.size());
  turned.weights.resize(graph.weights.size());
  std::vector<std::uint64_t> next(turned.offsets.begin(), turned.offsets.end() - 1);
  for (NodeIndex source = 0; source < graph.node_count(); ++source) {
    for (std::uint64_t e = graph.offsets[source]; e < graph.offsets[source + std::size_t{1}]; ++e) {
      const std::uint64_t place = next[graph.targets[e]]++;
      turned.targets[place] = source;
      if (graph.is_weighted()) {
        turned.weights[place] = graph.weights[e];
      }
    }
  }
  return turned;
}

}  // namespace

Graph both_directions(const Graph& graph) {
  if (!graph.directed) {
    return graph;
  }
  const Graph back = reversed(graph);
  Graph both;
  both.ids = graph.ids;
  both.offsets.reserve(graph.offsets.size());
  both.targets.reserve(2 * graph.targets.size());
  both.weights.reserve(2 * graph.weights.size());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    std::uint64_t out = graph.offsets[v];
    std::uint64_t in = back.offsets[v];
    const std::uint64_t out_end = graph.offsets[v + std::size_t{1}];
    const std::uint64_t in_end = back.offsets[v + std::size_t{1}];
    while (out < out_end || in < in_end) {
      const bool takes_out = out < out_end && (in == in_end || graph.targets[out] <= back.targets[in]);
      const bool takes_in = in < in_end && (out == out_end || back.targets[in] <= graph.targets[out]);
      both.targets.push_back(takes_out ? graph.targets[out] : back.targets[in]);
      if (graph.is_weighted()) {
        both.weights.push_back((takes_out ? graph.weights[out] : 0.0F) + (takes_in ? back.weights[in] : 0.0F));
      }
      out += takes_out ? 1 : 0;
      in += takes_in ? 1 : 0;
    }
    both.offsets.push_back(both.targets.size());
  }
  return both;
}

}  // namespace columnar
