#include <array>
#include <utility>

#include "columnar/version.hpp"
#include "columnar_lab/report/links_experiment.hpp"

namespace columnar {
namespace {

constexpr std::array<std::pair<const char*, double LinkDiagnostics::*>, 5> kDiagnostics{
    {{"positives_with_common_neighbour", &LinkDiagnostics::positives_with_common_neighbour},
     {"negatives_without_common_neighbour", &LinkDiagnostics::negatives_without_common_neighbour},
     {"positive_degree", &LinkDiagnostics::positive_degree},
     {"negative_degree", &LinkDiagnostics::negative_degree},
     {"degree_product_auc", &LinkDiagnostics::degree_product_auc}}};

/// Both figures of one score, by a function from a figure to its mean.
template <class MeanOf>
Json score_json(const MeanOf& mean_of) {
  return {{"auc", mean_sd_json(mean_of(&LinkScore::auc))},
          {"average_precision", mean_sd_json(mean_of(&LinkScore::average_precision))}};
}

Json method_json(const LinkResults::Method& method) {
  Json json{{"method", method.name}, {"splits", method.trials.size()}, {"trained_on", origin_name(method.origin)}};
  EdgeOperator best = kEdgeOperators.front();
  for (const EdgeOperator edge_operator : kEdgeOperators) {
    const auto mean_of = [&](LinkResults::Figure figure) { return method.of_operator(edge_operator, figure); };
    if (mean_of(&LinkScore::auc).mean > method.of_operator(best, &LinkScore::auc).mean) {
      best = edge_operator;
    }
    json["operators"][std::string(operator_name(edge_operator))] = score_json(mean_of);
  }
  json["best_operator"] = operator_name(best);
  json["direct"] = score_json([&](LinkResults::Figure figure) { return method.of_direct(figure); });
  json["direct"]["score"] = method.codes ? "overlap" : "cosine";
  return json;
}

}  // namespace

Json links_json(const LinksExperiment& experiment, const LinkResults& results) {
  Json methods = Json::array();
  for (const LinkResults::Method& method : results.methods) {
    methods.push_back(method_json(method));
  }
  Json heuristics = Json::array();
  for (std::size_t h = 0; h < kLinkHeuristics.size(); ++h) {
    Json json{{"heuristic", heuristic_name(kLinkHeuristics[h])}};
    json.update(score_json([&](LinkResults::Figure figure) { return results.of_heuristic(h, figure); }));
    heuristics.push_back(json);
  }
  Json diagnostics;
  for (const auto& [name, value] : kDiagnostics) {
    diagnostics[name] = mean_sd_json(results.of_diagnostic(value));
  }
  return {{"version", kVersion},
          {"preset", experiment.run.preset},
          {"config", config_json(experiment.run.config)},
          {"graph", graph_json(experiment.run.facts)},
          {"held_out", experiment.split.held_out},
          {"negatives", negatives_name(experiment.split.negatives)},
          {"forest", forest_name(experiment.split.forest)},
          {"cost", experiment.cost},
          {"first_seed", experiment.run.config.seed},
          {"splits", results.heuristics.size()},
          {"test_edges", results.test_edges},
          {"training_edges", results.training_edges},
          {"methods", methods},
          {"heuristics", heuristics},
          {"diagnostics", diagnostics}};
}

}  // namespace columnar
