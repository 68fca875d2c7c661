#include "columnar/evaluate/geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "columnar/core/error.hpp"
#include "columnar/core/random.hpp"
#include "columnar/evaluate/checks.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {
namespace {

// Draws of the two samples below come from different nodes of the same purpose.
constexpr std::uint64_t kSourceDraw = ~std::uint64_t{0};

std::vector<NodeIndex> labelled_nodes(const Labels& labels) {
  std::vector<NodeIndex> nodes;
  for (std::size_t node = 0; node < labels.classes.size(); ++node) {
    if (labels.classes[node] != Labels::kUnknown) {
      nodes.push_back(static_cast<NodeIndex>(node));
    }
  }
  return nodes;
}

/// The first `wanted` places of a Fisher–Yates shuffle, in the order of the nodes.
std::vector<NodeIndex> draw_sources(NodeIndex nodes, std::size_t wanted, std::uint64_t seed) {
  std::vector<NodeIndex> drawn(nodes);
  std::iota(drawn.begin(), drawn.end(), NodeIndex{0});
  if (wanted >= nodes) {
    return drawn;
  }
  const KeyedRandom random(seed, Purpose::kProbe);
  for (std::size_t i = 0; i < wanted; ++i) {
    std::swap(drawn[i], drawn[i + random.below(nodes - i, kSourceDraw, i)]);
  }
  drawn.resize(wanted);
  std::ranges::sort(drawn);
  return drawn;
}

/// Breadth-first search that is cleared in the time it took.
class HopSearch {
 public:
  explicit HopSearch(const Graph& graph) : graph_(graph), seen_(graph.node_count()) {}

  /// Calls visit(hop, node) for every node within max_hop of the source, the source itself left out.
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

}  // namespace

std::uint32_t overlap(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b) noexcept {
  std::uint32_t shared = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    const std::uint16_t left = a[i];
    const std::uint16_t right = b[j];
    shared += left == right ? 1 : 0;
    i += left <= right ? 1 : 0;
    j += right <= left ? 1 : 0;
  }
  return shared;
}

std::uint64_t OverlapHistogram::pairs() const noexcept {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

double OverlapHistogram::mean() const noexcept {
  double sum = 0.0;
  for (std::size_t o = 0; o < counts.size(); ++o) {
    sum += static_cast<double>(o) * static_cast<double>(counts[o]);
  }
  const std::uint64_t all = pairs();
  return all == 0 ? 0.0 : sum / static_cast<double>(all);
}

double OverlapHistogram::sd() const noexcept {
  const double centre = mean();
  double squares = 0.0;
  for (std::size_t o = 0; o < counts.size(); ++o) {
    const double distance = static_cast<double>(o) - centre;
    squares += distance * distance * static_cast<double>(counts[o]);
  }
  const std::uint64_t all = pairs();
  return all == 0 ? 0.0 : std::sqrt(squares / static_cast<double>(all));
}

std::optional<double> d_prime(const OverlapHistogram& same, const OverlapHistogram& cross) {
  const double variance = 0.5 * (same.sd() * same.sd() + cross.sd() * cross.sd());
  if (same.pairs() == 0 || cross.pairs() == 0 || !(variance > 0.0)) {
    return std::nullopt;
  }
  return (same.mean() - cross.mean()) / std::sqrt(variance);
}

std::optional<double> pair_auc(const OverlapHistogram& same, const OverlapHistogram& cross) {
  if (same.pairs() == 0 || cross.pairs() == 0) {
    return std::nullopt;
  }
  double cross_below = 0.0;
  double wins = 0.0;
  for (std::size_t o = 0; o < std::max(same.counts.size(), cross.counts.size()); ++o) {
    const double same_here = o < same.counts.size() ? static_cast<double>(same.counts[o]) : 0.0;
    const double cross_here = o < cross.counts.size() ? static_cast<double>(cross.counts[o]) : 0.0;
    wins += same_here * (cross_below + 0.5 * cross_here);
    cross_below += cross_here;
  }
  return wins / (static_cast<double>(same.pairs()) * static_cast<double>(cross.pairs()));
}

SeparationReport class_separation(const SdrTable& table, const Labels& labels, std::uint64_t seed,
                                  std::uint64_t max_pairs) {
  check_codes(table, "codes", ErrorCode::kInput);
  require_labels_for(labels, table.size());
  const std::vector<NodeIndex> nodes = labelled_nodes(labels);
  SeparationReport report;
  report.same.counts.assign(table.shape.active() + std::size_t{1}, 0);
  report.cross.counts = report.same.counts;
  const auto count_pair = [&](NodeIndex a, NodeIndex b) {
    OverlapHistogram& kind = labels.classes[a] == labels.classes[b] ? report.same : report.cross;
    ++kind.counts[overlap(table.code(a), table.code(b))];
  };

  const std::uint64_t count = nodes.size();
  const std::uint64_t all_pairs = count < 2 ? 0 : (count % 2 == 0 ? count / 2 * (count - 1) : (count - 1) / 2 * count);
  report.sampled = all_pairs > max_pairs;
  if (report.sampled) {
    const KeyedRandom random(seed, Purpose::kProbe);
    for (std::uint64_t pair = 0; pair < max_pairs; ++pair) {
      const std::uint64_t first = random.below(count, pair, 0);
      const std::uint64_t other = random.below(count - 1, pair, 1);
      count_pair(nodes[first], nodes[other < first ? other : other + 1]);
    }
  } else {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (std::size_t j = i + 1; j < nodes.size(); ++j) {
        count_pair(nodes[i], nodes[j]);
      }
    }
  }
  report.d_prime = d_prime(report.same, report.cross);
  report.auc = pair_auc(report.same, report.cross);
  return report;
}

std::vector<double> overlap_by_hop(const Graph& graph, const SdrTable& table, std::uint32_t max_hop, std::uint64_t seed,
                                   std::size_t sources) {
  check_codes(table, "codes", ErrorCode::kInput);
  if (graph.node_count() != table.size()) {
    throw Error(ErrorCode::kInput,
                fmt::format("codes: {} codes for a graph of {} nodes", table.size(), graph.node_count()));
  }
  max_hop = std::min(max_hop, graph.node_count());  // no shortest path is longer
  std::vector<std::uint64_t> shared(max_hop);
  std::vector<std::uint64_t> pairs(max_hop);
  HopSearch search(graph);
  for (const NodeIndex source : draw_sources(graph.node_count(), sources, seed)) {
    search.run(source, max_hop, [&](std::uint32_t hop, NodeIndex node) {
      shared[hop - 1] += overlap(table.code(source), table.code(node));
      ++pairs[hop - 1];
    });
  }
  std::vector<double> means;
  for (std::size_t h = 0; h < max_hop && pairs[h] > 0; ++h) {
    means.push_back(static_cast<double>(shared[h]) / static_cast<double>(pairs[h]));
  }
  return means;
}

}  // namespace columnar
