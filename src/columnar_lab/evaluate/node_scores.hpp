#pragma once

#include <functional>
#include <span>

#include "columnar/graph.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/baselines/link_heuristics.hpp"

namespace columnar {

/// Scores every node by its similarity to each of some nodes: row i of `scores`, which has as many entries as there are
/// nodes, is for nodes[i]. A score depends on the two nodes alone: nodes of equal rows get equal scores. May be called
/// from many threads at once. It costs less to ask for 16 nodes at a time than for each alone.
using NodeScores = std::function<void(std::span<const NodeIndex> nodes, std::span<float> scores)>;

/// Shared active bits of codes, those of L6 four times (the order of hits in a search), or cosine of vectors (0 where
/// one is zero). Copies what it needs. Throws Error(kInput) for a malformed embedding.
[[nodiscard]] NodeScores similarity_scores(const Embedding& embedding);

/// Common neighbours or Adamic-Adar, as link_score; other heuristics are Error(kConfig). The graph is undirected and
/// must outlive the scores. Adamic-Adar adds weights that are rounded to 2⁻³², so that sums are exact: they depend on
/// no order, and what is equal stays equal.
[[nodiscard]] NodeScores heuristic_scores(const Graph& graph, LinkHeuristic heuristic);

/// Cosine of whole rows of the PPMI matrix; 0 where a row is empty.
[[nodiscard]] NodeScores ppmi_row_scores(Ppmi ppmi);

}  // namespace columnar
