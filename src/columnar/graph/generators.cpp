#include "columnar/graph/generators.hpp"

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

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

NodeIds consecutive_ids(NodeIndex nodes, std::int64_t first) {
  NodeIds ids;
  ids.integers.resize(nodes);
  std::iota(ids.integers.begin(), ids.integers.end(), first);
  return ids;
}

GraphBuilder undirected_builder() {
  return GraphBuilder({.directed = false, .source = EdgeSource::kList, .place = "generated graph"});
}

Graph finish(GraphBuilder builder, NodeIndex nodes, std::int64_t first_id = 0) {
  return std::move(builder).build(consecutive_ids(nodes, first_id)).graph;
}

void check(bool holds, const std::string& message) {
  if (!holds) {
    throw Error(ErrorCode::kConfig, "planted communities: " + message);
  }
}

/// Nodes repeated in proportion to their expected degree, class after class: a uniform draw from all, or from the part
/// of one class, picks a node in proportion to degree in constant time.
struct Stubs {
  std::vector<NodeIndex> nodes;
  std::vector<std::size_t> class_begin;  ///< classes + 1 entries

  [[nodiscard]] std::span<const NodeIndex> of_class(std::size_t c) const {
    return std::span<const NodeIndex>(nodes).subspan(class_begin[c], class_begin[c + 1] - class_begin[c]);
  }
};

/// Keys of the draws: an edge uses its number, a degree a number above any edge.
constexpr std::uint64_t kDegreeKeys = std::uint64_t{1} << 60U;

Stubs make_stubs(const PlantedCommunities& wanted, const KeyedRandom& random) {
  const auto classes = static_cast<NodeIndex>(wanted.classes);
  const NodeIndex class_size = wanted.nodes / classes;
  const double hub = std::max(1.0, static_cast<double>(class_size) / 4.0);
  Stubs stubs;
  stubs.class_begin.push_back(0);
  for (NodeIndex c = 0; c < classes; ++c) {
    for (NodeIndex v = c; v < wanted.nodes; v += std::min(classes, wanted.nodes - v)) {
      // 1 / sqrt(1 - u) has density 2 x^-3 on x ≥ 1 and mean 2. A square root is exact by IEEE 754; pow is not.
      const double share = 0.5 / std::sqrt(1.0 - random.uniform(kDegreeKeys + v, 0));
      const double degree = std::clamp(std::round(share * wanted.mean_degree), 1.0, hub);
      stubs.nodes.insert(stubs.nodes.end(), static_cast<std::size_t>(degree), v);
    }
    stubs.class_begin.push_back(stubs.nodes.size());
  }
  return stubs;
}

}  // namespace

LabelledGraph karate_club() {
  constexpr NodeIndex kMembers = 34;
  struct Row {
    NodeIndex member;
    std::vector<NodeIndex> friends;
  };
  const std::vector<Row> ties = {
      {2, {1}},
      {3, {1, 2}},
      {4, {1, 2, 3}},
      {5, {1}},
      {6, {1}},
      {7, {1, 5, 6}},
      {8, {1, 2, 3, 4}},
      {9, {1, 3}},
      {10, {3}},
      {11, {1, 5, 6}},
      {12, {1}},
      {13, {1, 4}},
      {14, {1, 2, 3, 4}},
      {17, {6, 7}},
      {18, {1, 2}},
      {20, {1, 2}},
      {22, {1, 2}},
      {26, {24, 25}},
      {28, {3, 24, 25}},
      {29, {3}},
      {30, {24, 27}},
      {31, {2, 9}},
      {32, {1, 25, 26, 29}},
      {33, {3, 9, 15, 16, 19, 21, 23, 24, 30, 31, 32}},
      {34, {9, 10, 14, 15, 16, 19, 20, 21, 23, 24, 27, 28, 29, 30, 31, 32, 33}},
  };
  GraphBuilder builder = undirected_builder();
  for (const Row& row : ties) {
    for (const NodeIndex other : row.friends) {
      builder.add(row.member - 1, other - 1);
    }
  }
  LabelledGraph club;
  club.graph = finish(std::move(builder), kMembers, 1);
  club.labels.names = {"Mr-Hi", "Officer"};
  club.labels.classes.assign(kMembers, 1);
  for (const std::size_t member : {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 17, 18, 20, 22}) {
    club.labels.classes[member - 1] = 0;
  }
  return club;
}

