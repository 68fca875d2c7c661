#include "columnar_lab/evaluate/links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "columnar/core/stage.hpp"
#include "columnar_lab/evaluate/embedding_methods.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/experiments/residual_embeddings.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {
namespace {

SeedTable empty_link_table(std::string key, std::string title) {
  SeedTable table{std::move(key), std::move(title), "method", {}, {}};
  table.repeats = "split";
  constexpr std::array<const char*, kEdgeOperators.size()> kWhat{"mean", "product", "absolute difference",
                                                                 "squared difference"};
  for (std::size_t i = 0; i < kEdgeOperators.size(); ++i) {
    const std::string name(operator_name(kEdgeOperators[i]));
    table.measures.push_back(
        {name, name, fmt::format("logistic regression on the {} of both rows, number by number", kWhat[i])});
  }
  table.measures.push_back(
      {"direct", "direct", "overlap of codes, cosine of vectors, the heuristic itself; nothing is learnt"});
  return table;
}

/// Both figures of every method: one table each.
struct LinkTables {
  SeedTable auc = empty_link_table("auc", "AUC of hidden edges against pairs without an edge");
  SeedTable precision = empty_link_table("average_precision", "Average precision of the same");

  void add(const std::string& name, double place, const LinkReport& report) {
    for (const auto& [table, figure] :
         {std::pair(&auc, &LinkScore::auc), std::pair(&precision, &LinkScore::average_precision)}) {
      std::vector<double> figures;
      figures.reserve(report.operators.size() + 1);
      for (const LinkScore& score : report.operators) {
        figures.push_back(score.*figure);
      }
      figures.push_back(report.direct.*figure);
      table->add(name, place, figures);
    }
  }
  /// A heuristic has a score, but no rows to learn from.
  void add(const std::string& name, double place, const LinkScore& score) {
    LinkReport report;
    report.operators.fill({kUndefined, kUndefined});
    report.direct = score;
    add(name, place, report);
  }
  void append(const LinkTables& other) {
    std::ranges::copy(other.auc.rows, std::back_inserter(auc.rows));
    std::ranges::copy(other.precision.rows, std::back_inserter(precision.rows));
  }
};

SeedTable empty_diagnostics() {
  SeedTable table{"diagnostics", "What makes the split easy or hard", "pairs", {}, {}};
  table.repeats = "split";
  table.measures = {
      {"positives_with_common_neighbour", "edges", "share of the hidden edges with a common neighbour left"},
      {"negatives_without_common_neighbour", "others", "share of the other pairs without one"},
      {"positive_degree", "degree", "mean degree of the ends of hidden edges", 1},
      {"negative_degree", "others'", "and of the ends of the other pairs", 1},
      {"degree_product_auc", "product", "AUC of the product of both degrees alone"}};
  return table;
}

EdgeSplit split(const ExperimentInput& input, const Options& options, std::uint64_t number) {
  EdgeSplitOptions wanted;
  wanted.held_out = options.real("held-out");
  wanted.negatives = options.word("negatives") == "hard" ? Negatives::kHard : Negatives::kRandom;
  wanted.forest = options.word("forest") == "random" ? KeptForest::kRandomOrder : KeptForest::kBreadthFirst;
  return split_edges(*input.run.graph, wanted, input.run.config.seed + number);
}

Results run_links(const ExperimentInput& input, const Options& options, const RunContext& context) {
  const std::vector<std::string>& names = options.words("methods");
  require_other_names(names, input.embeddings);
  const std::vector<EmbeddingMethod> known = embedding_methods(input.run.config);
  Results results;
  LinkTables methods;
  LinkTables given;
  LinkTables heuristics;
  SeedTable diagnostics = empty_diagnostics();
  for (std::uint32_t s = 0; s < options.count("splits"); ++s) {
    const EdgeSplit edges = split(input, options, s);
    const auto measure = [&](LinkTables& tables, const std::string& name, const Embedding& embedding) {
      const auto place = static_cast<double>(tables.auc.rows.size());
      tables.add(name, place, run_stage(context, "measure", [&] {
                   return measure_links(edges, embedding, {.cost = options.real("cost")}, context);
                 }));
    };
    if (s == 0) {  // before the methods: should one be wrong, no training was in vain
      measure_given(input, edges.residual, results,
                    [&](const std::string& name, const Embedding& embedding) { measure(given, name, embedding); });
      results.facts["test_edges"] = edges.test_positives.size();
      results.facts["training_edges"] = edges.training_positives.size();
    }
    for (const std::string& name : names) {
      const EmbeddingMethod& method = *std::ranges::find(known, name, &EmbeddingMethod::name);
      measure(methods, name, method.embed(edges.residual, input.run.config.seed + s, context));
    }
    for (const LinkHeuristic heuristic : kLinkHeuristics) {
      heuristics.add(std::string(heuristic_name(heuristic)), 0.0, measure_heuristic(edges, heuristic));
    }
    const LinkDiagnostics found = diagnose(edges);
    diagnostics.add("hidden edges and others", 0.0,
                    {found.positives_with_common_neighbour, found.negatives_without_common_neighbour,
                     found.positive_degree, found.negative_degree, found.degree_product_auc});
  }
  methods.append(given);
  methods.append(heuristics);
  results.tables = {methods.auc, methods.precision, diagnostics};
  results.notes.insert(
      results.notes.begin(),
      fmt::format("{} hidden ({} forest kept), as many {} pairs beside them; logistic regression (C = {:g}) on {} left "
                  "and as many pairs.",
                  counted(results.facts["test_edges"], "edge"), options.word("forest"), options.word("negatives"),
                  options.real("cost"), counted(results.facts["training_edges"], "edge")));
  return results;
}

}  // namespace

Experiment links_experiment() {
  return {.name = "links",
          .summary = "Hide some edges, embed what is left, and tell the hidden edges from pairs without one",
          .inputs = {.graph = true, .residual = true, .graph_help = "As for columnar embed; undirected"},
          .options = {share_option("held-out", 0.15, "Share of the edges that are hidden"),
                      choice_option("negatives", {"random", "hard"},
                                    "Pairs without an edge: random, or hard (two hops apart)"),
                      choice_option("forest", {"random", "breadth-first"},
                                    "Edges never hidden: random (a spanning tree by edges in random order) or "
                                    "breadth-first (shortest paths from one node; easier)"),
                      splits_option(5), positive_option("cost", 0.1, "C of the logistic regression"),
                      words_option("methods", {"sdr-8", "sdr-28"}, names_of(embedding_methods(Config{})),
                                   "What to embed with")},
          .run = run_links,
          .residual = [](const ExperimentInput& input, const Options& options) {
            return split(input, options, 0).residual;
          }};
}

}  // namespace columnar
