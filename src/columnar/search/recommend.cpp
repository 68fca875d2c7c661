#include "columnar/search/recommend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/top_k.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/common_neighbours.hpp"
#include "columnar/search/rank.hpp"

namespace columnar {
namespace {

constexpr double kBitsShare = 1.0;    ///< weights of the two terms; docs/decisions/0043-recommend-cluster-map.md
constexpr double kCommonShare = 2.0;  ///< of Adamic-Adar
constexpr std::size_t kNodesPerTask = 8;
constexpr std::size_t kRound = 512;  ///< between two rounds the caller may end the work

/// The largest value of a node that is neither `node` nor linked to it, at least 0.
template <class Value>
double largest_of_candidates(const Graph& graph, NodeIndex node, std::span<const Value> values) {
  const auto linked = graph.neighbours(node);
  auto next = linked.begin();
  Value largest{};
  for (NodeIndex v = 0; v < values.size(); ++v) {
    if (next != linked.end() && *next == v) {
      ++next;
    } else if (v != node) {
      largest = std::max(largest, values[v]);
    }
  }
  return static_cast<double>(largest);
}

double part_of(double value, double largest) { return largest > 0.0 ? value / largest : 0.0; }

}  // namespace

Recommender::Recommender(const Graph& graph, SdrTable codes)
    : graph_(graph), overlaps_(std::move(codes)), weights_(adamic_adar_weights(graph)) {
  if (overlaps_.codes().size() != graph.node_count()) {
    throw Error(ErrorCode::kInput, fmt::format("recommend: {} codes for a graph of {} nodes", overlaps_.codes().size(),
                                               graph.node_count()));
  }
}

void Recommender::score(NodeIndex node, std::span<float> scores) const {
  std::vector<double> common(scores.size());
  add_common_neighbours(graph_, node, weights_, common);
  overlaps_.score(node, scores);
  const double most_bits = largest_of_candidates<float>(graph_, node, scores);
  const double most_common = largest_of_candidates<double>(graph_, node, common);
  for (std::size_t v = 0; v < scores.size(); ++v) {
    const double bits = part_of(kBitsShare * static_cast<double>(scores[v]), most_bits);
    const double shared = part_of(kCommonShare * common[v], most_common);
    scores[v] = static_cast<float>((bits + shared) / (kBitsShare + kCommonShare));
  }
  scores[node] = 0.0F;
}

std::vector<Recommendation> Recommender::top_of(NodeIndex node, std::size_t k) const {
  const SdrTable& codes = overlaps_.codes();
  std::vector<float> scores(codes.size());
  score(node, scores);
  for (const NodeIndex linked : graph_.neighbours(node)) {
    scores[linked] = 0.0F;
  }
  std::vector<std::uint32_t> order;
  top_k(scores, k, order);
  const Ranker ranker(codes.shape, codes.code(node));
  std::vector<Recommendation> best;
  for (const NodeIndex other : order) {
    if (scores[other] <= 0.0F) {
      break;
    }
    const Rank rank = ranker.rank(codes.code(other));
    const bool only_near = codes.shape.layer == Layer::kL6;
    best.push_back({other, static_cast<double>(scores[other]), only_near ? rank.overlap() : rank.near(), rank.overlap(),
                    static_cast<std::uint32_t>(common_neighbours_of(graph_, node, other).size())});
  }
  return best;
}

std::vector<std::vector<Recommendation>> Recommender::top(std::span<const NodeIndex> nodes, std::size_t k,
                                                          const RunContext& context) const {
  std::vector<std::vector<Recommendation>> all(nodes.size());
  for (std::size_t first = 0; first < nodes.size(); first += kRound) {
    const std::size_t count = std::min(kRound, nodes.size() - first);
    parallel_blocks(context.threads, count, kNodesPerTask, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = first + begin; i < first + end; ++i) {
        all[i] = top_of(nodes[i], k);
      }
    });
    context.advance(static_cast<double>(first + count) / static_cast<double>(nodes.size()));
  }
  return all;
}

}  // namespace columnar
