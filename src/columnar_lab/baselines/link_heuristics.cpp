#include "columnar_lab/baselines/link_heuristics.hpp"

#include <fmt/format.h>

#include <cmath>

#include "columnar/error.hpp"

namespace columnar {
namespace {

/// Calls visit(w) for each common neighbour w. Rows are sorted.
template <class Visit>
void merge_rows(const Graph& graph, NodePair pair, const Visit& visit) {
  const auto a = graph.neighbours(pair.u);
  const auto b = graph.neighbours(pair.v);
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const NodeIndex left = a[i];
    const NodeIndex right = b[j];
    if (left == right) {
      visit(left);
    }
    i += left <= right ? 1 : 0;
    j += right <= left ? 1 : 0;
  }
}

}  // namespace

std::string_view heuristic_name(LinkHeuristic heuristic) noexcept {
  switch (heuristic) {
    case LinkHeuristic::kCommonNeighbours:
      return "common neighbours";
    case LinkHeuristic::kJaccard:
      return "Jaccard";
    case LinkHeuristic::kAdamicAdar:
      return "Adamic-Adar";
    case LinkHeuristic::kPreferentialAttachment:
      return "preferential attachment";
  }
  return "";
}

std::size_t common_neighbours(const Graph& graph, NodePair pair) noexcept {
  std::size_t count = 0;
  merge_rows(graph, pair, [&count](NodeIndex) { ++count; });
  return count;
}

double link_score(const Graph& graph, NodePair pair, LinkHeuristic heuristic) noexcept {
  const std::size_t of_u = graph.degree(pair.u);
  const std::size_t of_v = graph.degree(pair.v);
  switch (heuristic) {
    case LinkHeuristic::kCommonNeighbours:
      return static_cast<double>(common_neighbours(graph, pair));
    case LinkHeuristic::kJaccard: {
      const std::size_t shared = common_neighbours(graph, pair);
      const std::size_t all = of_u + of_v - shared;
      return all == 0 ? 0.0 : static_cast<double>(shared) / static_cast<double>(all);
    }
    case LinkHeuristic::kAdamicAdar: {
      double sum = 0.0;  // a common neighbour has two neighbours at least, so no logarithm is 0
      merge_rows(graph, pair, [&](NodeIndex w) { sum += 1.0 / std::log(static_cast<double>(graph.degree(w))); });
      return sum;
    }
    case LinkHeuristic::kPreferentialAttachment:
      return static_cast<double>(of_u) * static_cast<double>(of_v);
  }
  return 0.0;
}

std::vector<double> link_scores(const Graph& graph, std::span<const NodePair> pairs, LinkHeuristic heuristic) {
  if (graph.directed) {
    throw Error(ErrorCode::kInput, "graph: the link heuristics know undirected graphs only");
  }
  std::vector<double> scores;
  scores.reserve(pairs.size());
  for (const NodePair pair : pairs) {
    if (pair.u >= graph.node_count() || pair.v >= graph.node_count() || pair.u == pair.v) {
      throw Error(ErrorCode::kInput,
                  fmt::format("pairs: {} and {} are no pair of {} nodes", pair.u, pair.v, graph.node_count()));
    }
    scores.push_back(link_score(graph, pair, heuristic));
  }
  return scores;
}

}  // namespace columnar
