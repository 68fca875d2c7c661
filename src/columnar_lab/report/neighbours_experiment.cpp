#include "columnar_lab/report/neighbours_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/version.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/neighbours.hpp"
#include "columnar_lab/report/embedding_methods.hpp"
#include "columnar_lab/report/parameters.hpp"
#include "columnar_lab/report/seed_tables.hpp"
#include "columnar_lab/report/stage.hpp"

namespace columnar {
namespace {

constexpr std::uint64_t kMaxK = 1'000'000;

/// The graph without the hidden edges: as given, and as the codes see it. The same for an undirected graph.
struct Residual {
  const Graph& given;
  const Graph& symmetric;
};

/// A way to rank the nodes of a graph by their similarity to one. The graphs must outlive the scores.
struct RankingMethod {
  std::string name;
  bool seeded = true;  ///< whether another seed gives another ranking
  std::function<NodeScores(const Residual&, std::uint64_t seed, const RunContext&)> rank;
};

NodeScores rank_by_ppmi_rows(const Graph& graph, const WalkConfig& walks, std::uint64_t seed,
                             const RunContext& context) {
  return as_stage(context, "ppmi-rows", [&] {
    const RunContext unseen{context.threads, nullptr};
    const Walks sampled = sample_walks(graph, walks, seed, unseen);
    return ppmi_row_scores(count_pairs(sampled, graph.node_count(), walks.window, unseen).ppmi);
  });
}

std::vector<RankingMethod> ranking_methods(const Config& config) {
  std::vector<RankingMethod> methods;
  for (const EmbeddingMethod& method : embedding_methods(config)) {
    methods.push_back({method.name, true,
                       [embed = method.embed](const Residual& residual, std::uint64_t seed, const RunContext& context) {
                         return similarity_scores(embed(residual.given, seed, context));
                       }});
  }
  const auto by_heuristic = [](LinkHeuristic heuristic) {
    return [heuristic](const Residual& residual, std::uint64_t /*seed*/, const RunContext& /*context*/) {
      return heuristic_scores(residual.symmetric, heuristic);
    };
  };
  methods.push_back({"common-neighbours", false, by_heuristic(LinkHeuristic::kCommonNeighbours)});
  methods.push_back({"adamic-adar", false, by_heuristic(LinkHeuristic::kAdamicAdar)});
  methods.push_back({"ppmi-rows", true,
                     [walks = config.walks](const Residual& residual, std::uint64_t seed, const RunContext& context) {
                       return rank_by_ppmi_rows(residual.symmetric, walks, seed, context);
                     }});
  return methods;
}

SeedTable empty_table(const NeighboursExperiment& experiment) {
  const std::uint64_t k = experiment.k;
  SeedTable table;
  table.key = "neighbours";
  table.title = fmt::format("Hidden neighbours among the {} nearest nodes", k);
  table.level = "method";
  table.measures = {{"hits", fmt::format("hits@{}", k),
                     fmt::format("share of the hidden edges, in both directions, whose other end is among the {} "
                                 "nearest nodes that are not linked",
                                 k)},
                    {"recall", fmt::format("recall@{}", k), "mean over nodes of the share of hidden neighbours found"},
                    {"mrr", "MRR", "mean over hidden edges of 1 / place, expected over all orders of tied nodes"}};
  if (experiment.run.has_labels()) {
    table.measures.push_back(
        {"class_precision", "class",
         fmt::format("share of the {} nearest nodes, linked ones included, that have the class of the node", k)});
  }
  table.measures.push_back(
      {"ties", "ties", fmt::format("mean number of nodes that share the score of place {}", k), 1});
  if (experiment.agreement) {
    table.measures.push_back(
        {"agreement", "agreement",
         fmt::format("share of the {} nearest nodes that another seed finds, too; ties broken at random in both", k)});
  }
  return table;
}

/// One split: what is asked of every ranking.
struct Trial {
  const NeighboursExperiment& experiment;
  const Graph& residual;  ///< symmetric: a node is linked to those it leads to and to those that lead to it
  NeighbourQueries queries;
  std::vector<NodeIndex> class_nodes;

