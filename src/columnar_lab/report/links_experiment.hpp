#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/links.hpp"
#include "columnar_lab/report/embedding_source.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "columnar_lab/report/link_origin.hpp"

/// `columnar evaluate links` for any caller: hide some edges, embed what is left, and tell the hidden edges from pairs
/// without one.

namespace columnar {

/// An embedding that someone else made of what the first split leaves (first_residual).
struct LinkEmbedding {
  std::string name;  ///< in the report
  EmbeddingSource source;
};

struct LinksExperiment {
  GraphRun run;  ///< the graph is undirected; labels do not matter. Split s has the seed config.seed + s
  EdgeSplitOptions split;
  double cost = 0.1;  ///< C of the logistic regression
  std::uint32_t splits = 5;
  std::vector<std::string> methods{"sdr-8", "sdr-28"};  ///< of link_methods(), in the order of the report
  std::vector<LinkEmbedding> embeddings;                ///< measured on the first split alone: they have seen no other
};

/// What --methods knows: "sdr-8", "sdr-28", "l6" and "search", layers of the codes by one training, and every other
/// method of the program (method_name).
[[nodiscard]] std::vector<std::string> link_methods();

/// The names of --negatives and --forest: "random" or "hard", "random" or "breadth-first". Error(kConfig) for another.
[[nodiscard]] Negatives parse_negatives(const std::string& name);
[[nodiscard]] KeptForest parse_forest(const std::string& name);
[[nodiscard]] std::string negatives_name(Negatives negatives);
[[nodiscard]] std::string forest_name(KeptForest forest);

/// Everything that was measured, split by split.
struct LinkResults {
  using Figure = double LinkScore::*;

  struct Method {
    std::string name;
    bool codes = true;  ///< the direct score is the overlap, else the cosine
    std::vector<LinkReport> trials;
    LinkOrigin origin = LinkOrigin::kResidual;  ///< of an embedding given: what it was made of

    /// Means over the splits.
    [[nodiscard]] MeanSd of_operator(EdgeOperator edge_operator, Figure figure) const;
    [[nodiscard]] MeanSd of_direct(Figure figure) const;
  };

  std::size_t test_edges = 0;  ///< of a split; as many non-edges
  std::size_t training_edges = 0;
  std::vector<Method> methods;                     ///< those of the program, then the embeddings given
  std::vector<std::vector<LinkScore>> heuristics;  ///< a split each, in the order of kLinkHeuristics
  std::vector<LinkDiagnostics> diagnostics;        ///< a split each

  /// Means over the splits; a heuristic by its place in kLinkHeuristics.
  [[nodiscard]] MeanSd of_heuristic(std::size_t heuristic, Figure figure) const;
  [[nodiscard]] MeanSd of_diagnostic(double LinkDiagnostics::*value) const;
};

/// Throws Error(kConfig) for impossible parameters. Needs no graph and loads nothing: it is for callers that have yet
/// to read one.
void check_links(const LinksExperiment& experiment);

/// The graph that the first split leaves: what LinkEmbeddings must be made of. Errors as split_edges.
[[nodiscard]] Graph first_residual(const LinksExperiment& experiment);

/// Errors as check_links, split_edges and the methods; those of the embeddings given (load_in_rows) come before the
/// first training. Each method has stages of its own, measuring is the stage "measure".
[[nodiscard]] LinkResults run_links(const LinksExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json links_json(const LinksExperiment& experiment, const LinkResults& results);

}  // namespace columnar
