#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/edge_changes.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

/// How well a trained model serves nodes that it never saw and follows edges that come later.

namespace columnar {

/// A graph without some of its nodes, and what is needed to give them back.
struct HiddenNodes {
  LabelledGraph visible;
  std::vector<NodeIndex> rows;  ///< of the hidden nodes in the whole graph, ascending
  EdgeChanges edges;            ///< every edge of theirs
};

/// Hides a share of the nodes, drawn by keys of (seed, kHiddenNodes), with all their edges. Throws Error(kInput) where
/// that hides nothing or leaves no edge.
[[nodiscard]] HiddenNodes hide_nodes(const Graph& graph, const Labels& labels, double share, std::uint64_t seed);

/// A graph without some of its edges, all nodes kept, and the edges, in the order in which they arrive.
struct LateEdges {
  Graph before;
  EdgeChanges edges;
};

/// Holds back a share of the edges, drawn by keys of (seed, kHiddenNodes); they arrive in a shuffled order. Throws
/// Error(kInput) where that holds back nothing or leaves no edge.
[[nodiscard]] LateEdges hold_back_edges(const Graph& graph, double share, std::uint64_t seed);

struct LivingOptions {
  std::vector<double> hidden{0.1, 0.2};  ///< shares of nodes
  std::vector<double> late{0.1};         ///< shares of edges
  std::uint32_t seeds = 3;               ///< config.seed and the ones after it
};

/// Two tables. "unseen": some nodes are hidden, a model is trained on the rest and encodes them; a classifier that
/// learned the visible nodes' codes tells their classes, beside the same where they were there all along. "stream":
/// some edges arrive after training; the codes of the updated model beside those of training from scratch, with the
/// seconds of both.
///
/// Shares lie within (0, 1), seeds are at least one and the config is possible: report/living_experiment.hpp checks
/// that. Throws Error(kInput) for labels that cannot be classified and graphs that are too small.
[[nodiscard]] std::vector<SeedTable> evaluate_living(const Graph& graph, const Labels& labels, const Config& config,
                                                     const LivingOptions& options, const RunContext& context);

}  // namespace columnar
