#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/similarity.hpp"

namespace columnar {

struct FidelityOptions {
  std::uint64_t pairs = 3'000'000;  ///< of different nodes, or all pairs if there are fewer
  std::uint64_t seed = 1;           ///< of the pairs, the sources and the walks
  std::uint32_t local_hops = 4;     ///< local regime: pairs at most this far apart
  std::uint32_t max_hop = 6;        ///< of similarity by hop
};

/// Pearson's r and Spearman's rho of the similarity with another geometry over the same pairs.
struct Correlation {
  std::uint64_t pairs = 0;
  std::optional<double> pearson;   ///< empty if one of the two has no spread
  std::optional<double> spearman;  ///< the same
};

/// The pairs at one hop distance.
struct HopSimilarity {
  std::uint32_t hop = 0;
  std::uint64_t pairs = 0;
  double mean = 0.0;
  double sd = 0.0;  ///< of the pairs
};

/// How well the similarity of an embedding follows other geometries of the same nodes. Fields not requested are empty.
struct Fidelity {
  std::optional<Correlation> reference;       ///< similarity in the reference embedding
  std::optional<Correlation> cooccurrence;    ///< C(u,v): how often walks met the pair
  std::optional<Correlation> ppmi;            ///< PPMI(u,v), unclipped
  std::optional<Correlation> distance;        ///< hops; negative r if similarity follows distance
  std::optional<Correlation> distance_local;  ///< the same over pairs within local_hops
  std::vector<HopSimilarity> by_hop;          ///< hops 1, 2, … up to the largest distance
};

/// The geometries that embeddings are compared with, computed once for many embeddings.
///
/// Rows are those of the graph or the reference. Walk statistics and the reference use one sample of pairs.
/// Distances come from breadth-first searches from a sample of sources to all nodes, with about as many pairs.
/// Pairs without a path have no distance and are excluded there.
class ReferenceGeometry {
 public:
  ReferenceGeometry(NodeIndex nodes, const FidelityOptions& options);

  /// Throws Error(kInput) for an embedding of another size.
  void add_reference(const Embedding& reference, int threads);
  /// Throws Error(kInput) for a graph of another size. Walks follow `config` with the seed of the options.
  void add_graph(const Graph& graph, const WalkConfig& config, const RunContext& context);

  /// Throws Error(kInput) for an embedding of another size.
  [[nodiscard]] Fidelity compare(const Embedding& embedding, int threads) const;

  [[nodiscard]] const std::vector<NodePair>& pairs() const noexcept { return pairs_; }
  /// Similarity in the reference, parallel to pairs(); empty without a reference.
  [[nodiscard]] const std::vector<float>& reference_values() const noexcept { return reference_.values; }
  [[nodiscard]] std::size_t distance_sources() const noexcept { return sources_; }
  [[nodiscard]] std::size_t distance_pairs() const noexcept { return distance_pairs_.size(); }

 private:
  struct Ranked {
    std::vector<float> values;
    std::vector<float> ranks;
  };
  static Ranked ranked(std::vector<float> values);
  static std::optional<Correlation> correlate(const Ranked& mine, const Ranked& other);
  void require_size(std::size_t nodes, const char* what) const;
  void add_distances(const Graph& graph);

  NodeIndex nodes_;
  FidelityOptions options_;
  std::vector<NodePair> pairs_;
  Ranked reference_;
  Ranked cooccurrence_;
  Ranked ppmi_;
  std::size_t sources_ = 0;
  std::vector<NodePair> distance_pairs_;
  Ranked distance_;
  std::vector<std::size_t> local_;  ///< indices into distance_pairs_ within local_hops
  Ranked local_distance_;
};

}  // namespace columnar
