#include "columnar_lab/evaluate/neighbours.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar_lab/evaluate/tied_ranks.hpp"

namespace columnar {
namespace {

constexpr std::size_t kTogether = 16;           ///< nodes that are scored at a time
constexpr std::size_t kRound = 64 * kTogether;  ///< between two rounds the caller may end the work

/// Nodes by keys of (seed, kNeighbourQueries, node).
void order_by_key(std::vector<NodeIndex>& nodes, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kNeighbourQueries);
  std::ranges::sort(nodes, {}, [&](NodeIndex v) { return std::pair(random.bits(v, 0), v); });
}

/// Calls body(begin, end) for ranges of the queries that are scored at a time, on all threads.
template <class Body>
void for_each_batch_of(std::size_t queries, const RunContext& context, const Body& body) {
  for (std::size_t first = 0; first < queries; first += kRound) {
    const std::size_t count = std::min(kRound, queries - first);
    parallel_blocks(context.threads, count, kTogether,
                    [&](std::size_t begin, std::size_t end) { body(first + begin, first + end); });
    context.advance(static_cast<double>(first + count) / static_cast<double>(queries));
  }
}

/// The scores of all nodes with some of them, row by row.
class ScoreRows {
 public:
  ScoreRows(const NodeScores& scores, std::span<const NodeIndex> nodes, std::size_t count)
      : count_(count), values_(nodes.size() * count) {
    scores(nodes, values_);
  }
  [[nodiscard]] std::span<float> row(std::size_t i) { return std::span(values_).subspan(i * count_, count_); }

