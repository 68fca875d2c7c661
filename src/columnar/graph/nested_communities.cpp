#include "columnar/graph/nested_communities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

/// Purpose of a draw; the node or the pool is the other half of its key.
enum Draw : std::uint64_t { kDegree, kRounding, kInside, kSize, kOrder, kLevel, kShuffle };

/// The key of a draw, unique per purpose.
std::uint64_t key_of(Draw draw, std::uint64_t number) { return (static_cast<std::uint64_t>(draw) << 56U) | number; }

struct TownEdge {
  NodeIndex u;
  NodeIndex v;
};

/// Assignment of nodes to communities.
struct Town {
  std::vector<std::size_t> begin;        ///< start of each community in `members`, and the end
  std::vector<NodeIndex> members;        ///< nodes, community by community
  std::vector<std::uint32_t> community;  ///< [node]
  std::uint32_t classes = 1;

  [[nodiscard]] std::size_t communities() const { return begin.size() - 1; }
  [[nodiscard]] std::size_t size(std::size_t c) const { return begin[c + 1] - begin[c]; }
  [[nodiscard]] std::uint32_t class_of(NodeIndex v) const { return community[v] % classes; }
};

void require(bool holds, const std::string& message) {
  if (!holds) {
    throw Error(ErrorCode::kConfig, "nested communities: " + message);
  }
}

void check_parameters(const NestedCommunities& wanted) {
  require(wanted.classes >= 2, fmt::format("classes must be at least 2, not {}", wanted.classes));
  const auto classes = static_cast<NodeIndex>(wanted.classes);
  require(wanted.nodes / classes >= 2, fmt::format("{} nodes are too few for {} classes", wanted.nodes, classes));
  require(wanted.community_nodes >= 2, "a community needs at least 2 nodes");
  require(wanted.mixing >= 0.0 && wanted.mixing <= 1.0, fmt::format("mixing must be in [0, 1], not {}", wanted.mixing));
  require(wanted.mean_degree >= 1.0 && wanted.mean_degree <= 0.25 * wanted.nodes,
          fmt::format("a mean degree of {} does not fit {} nodes: it must be from 1 to a quarter of them",
                      wanted.mean_degree, wanted.nodes));
  require(wanted.mean_degree * wanted.nodes <= 2e9,
          fmt::format("{} nodes of degree {} are more than a billion edges", wanted.nodes, wanted.mean_degree));
}

/// Shuffles the values (Fisher and Yates).
template <class Value>
void shuffle(std::vector<Value>& values, const KeyedRandom& random, std::uint64_t key, std::uint64_t round) {
  for (std::size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[random.below(i, key, (round << 48U) | i)]);
  }
}

Town settle(const NestedCommunities& wanted, const KeyedRandom& random) {
  Town town;
  town.classes = static_cast<std::uint32_t>(wanted.classes);
  const NodeIndex mean = std::min(wanted.community_nodes, wanted.nodes / static_cast<NodeIndex>(wanted.classes));
  town.begin.push_back(0);
  while (town.begin.back() < wanted.nodes) {
    const std::size_t left = wanted.nodes - town.begin.back();
    // 1 / sqrt(1 - u) has density 2 x^-3 on x ≥ 1, and mean 2: the sizes follow a power law, too.
    const double share = 0.5 / std::sqrt(1.0 - random.uniform(key_of(kSize, town.begin.size()), 0));
    auto size = static_cast<std::size_t>(std::max(2.0, std::min(share, 4.0) * mean));
    const std::size_t still_wanted = town.classes > town.begin.size() ? town.classes - town.begin.size() : 0;
    size = std::min(size, std::max<std::size_t>(2, left - std::min(left, 2 * still_wanted)));  // leave nodes for each
                                                                                               // class
    town.begin.push_back(town.begin.back() + (left < size + size / 2 + 2 && still_wanted == 0 ? left : size));
  }
  town.members.resize(wanted.nodes);
  std::iota(town.members.begin(), town.members.end(), NodeIndex{0});
  shuffle(town.members, random, key_of(kOrder, 0), 0);
  town.community.resize(wanted.nodes);
  for (std::size_t c = 0; c < town.communities(); ++c) {
    for (std::size_t i = town.begin[c]; i < town.begin[c + 1]; ++i) {
      town.community[town.members[i]] = static_cast<std::uint32_t>(c);
    }
  }
  return town;
}

