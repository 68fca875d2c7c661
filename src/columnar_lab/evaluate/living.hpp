#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/edge_changes.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

/// How well a trained model encodes unseen nodes and follows later edges.

namespace columnar {

/// A graph without some of its nodes, and what is needed to add them again.
struct HiddenNodes {
  LabelledGraph visible;
  std::vector<NodeIndex> rows;  ///< rows of the hidden nodes in the whole graph, ascending
  EdgeChanges edges;            ///< all their edges
};

/// Hides a share of the nodes, drawn by keys of (seed, kHiddenNodes), with all their edges. Throws Error(kInput) if
/// that hides nothing or leaves no edge.
[[nodiscard]] HiddenNodes hide_nodes(const Graph& graph, const Labels& labels, double share, std::uint64_t seed);

/// A graph without some of its edges, all nodes kept, and these edges in the order of arrival.
struct LateEdges {
  Graph before;
  EdgeChanges edges;
};

/// Holds back a share of the edges, drawn by keys of (seed, kHiddenNodes); they arrive in a shuffled order. Throws
/// Error(kInput) if that holds back nothing or leaves no edge.
[[nodiscard]] LateEdges hold_back_edges(const Graph& graph, double share, std::uint64_t seed);

struct LivingOptions {
  std::vector<double> hidden{0.1, 0.2};  ///< shares of nodes
  std::vector<double> late{0.1};         ///< shares of edges
  std::uint32_t seeds = 3;               ///< config.seed and the following
};

/// Two tables. "unseen": some nodes are hidden, a model is trained on the rest and encodes them; a classifier trained
/// on the codes of the visible nodes predicts their classes, compared with training on the whole graph. "stream":
/// some edges arrive after training; the codes of the updated model are compared with those of training from scratch,
/// with
/// the seconds of both.
///
/// Shares must be within (0, 1), seeds at least one and the config valid; experiments/living.cpp checks that. Throws
/// Error(kInput) for labels that cannot be classified and graphs that are too small.
[[nodiscard]] std::vector<SeedTable> evaluate_living(const Graph& graph, const Labels& labels, const Config& config,
                                                     const LivingOptions& options, const RunContext& context);

}  // namespace columnar
