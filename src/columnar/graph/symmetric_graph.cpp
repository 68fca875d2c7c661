#include "columnar/graph/symmetric_graph.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace columnar {
namespace {

/// How strongly the popularity of its target discounts an edge. Measured in decision 0034.
constexpr double kPopularityExponent = 0.15;

/// The same edges with source and target exchanged. Rows come out sorted because sources are visited in order.
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

/// Per node, the factor of all edges that lead to it.
std::vector<double> popularity_discounts(const Graph& reversed) {
  std::vector<double> discounts(reversed.node_count());
  for (NodeIndex v = 0; v < reversed.node_count(); ++v) {
    discounts[v] = std::pow(std::max(reversed.strength(v), std::numeric_limits<double>::min()), -kPopularityExponent);
  }
  return discounts;
}

Graph symmetric(const Graph& graph) {
  const Graph back = reversed(graph);
  const std::vector<double> discounts = popularity_discounts(back);
  Graph both;
  both.offsets.reserve(graph.offsets.size());
  both.targets.reserve(2 * graph.targets.size());
  both.weights.reserve(2 * graph.targets.size());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    std::uint64_t out = graph.offsets[v];
    std::uint64_t in = back.offsets[v];
    const std::uint64_t out_end = graph.offsets[v + std::size_t{1}];
    const std::uint64_t in_end = back.offsets[v + std::size_t{1}];
    while (out < out_end || in < in_end) {
      const bool takes_out = out < out_end && (in == in_end || graph.targets[out] <= back.targets[in]);
      const bool takes_in = in < in_end && (out == out_end || back.targets[in] <= graph.targets[out]);
      const NodeIndex other = takes_out ? graph.targets[out] : back.targets[in];
      const double sum = (takes_out ? graph.edge_weight(out) * discounts[other] : 0.0) +
                         (takes_in ? back.edge_weight(in) * discounts[v] : 0.0);
      both.targets.push_back(other);
      // Keeps weights positive and finite, even if the discount leaves the range of floats.
      both.weights.push_back(static_cast<float>(std::clamp(sum, double{std::numeric_limits<float>::denorm_min()},
                                                           double{std::numeric_limits<float>::max()})));
      out += takes_out ? 1 : 0;
      in += takes_in ? 1 : 0;
    }
    both.offsets.push_back(both.targets.size());
  }
  return both;
}

}  // namespace

SymmetricGraph::SymmetricGraph(const Graph& graph) : given_(&graph) {
  if (graph.directed) {
    built_ = symmetric(graph);
  }
}

}  // namespace columnar
