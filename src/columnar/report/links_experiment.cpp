#include "columnar/report/links_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "columnar/baselines/method.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/core/error.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/model/embedder.hpp"
#include "columnar/report/parameters.hpp"
#include "columnar/report/stage.hpp"

namespace columnar {
namespace {

/// A way to embed a graph, by the name that --methods knows it by.
struct LinkMethod {
  std::string name;
  std::function<Embedding(const Graph&, std::uint64_t seed, const RunContext&)> embed;
};

/// The codes of one layer. Both layers come from one training: the last graph's table is kept for the next to ask.
class SdrMethods {
 public:
  explicit SdrMethods(Config config) : config_(std::move(config)) {}

  [[nodiscard]] Embedding embed(const Graph& graph, std::uint64_t seed, Layer layer, const RunContext& context) {
    if (!table_ || seed != seed_) {
      config_.seed = seed;
      table_ = Embedder(config_).fit(graph, context);
      seed_ = seed;
    }
    return select_layer(*table_, layer);
  }

 private:
  Config config_;
  std::uint64_t seed_ = 0;  ///< a split has one seed, so the seed says which residual graph it was
  std::optional<SdrTable> table_;
};

/// sdr-8 and sdr-28 of one training, and every other method of the program.
std::vector<LinkMethod> known_methods(const Config& config) {
  const auto codes = std::make_shared<SdrMethods>(config);
  const auto of_layer = [codes](Layer layer) {
    return [codes, layer](const Graph& graph, std::uint64_t seed, const RunContext& context) {
      return codes->embed(graph, seed, layer, context);
    };
  };
  std::vector<LinkMethod> methods{{"sdr-8", of_layer(Layer::kL23)}, {"sdr-28", of_layer(Layer::kAll)}};
  for (const Method method : all_methods()) {
    if (method != Method::kColumnar) {
      methods.push_back({std::string(method_name(method)),
                         [config, method](const Graph& graph, std::uint64_t seed, const RunContext& context) {
                           return embed_by(method, graph, config, BaselineConfig{}, seed, context);
                         }});
    }
  }
  return methods;
}

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
  for (const LinkMethod& method : known_methods(Config{})) {
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
  const std::vector<std::string> known = link_methods();
  std::set<std::string> names;  // figures of one name would be taken together
  for (const std::string& name : experiment.methods) {
    if (std::ranges::find(known, name) == known.end()) {
      throw Error(ErrorCode::kConfig,
                  fmt::format("--methods: {} is none of {}", columnar::quoted(name), fmt::join(known, ", ")));
    }
    if (!names.insert(name).second) {
      throw Error(ErrorCode::kConfig, fmt::format("--methods: {} is named twice", name));
    }
  }
  for (const LinkEmbedding& given : experiment.embeddings) {
    if (!names.insert(given.name).second) {
      throw Error(ErrorCode::kConfig, fmt::format("--embedding: {} is named twice", given.name));
    }
  }
}

Graph first_residual(const LinksExperiment& experiment) {
  check_links(experiment);
  return split_edges(*experiment.run.graph, experiment.split, experiment.run.config.seed).residual;
}

LinkResults run_links(const LinksExperiment& experiment, const RunContext& context) {
  check_links(experiment);
  const Graph& graph = *experiment.run.graph;
  std::vector<LinkMethod> methods;
  const std::vector<LinkMethod> known = known_methods(experiment.run.config);
  for (const std::string& name : experiment.methods) {
    methods.push_back(*std::ranges::find(known, name, &LinkMethod::name));
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
    for (const LinkMethod& method : methods) {
      measure(results.methods, method.name, method.embed(split.residual, seed, context));
    }
  }
  std::ranges::move(given, std::back_inserter(results.methods));
  return results;
}

}  // namespace columnar