/// The factor f ≤ `most` for which Σ min(f · values[i], limit(i)) is `sum`, by bisection: the sum grows with f.
template <class Limit>
double factor_for(const std::vector<double>& values, double sum, double most, const Limit& limit) {
  double low = 0.0;
  double high = most;
  for (int step = 0; step < 30; ++step) {
    const double middle = 0.5 * (low + high);
    double total = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      total += std::min(middle * values[i], limit(i));
    }
    (total < sum ? low : high) = middle;
  }
  return high;
}

/// Random rounding with mean x.
std::uint32_t rounded(double x, double uniform) { return static_cast<std::uint32_t>(x + uniform); }

/// Number of edge ends of each node.
std::vector<double> draw_degrees(const NestedCommunities& wanted, const KeyedRandom& random) {
  std::vector<double> degrees(wanted.nodes);
  for (NodeIndex v = 0; v < wanted.nodes; ++v) {
    // (1 - u)^(-5/8) has a density of exponent 1 + 8/5. Computed by square roots, which are exact by IEEE 754; pow is
    // not.
    const double half = 1.0 / std::sqrt(1.0 - random.uniform(key_of(kDegree, v), 0));
    degrees[v] = half * std::sqrt(std::sqrt(half));
  }
  const double hub = std::sqrt(wanted.mean_degree * wanted.nodes);
  const double factor =
      factor_for(degrees, wanted.mean_degree * wanted.nodes, wanted.mean_degree, [hub](std::size_t) { return hub; });
  for (NodeIndex v = 0; v < wanted.nodes; ++v) {
    const double degree = std::min(factor * degrees[v], hub);
    degrees[v] = std::max(1U, rounded(degree, random.uniform(key_of(kRounding, v), 0)));
  }
  return degrees;
}

/// Ends of edges without a partner yet: by community, by class, and of the whole graph.
struct Ends {
  std::vector<std::vector<NodeIndex>> inside;
  std::vector<std::vector<NodeIndex>> nearby;
  std::vector<NodeIndex> afar;
};

Ends divide(const NestedCommunities& wanted, const Town& town, const KeyedRandom& random) {
  const std::vector<double> degrees = draw_degrees(wanted, random);
  const double sum = std::accumulate(degrees.begin(), degrees.end(), 0.0);
  const auto quarter = [&town](std::size_t v) { return 0.25 * static_cast<double>(town.size(town.community[v])); };
  const double share = factor_for(degrees, (1.0 - wanted.mixing) * sum, 1.0, quarter);
  Ends ends;
  ends.inside.resize(town.communities());
  ends.nearby.resize(town.classes);
  for (const NodeIndex v : town.members) {
    const auto degree = static_cast<std::uint32_t>(degrees[v]);
    const double within = std::min(share * degrees[v], quarter(v));
    const std::uint32_t inside = std::min(degree, rounded(within, random.uniform(key_of(kInside, v), 0)));
    std::vector<NodeIndex>& own = ends.inside[town.community[v]];
    own.insert(own.end(), inside, v);
    for (std::uint32_t i = inside; i < degree; ++i) {
      const bool near = random.uniform(key_of(kLevel, v), i) < 0.5;
      (near ? ends.nearby[town.class_of(v)] : ends.afar).push_back(v);
    }
  }
  return ends;
}

