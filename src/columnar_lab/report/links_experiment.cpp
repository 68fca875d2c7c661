#include "columnar_lab/report/links_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar_lab/report/embedding_methods.hpp"
#include "columnar_lab/report/parameters.hpp"
#include "columnar_lab/report/stage.hpp"

namespace columnar {
namespace {

/// Measures the heuristics and the diagnostics of a split.
void add_split(const EdgeSplit& edges, LinkResults& results) {
  results.test_edges = edges.test_positives.size();
  results.training_edges = edges.training_positives.size();
  std::vector<LinkScore> scores;
  for (const LinkHeuristic heuristic : kLinkHeuristics) {
    scores.push_back(measure_heuristic(edges, heuristic));
  }
  results.heuristics.push_back(std::move(scores));
  results.diagnostics.push_back(diagnose(edges));
}

/// Adds what a method reached on a split to what it reached before.
void add_report(std::vector<LinkResults::Method>& methods, const std::string& name, bool codes,
                const LinkReport& report) {
  auto found = std::ranges::find(methods, name, &LinkResults::Method::name);
  if (found == methods.end()) {
    methods.push_back({.name = name, .codes = codes, .trials = {}});
    found = methods.end() - 1;
  }
  found->trials.push_back(report);
}

/// Mean and sd of one value over the trials.
template <class Trials, class Value>
MeanSd over(const Trials& trials, const Value& value) {
  std::vector<double> values;
  values.reserve(trials.size());
  for (const auto& trial : trials) {
    values.push_back(value(trial));
  }
  return mean_and_sd(values);
}

}  // namespace

std::vector<std::string> link_methods() {
  std::vector<std::string> names;
  for (const EmbeddingMethod& method : embedding_methods(Config{})) {
    names.push_back(method.name);
  }
  return names;
}

Negatives parse_negatives(const std::string& name) {
  for (const Negatives negatives : {Negatives::kRandom, Negatives::kHard}) {
    if (name == negatives_name(negatives)) {
      return negatives;
    }
  }
  throw Error(ErrorCode::kConfig, fmt::format("--negatives: {} is none of random, hard", columnar::quoted(name)));
}

KeptForest parse_forest(const std::string& name) {
  for (const KeptForest forest : {KeptForest::kRandomOrder, KeptForest::kBreadthFirst}) {
    if (name == forest_name(forest)) {
      return forest;
    }
  }
  throw Error(ErrorCode::kConfig, fmt::format("--forest: {} is none of random, breadth-first", columnar::quoted(name)));
}

std::string negatives_name(Negatives negatives) { return negatives == Negatives::kHard ? "hard" : "random"; }

std::string forest_name(KeptForest forest) { return forest == KeptForest::kRandomOrder ? "random" : "breadth-first"; }

MeanSd LinkResults::Method::of_operator(EdgeOperator edge_operator, Figure figure) const {
  return over(trials, [&](const LinkReport& report) { return report.of(edge_operator).*figure; });
}

MeanSd LinkResults::Method::of_direct(Figure figure) const {
  return over(trials, [&](const LinkReport& report) { return report.direct.*figure; });
}

MeanSd LinkResults::of_heuristic(std::size_t heuristic, Figure figure) const {
  return over(heuristics, [&](const std::vector<LinkScore>& scores) { return scores[heuristic].*figure; });
}

MeanSd LinkResults::of_diagnostic(double LinkDiagnostics::*value) const {
  return over(diagnostics, [&](const LinkDiagnostics& found) { return found.*value; });
}

void check_links(const LinksExperiment& experiment) {
  validate(experiment.run.config);
  require_share("--held-out", experiment.split.held_out);
  require_whole("--splits", experiment.splits, 1, kMaxSeeds);
  require_positive("--cost", experiment.cost);
  std::vector<std::string> given;
  for (const LinkEmbedding& embedding : experiment.embeddings) {
    given.push_back(embedding.name);
  }
  require_methods(experiment.methods, link_methods(), given);
}

Graph first_residual(const LinksExperiment& experiment) {
  check_links(experiment);
  return split_edges(*experiment.run.graph, experiment.split, experiment.run.config.seed).residual;
}

LinkResults run_links(const LinksExperiment& experiment, const RunContext& context) {
  check_links(experiment);
  const Graph& graph = *experiment.run.graph;
  std::vector<EmbeddingMethod> methods;
  const std::vector<EmbeddingMethod> known = embedding_methods(experiment.run.config);
  for (const std::string& name : experiment.methods) {
    methods.push_back(*std::ranges::find(known, name, &EmbeddingMethod::name));
  }
  LinkResults results;
  std::vector<LinkResults::Method> given;
  for (std::uint32_t s = 0; s < experiment.splits; ++s) {
    const std::uint64_t seed = experiment.run.config.seed + s;
    const EdgeSplit split = split_edges(graph, experiment.split, seed);
    add_split(split, results);
    const auto measure = [&](std::vector<LinkResults::Method>& list, const std::string& name,
                             const Embedding& embedding) {
      const LinkReport report = as_stage(
          context, "measure", [&] { return measure_links(split, embedding, {.cost = experiment.cost}, context); });
      add_report(list, name, codes_of(embedding) != nullptr, report);
    };
    for (const LinkEmbedding& embedding : experiment.embeddings) {
      if (s == 0) {  // before the methods: should one be wrong, no training was in vain
        std::string metadata = "{}";
        const Embedding rows = embedding.source.load_in_rows(graph.ids, &metadata);
        const LinkOrigin origin = origin_of(metadata, graph, split.residual, embedding.source.place);
        measure(given, embedding.name, rows);
        given.back().origin = origin;
      }
    }
    for (const EmbeddingMethod& method : methods) {
      measure(results.methods, method.name, method.embed(split.residual, seed, context));
    }
  }
  std::ranges::move(given, std::back_inserter(results.methods));
  return results;
}

}  // namespace columnar