  /// One figure a measure of empty_table. `again` is the same method with another seed, where it has one.
  [[nodiscard]] std::vector<double> measure(const NodeScores& scores, const std::optional<NodeScores>& again,
                                            const RunContext& context) const {
    return as_stage(context, "measure", [&] {
      const auto k = static_cast<std::size_t>(experiment.k);
      const NeighbourFigures found = measure_neighbours(residual, queries, scores, k, context);
      std::vector<double> figures{found.hits, found.recall, found.mrr};
      if (experiment.run.has_labels()) {
        figures.push_back(same_class_precision(*experiment.run.labels, class_nodes, scores, k, context));
      }
      figures.push_back(found.ties);
      if (experiment.agreement) {
        figures.push_back(again ? top_k_agreement(residual, queries.nodes, scores, *again, k, context)
                                : std::numeric_limits<double>::quiet_NaN());
      }
      return figures;
    });
  }
};

Trial trial_on(const NeighboursExperiment& experiment, const Residual& residual, std::span<const NodePair> hidden,
               std::uint64_t seed) {
  Trial trial{experiment, residual.symmetric, {}, {}};
  trial.queries = draw_queries(residual.given.node_count(), hidden, experiment.queries, seed);
  if (experiment.run.has_labels()) {
    trial.class_nodes = sample_nodes(labelled_nodes(*experiment.run.labels), experiment.queries, seed);
  }
  return trial;
}

}  // namespace

std::vector<std::string> neighbour_methods() {
  std::vector<std::string> names;
  for (const RankingMethod& method : ranking_methods(Config{})) {
    names.push_back(method.name);
  }
  return names;
}

void check_neighbours(const NeighboursExperiment& experiment) {
  validate(experiment.run.config);
  require_share("--held-out", experiment.split.held_out);
  require_whole("--splits", experiment.splits, 1, kMaxSeeds);
  require_whole("-k", experiment.k, 1, kMaxK);
  require_whole("--queries", experiment.queries, 1, std::numeric_limits<std::uint32_t>::max());
  std::vector<std::string> given;
  for (const NamedSource& embedding : experiment.embeddings) {
    given.push_back(embedding.name);
  }
  require_methods(experiment.methods, neighbour_methods(), given);
}

Graph first_residual(const NeighboursExperiment& experiment) {
  check_neighbours(experiment);
  return hide_edges(*experiment.run.graph, experiment.split, experiment.run.config.seed).residual;
}

NeighbourResults run_neighbours(const NeighboursExperiment& experiment, const RunContext& context) {
  check_neighbours(experiment);
  const Graph& graph = *experiment.run.graph;
  if (experiment.run.has_labels()) {
    require_labels_for(*experiment.run.labels, graph.node_count());
  }
  const std::vector<RankingMethod> known = ranking_methods(experiment.run.config);
  NeighbourResults results;
  results.table = empty_table(experiment);
  SeedTable given = results.table;
  for (std::uint32_t s = 0; s < experiment.splits; ++s) {
    const std::uint64_t seed = experiment.run.config.seed + s;
    const HiddenEdges edges = hide_edges(graph, experiment.split, seed);
    const SymmetricGraph symmetric(edges.residual);
    const Residual residual{edges.residual, symmetric.graph()};
    const Trial trial = trial_on(experiment, residual, edges.hidden, seed);
    results.hidden_edges = edges.hidden.size();
    results.directed_edges = trial.queries.hidden.size();
    results.query_nodes = trial.queries.nodes.size();
    results.class_nodes = trial.class_nodes.size();
    for (std::size_t i = 0; s == 0 && i < experiment.embeddings.size(); ++i) {  // first: errors before any training
      const EmbeddingSource& source = experiment.embeddings[i].source;
      std::string metadata = "{}";
      const NodeScores scores = similarity_scores(source.load_in_rows(graph.ids, &metadata));
      results.origins.emplace_back(experiment.embeddings[i].name,
                                   origin_of(metadata, graph, edges.residual, source.place));
      given.add(experiment.embeddings[i].name, static_cast<double>(experiment.methods.size() + i),
                trial.measure(scores, std::nullopt, context));
    }
    for (std::size_t i = 0; i < experiment.methods.size(); ++i) {
      const RankingMethod& method = *std::ranges::find(known, experiment.methods[i], &RankingMethod::name);
      const NodeScores scores = method.rank(residual, seed, context);
      std::optional<NodeScores> again;
      if (experiment.agreement && method.seeded) {
        again = method.rank(residual, seed + kMaxSeeds, context);
      }
      results.table.add(method.name, static_cast<double>(i), trial.measure(scores, again, context));
    }
  }
  std::ranges::move(given.rows, std::back_inserter(results.table.rows));
  return results;
}

Json neighbours_json(const NeighboursExperiment& experiment, const NeighbourResults& results) {
  Json trained_on = Json::object();
  for (const auto& [name, origin] : results.origins) {
    trained_on[name] = origin_name(origin);
  }
  return {{"version", kVersion},
          {"preset", experiment.run.preset},
          {"config", config_json(experiment.run.config)},
          {"graph", graph_json(experiment.run.facts)},
          {"held_out", experiment.split.held_out},
          {"k", experiment.k},
          {"queries", experiment.queries},
          {"first_seed", experiment.run.config.seed},
          {"splits", experiment.splits},
          {"hidden_edges", results.hidden_edges},
          {"directed_edges", results.directed_edges},
          {"query_nodes", results.query_nodes},
          {"class_nodes", results.class_nodes},
          {"trained_on", trained_on},
          {"results", {{results.table.key, seed_table_json(results.table)}}}};
}

}  // namespace columnar