/// Joins ends in random pairs, in a few rounds: pairs that are not allowed or exist already are tried again with
/// other partners in the next round. Ends that stay unpaired remain in `ends`.
template <class Allowed>
std::vector<TownEdge> join(std::vector<NodeIndex>& ends, const KeyedRandom& random, std::uint64_t key,
                           const Allowed& allowed) {
  constexpr std::uint64_t kRounds = 8;
  std::vector<TownEdge> edges;
  edges.reserve(ends.size() / 2);
  std::unordered_set<std::uint64_t> seen;
  seen.reserve(ends.size() / 2);
  for (std::uint64_t round = 0; round < kRounds && ends.size() > 1; ++round) {
    shuffle(ends, random, key, round);
    std::size_t left = 0;
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
      const NodeIndex u = std::min(ends[i], ends[i + 1]);
      const NodeIndex v = std::max(ends[i], ends[i + 1]);
      if (u != v && allowed(u, v) && seen.insert((std::uint64_t{u} << 32U) | v).second) {
        edges.push_back({u, v});
      } else {
        ends[left++] = u;
        ends[left++] = v;
      }
    }
    if (ends.size() % 2 == 1) {
      ends[left++] = ends.back();
    }
    ends.resize(left);
  }
  return edges;
}

/// Joins the ends within each pool; unpaired ends go to the pool given by `outer`.
template <class Allowed, class Outer>
void join_pools(std::vector<std::vector<NodeIndex>>& pools, std::uint64_t first_key, const KeyedRandom& random,
                int threads, const Allowed& allowed, const Outer& outer, std::vector<std::vector<TownEdge>>& edges) {
  const std::size_t before = edges.size();
  edges.resize(before + pools.size());
  parallel_blocks(threads, pools.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      edges[before + p] = join(pools[p], random, key_of(kShuffle, first_key + p), allowed);
    }
  });
  for (std::size_t p = 0; p < pools.size(); ++p) {
    std::vector<NodeIndex>& next = outer(p);
    next.insert(next.end(), pools[p].begin(), pools[p].end());
    pools[p] = {};
  }
}

std::vector<std::vector<TownEdge>> draw_edges(const NestedCommunities& wanted, const Town& town,
                                              const KeyedRandom& random, int threads) {
  Ends ends = divide(wanted, town, random);
  std::vector<std::vector<TownEdge>> edges;
  // A level joins only pairs that no earlier level could join, so no edge is drawn twice.
  join_pools(
      ends.inside, 0, random, threads, [](NodeIndex, NodeIndex) { return true; },
      [&](std::size_t c) -> std::vector<NodeIndex>& { return ends.nearby[c % town.classes]; }, edges);
  join_pools(
      ends.nearby, town.communities(), random, threads,
      [&town](NodeIndex u, NodeIndex v) { return town.community[u] != town.community[v]; },
      [&](std::size_t) -> std::vector<NodeIndex>& { return ends.afar; }, edges);
  std::vector<std::vector<NodeIndex>> all;
  all.push_back(std::move(ends.afar));
  std::vector<NodeIndex> nobody;
  join_pools(
      all, town.communities() + town.classes, random, threads,
      [&town](NodeIndex u, NodeIndex v) { return town.class_of(u) != town.class_of(v); },
      [&nobody](std::size_t) -> std::vector<NodeIndex>& { return nobody; }, edges);
  return edges;
}

}  // namespace

LabelledGraph nested_communities(const NestedCommunities& wanted, int threads) {
  check_parameters(wanted);
  const KeyedRandom random(wanted.seed, Purpose::kGraphGenerator);
  const Town town = settle(wanted, random);
  std::vector<std::vector<TownEdge>> edges = draw_edges(wanted, town, random, threads);
  GraphBuilder builder({.directed = false, .source = EdgeSource::kList, .place = "generated graph"});
  std::uint64_t count = 0;
  for (const std::vector<TownEdge>& part : edges) {
    count += part.size();
  }
  builder.reserve(count, false);
  for (std::vector<TownEdge>& part : edges) {
    for (const TownEdge& edge : part) {
      builder.add(edge.u, edge.v);
    }
    part = {};
  }
  LabelledGraph out;
  out.graph = std::move(builder).build(numbered_ids(wanted.nodes)).graph;
  out.labels.classes.resize(wanted.nodes);
  for (NodeIndex v = 0; v < wanted.nodes; ++v) {
    out.labels.classes[v] = static_cast<std::int32_t>(town.class_of(v));
  }
  for (std::uint32_t c = 0; c < town.classes; ++c) {
    out.labels.names.push_back(std::to_string(c));
  }
  return out;
}

}  // namespace columnar