 private:
  std::size_t count_;
  std::vector<float> values_;
};

/// Takes a node and those that it is linked to out of its ranking.
void leave_out_linked(const Graph& graph, NodeIndex node, std::span<float> scores) {
  scores[node] = kLeftOut;
  for (const NodeIndex linked : graph.neighbours(node)) {
    scores[linked] = kLeftOut;
  }
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// What share of the first places has nodes of the class; left-out nodes count nowhere.
double share_of_class(const Labels& labels, std::int32_t label, std::span<const float> scores, const TopPlaces& top) {
  std::size_t above = 0;
  std::size_t tied = 0;
  for (std::size_t v = 0; v < scores.size(); ++v) {
    if (scores[v] >= top.score && labels.classes[v] == label) {
      (scores[v] > top.score ? above : tied) += 1;
    }
  }
  return (static_cast<double>(above) + static_cast<double>(tied) * top.share()) / static_cast<double>(top.places);
}

/// Expected share of the first k places by one score that a node of the first k by another has.
double expected_overlap(std::span<const float> a, std::span<const float> b, std::size_t k) {
  const TopPlaces top_a = top_places(a, k);
  const TopPlaces top_b = top_places(b, k);
  double both = 0.0;
  for (std::size_t v = 0; v < a.size(); ++v) {
    if (a[v] >= top_a.score) {
      both += top_a.chance(a[v]) * top_b.chance(b[v]);
    }
  }
  return both / static_cast<double>(top_a.places);
}

}  // namespace

NeighbourQueries draw_queries(NodeIndex node_count, std::span<const NodePair> hidden, std::uint64_t at_most,
                              std::uint64_t seed) {
  std::vector<std::vector<NodeIndex>> ends(node_count);
  for (const NodePair edge : hidden) {
    ends[edge.u].push_back(edge.v);
    ends[edge.v].push_back(edge.u);
  }
  std::vector<NodeIndex> nodes;
  for (NodeIndex v = 0; v < node_count; ++v) {
    if (!ends[v].empty()) {
      nodes.push_back(v);
    }
  }
  order_by_key(nodes, seed);
  std::size_t taken = 0;
  std::uint64_t edges = 0;
  while (taken < nodes.size() && (taken == 0 || edges + ends[nodes[taken]].size() <= at_most)) {
    edges += ends[nodes[taken++]].size();
  }
  nodes.resize(taken);
  std::ranges::sort(nodes);
  NeighbourQueries queries;
  for (const NodeIndex node : nodes) {
    std::ranges::sort(ends[node]);
    queries.hidden.insert(queries.hidden.end(), ends[node].begin(), ends[node].end());
    queries.offsets.push_back(queries.hidden.size());
  }
  queries.nodes = std::move(nodes);
  return queries;
}

std::vector<NodeIndex> sample_nodes(std::vector<NodeIndex> nodes, std::uint64_t at_most, std::uint64_t seed) {
  if (nodes.size() > at_most) {
    order_by_key(nodes, seed);
    nodes.resize(at_most);
    std::ranges::sort(nodes);
  }
  return nodes;
}

NeighbourFigures measure_neighbours(const Graph& residual, const NeighbourQueries& queries, const NodeScores& scores,
                                    std::size_t k, const RunContext& context) {
  const std::vector<double> harmonic = harmonic_numbers(residual.node_count());
  std::vector<double> hits(queries.hidden.size());
  std::vector<double> reciprocals(queries.hidden.size());
  std::vector<double> recalls(queries.nodes.size());
  std::vector<double> ties(queries.nodes.size());
  const std::span<const NodeIndex> nodes = queries.nodes;
  for_each_batch_of(nodes.size(), context, [&](std::size_t begin, std::size_t end) {
    ScoreRows rows(scores, nodes.subspan(begin, end - begin), residual.node_count());
    for (std::size_t i = begin; i < end; ++i) {
      const std::span<float> row = rows.row(i - begin);
      leave_out_linked(residual, nodes[i], row);
      const TopPlaces top = top_places(row, k);
      ties[i] = static_cast<double>(top.at_score.tied);
      const auto hidden = queries.of(i);
      for (std::size_t h = 0; h < hidden.size(); ++h) {
        const float score = row[hidden[h]];
        hits[queries.offsets[i] + h] = top.chance(score);
        reciprocals[queries.offsets[i] + h] = expected_reciprocal(places_of(score, row), harmonic);
        recalls[i] += top.chance(score) / static_cast<double>(hidden.size());
      }
    }
  });
  return {mean_of(hits), mean_of(recalls), mean_of(reciprocals), mean_of(ties)};
}

double same_class_precision(const Labels& labels, std::span<const NodeIndex> nodes, const NodeScores& scores,
                            std::size_t k, const RunContext& context) {
  std::vector<double> shares(nodes.size());
  for_each_batch_of(nodes.size(), context, [&](std::size_t begin, std::size_t end) {
    ScoreRows rows(scores, nodes.subspan(begin, end - begin), labels.classes.size());
    for (std::size_t i = begin; i < end; ++i) {
      const std::span<float> row = rows.row(i - begin);
      row[nodes[i]] = kLeftOut;
      for (std::size_t v = 0; v < row.size(); ++v) {
        row[v] = labels.classes[v] == Labels::kUnknown ? kLeftOut : row[v];
      }
      const TopPlaces top = top_places(row, k);
      shares[i] = top.places == 0 ? std::numeric_limits<double>::quiet_NaN()
                                  : share_of_class(labels, labels.classes[nodes[i]], row, top);
    }
  });
  return mean_of(shares);
}

double top_k_agreement(const Graph& residual, std::span<const NodeIndex> nodes, const NodeScores& a,
                       const NodeScores& b, std::size_t k, const RunContext& context) {
  std::vector<double> shares(nodes.size());
  for_each_batch_of(nodes.size(), context, [&](std::size_t begin, std::size_t end) {
    const auto batch = nodes.subspan(begin, end - begin);
    ScoreRows by_a(a, batch, residual.node_count());
    ScoreRows by_b(b, batch, residual.node_count());
    for (std::size_t i = begin; i < end; ++i) {
      leave_out_linked(residual, nodes[i], by_a.row(i - begin));
      leave_out_linked(residual, nodes[i], by_b.row(i - begin));
      shares[i] = expected_overlap(by_a.row(i - begin), by_b.row(i - begin), k);
    }
  });
  return mean_of(shares);
}

}  // namespace columnar
