#include "columnar_lab/evaluate/fidelity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "columnar/error.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_lab/evaluate/correlation.hpp"
#include "columnar_lab/evaluate/hop_search.hpp"
#include "columnar_lab/evaluate/separation.hpp"

namespace columnar {
namespace {

/// Looks up chosen pairs in the rows that come: how often they met, and their PPMI.
class ChosenPairs : public PairRowSink {
 public:
  ChosenPairs(const std::vector<NodePair>& pairs, const Marginals& marginals)
      : cooccurrence(pairs.size(), 0.0F), ppmi(pairs.size(), 0.0F), pairs_(pairs), marginals_(marginals) {
    by_first_.resize(pairs.size());
    std::iota(by_first_.begin(), by_first_.end(), std::size_t{0});
    std::ranges::stable_sort(by_first_, {}, [&pairs](std::size_t i) { return pairs[i].u; });
  }

  void row(std::size_t /*block*/, const PairRow& row) override {
    const auto chosen =
        std::ranges::equal_range(by_first_, row.node, {}, [this](std::size_t i) { return pairs_[i].u; });
    for (const std::size_t i : chosen) {
      const NodeIndex other = pairs_[i].v;
      const auto found = std::ranges::lower_bound(row.columns, other);
      if (found != row.columns.end() && *found == other) {
        const std::uint64_t count = row.counts[static_cast<std::size_t>(found - row.columns.begin())];
        cooccurrence[i] = static_cast<float>(count);
        ppmi[i] = positive_pmi(count, marginals_.counts[row.node], marginals_.counts[other], marginals_.total);
      }
    }
  }

  std::vector<float> cooccurrence;  ///< parallel to the pairs
  std::vector<float> ppmi;

 private:
  const std::vector<NodePair>& pairs_;
  const Marginals& marginals_;
  std::vector<std::size_t> by_first_;
};

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
  const Walks walks = sample_walks(SymmetricGraph(graph).graph(), config, options_.seed, context);
  Visits visits(walks, nodes_, config.window, context.threads);
  ChosenPairs chosen(pairs_, visits.marginals());
  count_pair_rows(walks, visits, usual_slab(walks.nodes.size()), chosen, context);
  cooccurrence_ = ranked(std::move(chosen.cooccurrence));
  ppmi_ = ranked(std::move(chosen.ppmi));
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