LabelledGraph planted_communities(const PlantedCommunities& wanted) {
  check(wanted.classes >= 1, fmt::format("classes must be at least 1, not {}", wanted.classes));
  const auto classes = static_cast<NodeIndex>(wanted.classes);
  check(wanted.nodes / classes >= 2, fmt::format("{} nodes are too few for {} classes", wanted.nodes, classes));
  check(wanted.mixing >= 0.0 && wanted.mixing <= 1.0, fmt::format("mixing must be in [0, 1], not {}", wanted.mixing));
  check(classes > 1 || wanted.mixing == 0.0, "with one class mixing must be 0");
  const auto others_of_class = wanted.nodes / classes - 1;
  const auto within_limit = static_cast<double>(others_of_class);
  check(
      wanted.mean_degree > 0.0 && wanted.mean_degree <= std::max(1.0, within_limit / 2.0),
      fmt::format("a mean degree of {} does not fit classes of {} nodes", wanted.mean_degree, wanted.nodes / classes));

  const KeyedRandom random(wanted.seed, Purpose::kGraphGenerator);
  const Stubs stubs = make_stubs(wanted, random);
  const auto edges =
      static_cast<std::uint64_t>(std::round(0.5 * wanted.mean_degree * static_cast<double>(wanted.nodes)));
  std::unordered_set<std::uint64_t> seen;
  seen.reserve(edges);
  GraphBuilder builder = undirected_builder();
  builder.reserve(edges, false);
  constexpr std::uint64_t kAttempts = 64;
  for (std::uint64_t e = 0; e < edges; ++e) {
    for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
      const std::uint64_t draw = 3 * attempt;
      const NodeIndex u =
          e < wanted.nodes ? static_cast<NodeIndex>(e) : stubs.nodes[random.below(stubs.nodes.size(), e, draw)];
      const bool leaves = random.uniform(e, 1) < wanted.mixing;  // once per edge: a retry must not change the mixing
      const std::span<const NodeIndex> pool =
          leaves ? std::span<const NodeIndex>(stubs.nodes) : stubs.of_class(u % classes);
      const NodeIndex v = pool[random.below(pool.size(), e, draw + 2)];
      const std::uint64_t key = (std::uint64_t{std::min(u, v)} << 32U) | std::max(u, v);
      if (u != v && leaves == (u % classes != v % classes) && seen.insert(key).second) {
        builder.add(u, v);
        break;
      }
    }
  }
  LabelledGraph out;
  out.graph = finish(std::move(builder), wanted.nodes);
  out.labels.classes.resize(wanted.nodes);
  for (NodeIndex v = 0; v < wanted.nodes; ++v) {
    out.labels.classes[v] = static_cast<std::int32_t>(v % classes);
  }
  for (NodeIndex c = 0; c < classes; ++c) {
    out.labels.names.push_back(std::to_string(c));
  }
  return out;
}

LabelledGraph planted_communities(NodeIndex nodes, std::int32_t classes, double mean_degree, double mixing,
                                  std::uint64_t seed) {
  return planted_communities({nodes, classes, mean_degree, mixing, seed});
}

Graph path_graph(NodeIndex nodes) {
  GraphBuilder builder = undirected_builder();
  for (NodeIndex v = 1; v < nodes; ++v) {
    builder.add(v - 1, v);
  }
  return finish(std::move(builder), nodes);
}

Graph cycle_graph(NodeIndex nodes) {
  GraphBuilder builder = undirected_builder();
  for (NodeIndex v = 0; v < nodes; ++v) {
    builder.add(v, v + 1 == nodes ? 0 : v + 1);
  }
  return finish(std::move(builder), nodes);
}

Graph star_graph(NodeIndex leaves) {
  GraphBuilder builder = undirected_builder();
  for (NodeIndex v = 1; v <= leaves; ++v) {
    builder.add(0, v);
  }
  return finish(std::move(builder), leaves + 1);
}

Graph clique_graph(NodeIndex nodes) {
  GraphBuilder builder = undirected_builder();
  for (NodeIndex v = 1; v < nodes; ++v) {
    for (NodeIndex u = 0; u < v; ++u) {
      builder.add(u, v);
    }
  }
  return finish(std::move(builder), nodes);
}

}  // namespace columnar
