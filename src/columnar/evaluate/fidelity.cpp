#include "columnar/evaluate/fidelity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "columnar/core/error.hpp"
#include "columnar/evaluate/correlation.hpp"
#include "columnar/evaluate/hop_search.hpp"
#include "columnar/evaluate/separation.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {
namespace {

float count_of(const PairCounts& counts, NodeIndex u, NodeIndex v) {
  const auto row = counts.columns.begin() + static_cast<std::ptrdiff_t>(counts.offsets[u]);
  const auto end = counts.columns.begin() + static_cast<std::ptrdiff_t>(counts.offsets[u + std::size_t{1}]);
  const auto found = std::lower_bound(row, end, v);
  return found == end || *found != v
             ? 0.0F
             : static_cast<float>(counts.counts[static_cast<std::size_t>(found - counts.columns.begin())]);
}

std::vector<float> at_places(const std::vector<float>& values, const std::vector<std::size_t>& places) {
  std::vector<float> chosen;
  chosen.reserve(places.size());
  for (const std::size_t place : places) {
    chosen.push_back(values[place]);
  }
  return chosen;
}

std::vector<HopSimilarity> similarity_by_hop(const std::vector<float>& similarity, const std::vector<float>& hops,
                                             std::uint32_t max_hop) {
  std::vector<HopSimilarity> by_hop;
  for (std::uint32_t hop = 1; hop <= max_hop; ++hop) {
    std::vector<float> values;
    for (std::size_t i = 0; i < hops.size(); ++i) {
      if (hops[i] == static_cast<float>(hop)) {
        values.push_back(similarity[i]);
      }
    }
    if (values.empty()) {
      break;
    }
    const PairMoments moments = pair_moments(values);
    by_hop.push_back({hop, moments.pairs, moments.mean, moments.sd});
  }
  return by_hop;
}

}  // namespace

ReferenceGeometry::ReferenceGeometry(NodeIndex nodes, const FidelityOptions& options)
    : nodes_(nodes), options_(options), pairs_(draw_pairs(nodes, options.pairs, options.seed)) {}

ReferenceGeometry::Ranked ReferenceGeometry::ranked(std::vector<float> values) {
  std::vector<float> ranks = average_ranks(values);
  return {std::move(values), std::move(ranks)};
}

std::optional<Correlation> ReferenceGeometry::correlate(const Ranked& mine, const Ranked& other) {
  if (other.values.empty()) {
    return std::nullopt;
  }
  return Correlation{mine.values.size(), pearson(mine.values, other.values), pearson(mine.ranks, other.ranks)};
}

void ReferenceGeometry::require_size(std::size_t nodes, const char* what) const {
  if (nodes != nodes_) {
    throw Error(ErrorCode::kInput, fmt::format("{}: {} nodes, but {} are compared", what, nodes, nodes_));
  }
}

void ReferenceGeometry::add_reference(const Embedding& reference, int threads) {
  require_size(size_of(reference), "reference");
  check_embedding(reference, "reference");
  reference_ = ranked(similarities(RowSimilarity(reference), pairs_, threads));
}

void ReferenceGeometry::add_graph(const Graph& graph, const WalkConfig& config, const RunContext& context) {
  require_size(graph.node_count(), "graph");
  const Walks walks = sample_walks(graph, config, options_.seed, context);
  PairCounts counts = count_pairs(walks, nodes_, config.window, context);
  std::vector<float> values;
  values.reserve(pairs_.size());
  for (const auto& [u, v] : pairs_) {
    values.push_back(count_of(counts, u, v));
  }
  cooccurrence_ = ranked(std::move(values));
  const Ppmi ppmi = build_ppmi(std::move(counts), context);
  values.clear();
  for (const auto& [u, v] : pairs_) {
    values.push_back(ppmi.at(u, v));
  }
  ppmi_ = ranked(std::move(values));
  add_distances(graph);
}

void ReferenceGeometry::add_distances(const Graph& graph) {
  if (nodes_ < 2) {
    return;
  }
  std::uint64_t wanted = 0;
  for (std::uint64_t given = 0; wanted < nodes_ && given < options_.pairs; ++wanted) {
    given += nodes_ - 1 - (graph.directed ? 0 : wanted);  // a pair of two sources counts once
  }
  const std::vector<NodeIndex> sources = draw_nodes(nodes_, wanted, options_.seed);
  sources_ = sources.size();
  std::vector<bool> done(nodes_);
  std::vector<float> hops;
  HopSearch search(graph);
  for (const NodeIndex source : sources) {
    search.run(source, nodes_, [&](std::uint32_t hop, NodeIndex node) {
      if (graph.directed || !done[node]) {
        distance_pairs_.push_back({source, node});
        hops.push_back(static_cast<float>(hop));
      }
    });
    done[source] = true;
  }
  distance_ = ranked(std::move(hops));
  for (std::size_t i = 0; i < distance_.values.size(); ++i) {
    if (distance_.values[i] <= static_cast<float>(options_.local_hops)) {
      local_.push_back(i);
    }
  }
  local_distance_ = ranked(at_places(distance_.values, local_));
}

Fidelity ReferenceGeometry::compare(const Embedding& embedding, int threads) const {
  require_size(size_of(embedding), "embedding");
  check_embedding(embedding, "embedding");
  const RowSimilarity similarity(embedding);
  Fidelity fidelity;
  {
    const Ranked mine = ranked(similarities(similarity, pairs_, threads));
    fidelity.reference = correlate(mine, reference_);
    fidelity.cooccurrence = correlate(mine, cooccurrence_);
    fidelity.ppmi = correlate(mine, ppmi_);
  }
  const Ranked mine = ranked(similarities(similarity, distance_pairs_, threads));
  fidelity.distance = correlate(mine, distance_);
  fidelity.distance_local = correlate(ranked(at_places(mine.values, local_)), local_distance_);
  fidelity.by_hop = similarity_by_hop(mine.values, distance_.values, options_.max_hop);
  return fidelity;
}

}  // namespace columnar
