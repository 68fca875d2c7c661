#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/edge_split.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"
#include "columnar_lab/report/embedding_source.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "columnar_lab/report/link_origin.hpp"

/// `columnar evaluate neighbours` for any caller: hide some edges, embed what is left, and look for the hidden
/// neighbours of a node among its nearest nodes.

namespace columnar {

struct NeighboursExperiment {
  GraphRun run;  ///< split s has the seed config.seed + s
  EdgeSplitOptions split{.held_out = 0.1};
  std::uint64_t k = 10;
  std::uint64_t queries = 10'000;  ///< ends of hidden edges of a split, and nodes of the same-class precision, at most
  std::uint32_t splits = 3;
  bool agreement = false;  ///< embed each split again, with its seed + kMaxSeeds, and compare the nearest nodes
  /// Of neighbour_methods(), in the order of the report.
  std::vector<std::string> methods{"sdr-28",      "search",   "node2vec", "ppmi-svd", "k-winners", "common-neighbours",
                                   "adamic-adar", "ppmi-rows"};
  std::vector<NamedSource> embeddings;  ///< of what the first split leaves, and measured on that alone
};

/// What --methods knows: the methods that embed (embedding_methods), and "common-neighbours", "adamic-adar" and
/// "ppmi-rows", the cosine of whole rows of the PPMI matrix, which rank nodes without an embedding.
[[nodiscard]] std::vector<std::string> neighbour_methods();

struct NeighbourResults {
  std::size_t hidden_edges = 0;    ///< of a split
  std::size_t directed_edges = 0;  ///< of these, asked for from either end; of the last split, as the next two
  std::size_t query_nodes = 0;
  std::size_t class_nodes = 0;                              ///< whose classes are compared; 0 where no class is known
  SeedTable table;                                          ///< a row per method, then per embedding given
  std::vector<std::pair<std::string, LinkOrigin>> origins;  ///< of the embeddings given, by name
};

/// Throws Error(kConfig) for impossible parameters. Needs no graph and loads nothing.
void check_neighbours(const NeighboursExperiment& experiment);

/// The graph that the first split leaves: what other programs must embed. Errors as hide_edges.
[[nodiscard]] Graph first_residual(const NeighboursExperiment& experiment);

/// Errors as check_neighbours, hide_edges and the methods; those of the embeddings given (load_in_rows) come before the
/// first training. Each method has stages of its own, measuring is the stage "measure".
[[nodiscard]] NeighbourResults run_neighbours(const NeighboursExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json neighbours_json(const NeighboursExperiment& experiment, const NeighbourResults& results);

}  // namespace columnar
