#include "columnar/graph/locality_order.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace columnar {
namespace {

/// Maximum nodes of a group: what the spectrum reads of them (128 bytes per node) fits into a core's own cache.
constexpr NodeIndex kLargestGroup = 2048;
constexpr int kSweeps = 6;
constexpr NodeIndex kRestlessPart = 100;  ///< stop after a sweep that moves less than 1 / this of the nodes
constexpr NodeIndex kNodesPerReport = 1U << 16U;

/// Total tie weight to each of a few groups among many.
class GroupTies {
 public:
  explicit GroupTies(std::size_t groups) : weight_(groups, 0.0F) {}

  void add(NodeIndex group, float weight) {
    if (weight_[group] == 0.0F) {
      touched_.push_back(group);
    }
    weight_[group] += weight;
  }
  [[nodiscard]] float operator[](NodeIndex group) const noexcept { return weight_[group]; }
  /// The groups in the order of first contact.
  [[nodiscard]] std::span<const NodeIndex> touched() const noexcept { return touched_; }
  /// The same, strongest first.
  [[nodiscard]] std::span<const NodeIndex> strongest_first() {
    std::ranges::stable_sort(touched_, [this](NodeIndex a, NodeIndex b) { return weight_[a] > weight_[b]; });
    return touched_;
  }
  void clear() noexcept {
    for (const NodeIndex group : touched_) {
      weight_[group] = 0.0F;
    }
    touched_.clear();
  }

 private:
  std::vector<float> weight_;
  std::vector<NodeIndex> touched_;
};

/// Calls visit(neighbour, weight) for every edge of a node.
template <class Visit>
void each_edge(const Graph& graph, NodeIndex node, const Visit& visit) {
  for (std::uint64_t edge = graph.offsets[node]; edge < graph.offsets[std::size_t{node} + 1]; ++edge) {
    visit(graph.targets[edge], static_cast<float>(graph.edge_weight(edge)));
  }
}

/// The group of every node. Each node starts in its own group.
std::vector<NodeIndex> find_groups(const Graph& graph, const RunContext& context) {
  const NodeIndex nodes = graph.node_count();
  std::vector<NodeIndex> group(nodes);
  std::iota(group.begin(), group.end(), NodeIndex{0});
  std::vector<NodeIndex> size(nodes, 1);
  GroupTies ties(nodes);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    NodeIndex moved = 0;
    for (NodeIndex node = 0; node < nodes; ++node) {
      if (node % kNodesPerReport == 0) {
        context.advance((sweep + static_cast<double>(node) / nodes) / (kSweeps + 1));
      }
      each_edge(graph, node, [&](NodeIndex neighbour, float weight) { ties.add(group[neighbour], weight); });
      NodeIndex best = group[node];
      for (const NodeIndex other : ties.touched()) {
        if (ties[other] > ties[best] && size[other] < kLargestGroup) {
          best = other;
        }
      }
      ties.clear();
      if (best != group[node]) {
        --size[group[node]];
        ++size[best];
        group[node] = best;
        ++moved;
      }
    }
    if (moved < nodes / kRestlessPart) {
      break;
    }
  }
  return group;
}

/// The nodes of each group, ascending.
struct Members {
  explicit Members(std::span<const NodeIndex> group) : offsets(group.size() + 1, 0), nodes(group.size()) {
    for (const NodeIndex of : group) {
      ++offsets[of + 1];
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<NodeIndex> next(offsets.begin(), offsets.end() - 1);
    for (NodeIndex node = 0; node < group.size(); ++node) {
      nodes[next[group[node]]++] = node;
    }
  }
  [[nodiscard]] std::span<const NodeIndex> operator[](NodeIndex group) const noexcept {
    return std::span(nodes).subspan(offsets[group], offsets[group + 1] - offsets[group]);
  }

  std::vector<NodeIndex> offsets;
  std::vector<NodeIndex> nodes;
};

}  // namespace

std::vector<NodeIndex> locality_order(const Graph& graph, const RunContext& context) {
  const NodeIndex nodes = graph.node_count();
  const std::vector<NodeIndex> group = find_groups(graph, context);
  const Members members(group);
  GroupTies ties(nodes);
  std::vector<bool> reached(nodes, false);
  std::vector<NodeIndex> queue;
  std::vector<NodeIndex> order;
  order.reserve(nodes);
  for (NodeIndex first = 0; first < nodes; ++first) {  // restart from a group not reached yet
    if (reached[first] || members[first].empty()) {
      continue;
    }
    reached[first] = true;
    queue.assign(1, first);
    for (std::size_t next = 0; next < queue.size(); ++next) {
      for (const NodeIndex node : members[queue[next]]) {
        order.push_back(node);
        each_edge(graph, node, [&](NodeIndex neighbour, float weight) {
          if (!reached[group[neighbour]]) {
            ties.add(group[neighbour], weight);
          }
        });
      }
      for (const NodeIndex other : ties.strongest_first()) {
        reached[other] = true;
        queue.push_back(other);
      }
      ties.clear();
    }
  }
  return order;
}

Graph in_order(const Graph& graph, std::span<const NodeIndex> order) {
  std::vector<NodeIndex> place(order.size());
  for (NodeIndex i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
  }
  Graph out;
  out.directed = graph.directed;
  out.offsets.reserve(order.size() + 1);
  out.targets.reserve(graph.targets.size());
  out.weights.reserve(graph.weights.size());
  std::vector<std::pair<NodeIndex, float>> row;
  for (const NodeIndex node : order) {
    row.clear();
    each_edge(graph, node, [&](NodeIndex neighbour, float weight) { row.emplace_back(place[neighbour], weight); });
    std::ranges::sort(row);
    for (const auto& [target, weight] : row) {
      out.targets.push_back(target);
      if (graph.is_weighted()) {
        out.weights.push_back(weight);
      }
    }
    out.offsets.push_back(out.targets.size());
  }
  return out;
}

}  // namespace columnar
