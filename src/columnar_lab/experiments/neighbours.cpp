#include "columnar_lab/evaluate/neighbours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>

#include "columnar/core/stage.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/edge_split.hpp"
#include "columnar_lab/evaluate/embedding_methods.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/experiments/residual_embeddings.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {
namespace {

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
  return run_stage(context, "ppmi-rows", [&] {
    const RunContext unseen{context.threads, nullptr};
    const Walks sampled = sample_walks(graph, walks, seed, unseen);
    return ppmi_row_scores(compute_ppmi(sampled, graph.node_count(), walks.window, unseen).ppmi);
  });
}

std::vector<RankingMethod> ranking_methods(const Config& config) {
  std::vector<RankingMethod> methods;
  const std::string_view whole = config.l6.l6_active > 0 ? "search" : "sdr-28";  // all layers of the codes
  for (const EmbeddingMethod& method : embedding_methods(config)) {
    if (method.name == whole) {
      methods.push_back(
          {"recommend", true,
           [embed = method.embed](const Residual& residual, std::uint64_t seed, const RunContext& context) {
             return recommend_scores(residual.symmetric, std::get<SdrTable>(embed(residual.given, seed, context)));
           }});
    }
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

SeedTable empty_table(std::uint64_t k, bool has_labels, bool agreement) {
  SeedTable table;
  table.key = "neighbours";
  table.title = fmt::format("Hidden neighbours among the {} nearest nodes", k);
  table.level = "method";
  table.repeats = "split";
  table.measures = {{"hits", fmt::format("hits@{}", k),
                     fmt::format("share of the hidden edges, in both directions, whose other end is among the {} "
                                 "nearest nodes that are not linked",
                                 k)},
                    {"recall", fmt::format("recall@{}", k), "mean over nodes of the share of hidden neighbours found"},
                    {"mrr", "MRR", "mean over hidden edges of 1 / place, expected over all orders of tied nodes"}};
  if (has_labels) {
    table.measures.push_back(
        {"class_precision", "class",
         fmt::format("share of the {} nearest nodes, linked ones included, that have the class of the node", k)});
  }
  table.measures.push_back(
      {"ties", "ties", fmt::format("mean number of nodes that share the score of place {}", k), 1});
  if (agreement) {
    table.measures.push_back(
        {"agreement", "agreement",
         fmt::format("share of the {} nearest nodes that another seed finds, too; ties broken at random in both", k)});
  }
  return table;
}

/// One split: what is asked of every ranking.
struct Trial {
  const Labels* labels;  ///< null where no class is known
  bool agreement;
  std::size_t k;
  const Graph& residual;  ///< symmetric: a node is linked to those it leads to and to those that lead to it
  NeighbourQueries queries;
  std::vector<NodeIndex> class_nodes;

  /// One figure per measure of empty_table. `again` is the same method with another seed, where it has one.
  [[nodiscard]] std::vector<double> measure(const NodeScores& scores, const std::optional<NodeScores>& again,
                                            const RunContext& context) const {
    return run_stage(context, "measure", [&] {
      const NeighbourFigures found = measure_neighbours(residual, queries, scores, k, context);
      std::vector<double> figures{found.hits, found.recall, found.mrr};
      if (labels != nullptr) {
        figures.push_back(same_class_precision(*labels, class_nodes, scores, k, context));
      }
      figures.push_back(found.ties);
      if (agreement) {
        figures.push_back(again ? top_k_agreement(residual, queries.nodes, scores, *again, k, context) : kUndefined);
      }
      return figures;
    });
  }
};

HiddenEdges hide(const ExperimentInput& input, const Options& options, std::uint64_t split) {
  return hide_edges(*input.run.graph, {.held_out = options.real("held-out")}, input.run.config.seed + split);
}

Results run_neighbours(const ExperimentInput& input, const Options& options, const RunContext& context) {
  const std::vector<std::string>& methods = options.words("methods");
  require_other_names(methods, input.embeddings);
  const Graph& graph = *input.run.graph;
  const Labels* labels = input.run.has_labels() ? input.run.labels : nullptr;
  if (labels != nullptr) {
    require_labels_for(*labels, graph.node_count());
  }
  const std::vector<RankingMethod> known = ranking_methods(input.run.config);
  const bool agreement = options.is_set("agreement");
  Results results;
  SeedTable table = empty_table(options.whole("k"), labels != nullptr, agreement);
  SeedTable given = table;
  for (std::uint32_t s = 0; s < options.count("splits"); ++s) {
    const std::uint64_t seed = input.run.config.seed + s;
    const HiddenEdges edges = hide(input, options, s);
    const SymmetricGraph symmetric(edges.residual);
    const Residual residual{edges.residual, symmetric.graph()};
    const std::uint64_t asked = options.whole("queries");
    const Trial trial{
        labels,
        agreement,
        static_cast<std::size_t>(options.whole("k")),
        residual.symmetric,
        draw_queries(graph.node_count(), edges.hidden, asked, seed),
        labels != nullptr ? sample_nodes(labelled_nodes(*labels), asked, seed) : std::vector<NodeIndex>{}};
    results.facts.update({{"hidden_edges", edges.hidden.size()},
                          {"directed_edges", trial.queries.hidden.size()},
                          {"query_nodes", trial.queries.nodes.size()},
                          {"class_nodes", trial.class_nodes.size()}});
    if (s == 0) {  // before the methods: should one be wrong, no training was in vain
      measure_given(input, edges.residual, results, [&](const std::string& name, const Embedding& embedding) {
        given.add(name, static_cast<double>(methods.size() + given.rows.size()),
                  trial.measure(similarity_scores(embedding), std::nullopt, context));
      });
    }
    for (std::size_t i = 0; i < methods.size(); ++i) {
      const RankingMethod& method = *std::ranges::find(known, methods[i], &RankingMethod::name);
      const NodeScores scores = method.rank(residual, seed, context);
      std::optional<NodeScores> again;
      if (agreement && method.seeded) {
        again = method.rank(residual, seed + kMaxSeeds, context);
      }
      table.add(method.name, static_cast<double>(i), trial.measure(scores, again, context));
    }
  }
  std::ranges::move(given.rows, std::back_inserter(table.rows));
  if (!table.rows.empty()) {  // empty where only --residual is wanted
    results.tables.push_back(std::move(table));
  }
  results.notes.insert(
      results.notes.begin(),
      fmt::format("{} hidden, {} of their ends asked for by {}. Nearest by overlap of codes, cosine of "
                  "vectors, or the method itself.",
                  counted(results.facts["hidden_edges"], "edge"), with_commas(results.facts["directed_edges"]),
                  counted(results.facts["query_nodes"], "node")));
  return results;
}

}  // namespace

Experiment neighbours_experiment() {
  constexpr std::uint64_t kMaxK = 1'000'000;
  return {.name = "neighbours",
          .summary = "Hide some edges, embed what is left, and look for hidden neighbours among the nearest nodes",
          .inputs = {.graph = true, .classes = Classes::kOptional, .residual = true},
          .options = {share_option("held-out", 0.1, "Share of the edges that are hidden"),
                      whole_option("k", 10, 1, kMaxK, "How many nearest nodes to look at"),
                      whole_option("queries", 10'000, 1, std::numeric_limits<std::uint32_t>::max(),
                                   "Ends of hidden edges to ask for, and nodes whose classes are compared, at most"),
                      splits_option(3),
                      words_option("methods",
                                   {"sdr-28", "search", "node2vec", "ppmi-svd", "k-winners", "common-neighbours",
                                    "adamic-adar", "ppmi-rows"},
                                   names_of(ranking_methods(Config{})), "What to rank by"),
                      switch_option("agreement",
                                    "Embed every split with a second seed, too, and compare the nearest nodes")},
          .run = run_neighbours,
          .residual = [](const ExperimentInput& input, const Options& options) {
            return hide(input, options, 0).residual;
          }};
}

}  // namespace columnar
