#include "columnar/ppmi/visits.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "columnar/core/huge_pages.hpp"
#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

/// Each part has its own counters for all nodes; more parts would not be worth their memory.
constexpr int kMostParts = 8;
/// Nodes in the walks of one part, so that a part visits no node more often than 32 bits count.
constexpr std::uint64_t kMostPlaces = std::uint64_t{1} << 31U;

/// The visits and pairs of one part of the walks.
struct Tally {
  std::vector<std::uint32_t> visits;
  std::vector<std::uint64_t> pairs;
};

/// For each position of a walk, how often the same node occurs within the window ahead.
void count_returns(std::span<const NodeIndex> walk, std::size_t window, std::vector<std::uint32_t>& returns) {
  returns.assign(walk.size(), 0);
  for (std::size_t step = 1; step <= window; ++step) {
    for (std::size_t i = 0; i + step < walk.size(); ++i) {
      returns[i] += walk[i] == walk[i + step] ? 1U : 0U;
    }
  }
}

/// True if the walk visits one of this many nodes from `first` on. Most walks visit none of a slab, and a minimum is
/// computed with vector instructions.
bool visits_any(std::span<const NodeIndex> walk, NodeIndex first, std::size_t nodes) {
  NodeIndex least = std::numeric_limits<NodeIndex>::max();
  for (const NodeIndex node : walk) {
    least = std::min(least, node - first);  // wraps around below the slab
  }
  return least < nodes;
}

void tally_walks(const Walks& walks, const NodeRange& nodes, std::size_t first, std::size_t last, std::uint32_t window,
                 Tally& tally) {
  std::vector<std::uint32_t> returns;
  for (std::size_t w = first; w < last; ++w) {
    const std::span<const NodeIndex> walk = walks.walk(w);
    if (walk.empty()) {
      continue;
    }
    const std::size_t reach = std::min<std::size_t>(window, walk.size() - 1);
    count_returns(walk, reach, returns);
    for (std::size_t i = 0; i < walk.size(); ++i) {
      const NodeIndex node = walk[i] - nodes.first;  // wraps around below the first
      if (node >= nodes.last - nodes.first) {
        continue;
      }
      ++tally.visits[node];
      // A return is not a pair, and would be counted from both ends.
      tally.pairs[node] += std::min(i, reach) + std::min(walk.size() - 1 - i, reach) - 2 * std::uint64_t{returns[i]};
    }
  }
}

}  // namespace

Visits::Visits(const Walks& walks, NodeRange nodes, std::uint32_t window, int threads)
    : walks_(walks), nodes_(nodes), window_(window) {
  const std::size_t node_count = nodes.last - nodes.first;
  const auto parts = std::max<std::size_t>(static_cast<std::size_t>(std::clamp(threads, 1, kMostParts)),
                                           walks.nodes.size() / kMostPlaces + 1);
  visits_of_part_.resize(parts);
  std::vector<Tally> tallies(parts);
  parallel_blocks(threads, parts, 1, [&](std::size_t part, std::size_t /*end*/) {
    tallies[part].visits.assign(node_count, 0);
    tallies[part].pairs.assign(node_count, 0);
    tally_walks(walks_, nodes_, first_walk(part), first_walk(part + 1), window_, tallies[part]);
  });
  marginals_.counts = std::move(tallies[0].pairs);
  for (std::size_t part = 0; part < parts; ++part) {
    visits_of_part_[part] = std::move(tallies[part].visits);
    for (std::size_t u = 0; part > 0 && u < node_count; ++u) {
      marginals_.counts[u] += tallies[part].pairs[u];
    }
  }
  marginals_.total = std::accumulate(marginals_.counts.begin(), marginals_.counts.end(), std::uint64_t{0}) / 2;
}

std::size_t Visits::first_walk(std::size_t part) const noexcept {
  return walks_.count() * part / visits_of_part_.size();
}

NodeIndex Visits::slab_end(NodeIndex first, std::uint64_t most) const noexcept {
  std::uint64_t sum = 0;
  NodeIndex node = first;
  for (; node < nodes_.last; ++node) {
    for (const auto& visits : visits_of_part_) {
      sum += visits[node - nodes_.first];
    }
    if (sum > most && node > first) {
      break;
    }
  }
  return node;
}

void Visits::list(NodeIndex first, NodeIndex last, int threads) {
  const std::size_t nodes = last - first;
  first_ = first;
  offsets_.assign(nodes + 1, 0);
  std::vector<std::vector<std::uint64_t>> next(visits_of_part_.size(), std::vector<std::uint64_t>(nodes));
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < nodes; ++i) {
    for (std::size_t part = 0; part < next.size(); ++part) {
      next[part][i] = sum;
      sum += visits_of_part_[part][first - nodes_.first + i];
    }
    offsets_[i + 1] = sum;
  }
  if (sum > capacity_) {
    visits_.reset();
    visits_ = std::make_unique_for_overwrite<Visit[]>(sum);  // NOLINT(modernize-avoid-c-arrays)
    prefer_huge_pages(visits_.get(), sum * sizeof(Visit));
    capacity_ = sum;
  }
  parallel_blocks(threads, next.size(), 1, [&](std::size_t part, std::size_t /*end*/) {
    std::uint64_t* const places = next[part].data();
    for (std::size_t w = first_walk(part); w < first_walk(part + 1); ++w) {
      const std::span<const NodeIndex> walk = walks_.walk(w);
      if (!visits_any(walk, first, nodes)) {
        continue;
      }
      for (std::size_t i = 0; i < walk.size(); ++i) {
        const NodeIndex place = walk[i] - first;  // wraps around below the slab
        if (place < nodes) {
          const std::size_t begin = i - std::min<std::size_t>(i, window_);
          const std::size_t end = std::min<std::size_t>(walk.size(), i + window_ + 1);
          visits_[places[place]++] = {w * walks_.length + begin, end - begin};
        }
      }
    }
  });
}

}  // namespace columnar
