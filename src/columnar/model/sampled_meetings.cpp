#include "columnar/model/sampled_meetings.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/ppmi/ppmi.hpp"

namespace columnar {
namespace {

constexpr std::size_t kSampledNodes = 400;
constexpr double kMaxPartners = 20'000;  ///< drawn per sampled node; a hub's are extrapolated

double windowed_pairs_of_walk(const WalkConfig& walks) {
  const double window = std::min<double>(walks.window, walks.walk_length - 1.0);
  return window * walks.walk_length - window * (window + 1.0) / 2.0;
}

/// Samples what a node meets within the window, as the walks will, and counts.
class PartnerProbe {
 public:
  PartnerProbe(const Graph& graph, const Config& config)
      : graph_(graph),
        walks_(config.walks),
        least_(pair_evidence(config).least),
        random_(config.seed, Purpose::kProbe),
        pairs_per_visit_(2.0 * windowed_pairs_of_walk(walks_) / walks_.walk_length),
        mean_degree_(std::max(1e-9, static_cast<double>(graph.targets.size()) / graph.node_count())) {}

  /// Random walks visit a node once for each walk that starts there and otherwise in proportion to its degree.
  Meetings probe(NodeIndex node) {
    const double degree = static_cast<double>(graph_.degree(node));
    if (degree == 0.0) {
      return {};
    }
    const double visits = walks_.walks_per_node * (1.0 + (walks_.walk_length - 1.0) * degree / mean_degree_);
    const double wanted = visits * pairs_per_visit_;
    const auto steps = static_cast<std::uint64_t>(std::min(wanted, kMaxPartners));
    met_.clear();
    draw_ = 0;
    for (std::uint64_t done = 0; done < steps;) {
      NodeIndex at = node;
      for (std::uint32_t hop = 0; hop < walks_.window && done < steps; ++hop, ++done) {
        if (graph_.degree(at) == 0) {
          done += walks_.window - hop;  // lost to the dead end
          break;
        }
        at = step(node, at);
        if (at != node) {
          met_.push_back(at);
        }
      }
    }
    const double scale = steps == 0 ? 0.0 : wanted / static_cast<double>(steps);
    const double pairs = static_cast<double>(met_.size()) * scale;
    std::sort(met_.begin(), met_.end());
    double distinct = 0.0;
    double kept = 0.0;
    for (std::size_t first = 0, last = 0; first < met_.size(); first = last) {
      last = static_cast<std::size_t>(
          std::upper_bound(met_.begin() + static_cast<std::ptrdiff_t>(first), met_.end(), met_[first]) - met_.begin());
      distinct += 1.0;
      kept += static_cast<double>(last - first) * scale >= static_cast<double>(least_) ? 1.0 : 0.0;
    }
    const double others = graph_.node_count() - 1.0;
    return {pairs, std::min(distinct * scale, others), std::min(kept * scale, others)};
  }

 private:
  [[nodiscard]] NodeIndex step(NodeIndex source, NodeIndex at) {
    const auto row = graph_.neighbours(at);
    if (!graph_.is_weighted()) {
      return row[random_.below(row.size(), source, draw_++)];
    }
    // A few steps of a Markov chain over the edges whose stationary distribution is proportional to the weights
    // (Barker's
    // rule): accurate enough for counting, without a table.
    constexpr int kTries = 16;
    const auto weights = graph_.neighbour_weights(at);
    std::size_t best = random_.below(row.size(), source, draw_++);
    for (int i = 1; i < kTries; ++i) {
      const std::size_t other = random_.below(row.size(), source, draw_++);
      const double sum = static_cast<double>(weights[best]) + static_cast<double>(weights[other]);
      if (random_.uniform(source, draw_++) * sum < static_cast<double>(weights[other])) {
        best = other;
      }
    }
    return row[best];
  }

  const Graph& graph_;
  const WalkConfig& walks_;
  std::uint64_t least_;
  KeyedRandom random_;
  double pairs_per_visit_;
  double mean_degree_;
  std::uint64_t draw_ = 0;
  std::vector<NodeIndex> met_;
};

}  // namespace

Meetings sampled_meetings(const Graph& graph, const Config& config) {
  const std::size_t nodes = graph.node_count();
  const std::size_t sampled = std::min(nodes, kSampledNodes);
  PartnerProbe probe(graph, config);
  Meetings sum;
  for (std::size_t i = 0; i < sampled; ++i) {
    const auto meetings = probe.probe(static_cast<NodeIndex>(i * nodes / sampled));
    sum.pairs += meetings.pairs;
    sum.partners += meetings.partners;
    sum.kept += meetings.kept;
  }
  // Every pair has two ends, and there cannot be more pairs than the walks hold.
  const double scale = 0.5 * static_cast<double>(nodes) / static_cast<double>(std::max<std::size_t>(1, sampled));
  const double limit = static_cast<double>(nodes) * config.walks.walks_per_node * windowed_pairs_of_walk(config.walks);
  const double pairs = std::min(sum.pairs * scale, limit);
  return {pairs, std::min(sum.partners * scale, pairs), std::min(sum.kept * scale, pairs)};
}

}  // namespace columnar
