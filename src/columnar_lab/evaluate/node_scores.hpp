#pragma once

#include <functional>
#include <span>

#include "columnar/graph.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/baselines/link_heuristics.hpp"

namespace columnar {

/// Scores every node by its similarity to each query node: row i of `scores`, with one entry per
/// node, is for nodes[i]. A score depends only on the two nodes: equal rows get equal scores. Thread-safe. Asking for
/// 16
/// nodes at a time costs less than asking one by one.
using NodeScores = std::function<void(std::span<const NodeIndex> nodes, std::span<float> scores)>;

/// Shared active bits of codes, with L6 counted four times (the order of hits in a search), or cosine of vectors (0 if
/// one is zero). Copies what it needs. Throws Error(kInput) for a malformed embedding.
[[nodiscard]] NodeScores similarity_scores(const Embedding& embedding);

/// Common neighbours or Adamic-Adar, as link_score; other heuristics throw Error(kConfig). The graph is undirected and
/// must outlive the scores. Adamic-Adar adds weights rounded to 2⁻³², so that sums are exact: they do not depend on
/// order, and equal scores stay equal.
[[nodiscard]] NodeScores heuristic_scores(const Graph& graph, LinkHeuristic heuristic);

/// What `columnar recommend` ranks by (Recommender). The graph is undirected and must outlive the scores. Throws
/// Error(kInput) if the codes are not as many as its nodes.
[[nodiscard]] NodeScores recommend_scores(const Graph& graph, SdrTable codes);

/// Cosine of whole rows of the PPMI matrix; 0 if a row is empty.
[[nodiscard]] NodeScores ppmi_row_scores(Ppmi ppmi);

}  // namespace columnar
