#include "columnar_lab/evaluate/geometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "columnar/error.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/hop_search.hpp"
#include "columnar_lab/evaluate/pair_sample.hpp"

namespace columnar {

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

  report.sampled = pair_count(nodes.size()) > max_pairs;
  for (const auto& [a, b] : draw_pairs(static_cast<NodeIndex>(nodes.size()), max_pairs, seed)) {
    count_pair(nodes[a], nodes[b]);
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
  for (const NodeIndex source : draw_nodes(graph.node_count(), sources, seed)) {
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
