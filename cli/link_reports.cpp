#include "link_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "terminal.hpp"

namespace columnar::cli {
namespace {

using Figure = double LinkScore::*;

constexpr std::array<std::pair<const char*, double LinkDiagnostics::*>, 5> kDiagnostics{
    {{"positives_with_common_neighbour", &LinkDiagnostics::positives_with_common_neighbour},
     {"negatives_without_common_neighbour", &LinkDiagnostics::negatives_without_common_neighbour},
     {"positive_degree", &LinkDiagnostics::positive_degree},
     {"negative_degree", &LinkDiagnostics::negative_degree},
     {"degree_product_auc", &LinkDiagnostics::degree_product_auc}}};

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

MeanSd of_operator(const LinkResults::Method& method, EdgeOperator edge_operator, Figure figure) {
  return over(method.trials, [&](const LinkReport& report) { return report.of(edge_operator).*figure; });
}

MeanSd of_direct(const LinkResults::Method& method, Figure figure) {
  return over(method.trials, [&](const LinkReport& report) { return report.direct.*figure; });
}

MeanSd of_heuristic(const LinkResults& results, std::size_t heuristic, Figure figure) {
  return over(results.heuristics, [&](const std::vector<LinkScore>& scores) { return scores[heuristic].*figure; });
}

MeanSd of_diagnostic(const LinkResults& results, double LinkDiagnostics::*value) {
  return over(results.diagnostics, [&](const LinkDiagnostics& found) { return found.*value; });
}

std::string score_table(const LinkResults& results, const char* heading, Figure figure) {
  Table table;
  std::vector<std::string> headings{heading};
  for (const EdgeOperator edge_operator : kEdgeOperators) {
    headings.emplace_back(operator_name(edge_operator));
  }
  headings.emplace_back("direct");
  table.add(headings);
  table.add_rule();
  for (const LinkResults::Method& method : results.methods) {
    std::vector<std::string> cells{printable(method.name)};
    for (const EdgeOperator edge_operator : kEdgeOperators) {
      cells.push_back(plus_minus(of_operator(method, edge_operator, figure)));
    }
    cells.push_back(plus_minus(of_direct(method, figure)));
    table.add(cells);
  }
  for (std::size_t h = 0; h < kLinkHeuristics.size(); ++h) {
    table.add({std::string(heuristic_name(kLinkHeuristics[h])), "", "", "", "",
               plus_minus(of_heuristic(results, h, figure))});
  }
  return table.text("");
}

std::string diagnostics_text(const LinkResults& results) {
  const auto mean = [&](double LinkDiagnostics::*value) { return of_diagnostic(results, value).mean; };
  return fmt::format(
      "{} of the hidden edges and {} of the other pairs have a common neighbour left;\n"
      "their ends have {:.1f} and {:.1f} neighbours in the mean, whose product alone has an AUC of {:.3f}.\n",
      percent(mean(&LinkDiagnostics::positives_with_common_neighbour)),
      percent(1.0 - mean(&LinkDiagnostics::negatives_without_common_neighbour)),
      mean(&LinkDiagnostics::positive_degree), mean(&LinkDiagnostics::negative_degree),
      mean(&LinkDiagnostics::degree_product_auc));
}

const char* negatives_name(Negatives negatives) { return negatives == Negatives::kHard ? "hard" : "random"; }

const char* forest_name(KeptForest forest) { return forest == KeptForest::kRandomOrder ? "random" : "breadth-first"; }

Json mean_sd_json(const MeanSd& auc, const MeanSd& precision) {
  return {{"auc", {{"mean", auc.mean}, {"sd", auc.sd}}},
          {"average_precision", {{"mean", precision.mean}, {"sd", precision.sd}}}};
}

Json method_json(const LinkResults::Method& method) {
  Json json{{"method", method.name}, {"splits", method.trials.size()}};
  EdgeOperator best = kEdgeOperators.front();
  for (const EdgeOperator edge_operator : kEdgeOperators) {
    const MeanSd auc = of_operator(method, edge_operator, &LinkScore::auc);
    if (auc.mean > of_operator(method, best, &LinkScore::auc).mean) {
      best = edge_operator;
    }
    json["operators"][std::string(operator_name(edge_operator))] =
        mean_sd_json(auc, of_operator(method, edge_operator, &LinkScore::average_precision));
  }
  json["best_operator"] = operator_name(best);
  json["direct"] = mean_sd_json(of_direct(method, &LinkScore::auc), of_direct(method, &LinkScore::average_precision));
  json["direct"]["score"] = method.codes ? "overlap" : "cosine";
  return json;
}

}  // namespace

void LinkResults::add_split(const EdgeSplit& edges) {
  test_edges = edges.test_positives.size();
  training_edges = edges.training_positives.size();
  std::vector<LinkScore> scores;
  for (const LinkHeuristic heuristic : kLinkHeuristics) {
    scores.push_back(measure_heuristic(edges, heuristic));
  }
  heuristics.push_back(std::move(scores));
  diagnostics.push_back(diagnose(edges));
}

void LinkResults::add(const std::string& name, bool codes, const LinkReport& report) {
  auto found = std::ranges::find(methods, name, &Method::name);
  if (found == methods.end()) {
    methods.push_back({name, codes, {}});
    found = methods.end() - 1;
  }
  found->trials.push_back(report);
}

std::string links_text(const LinkResults& results) {
  return graph_text(results.graph) + "\n" + score_table(results, "AUC", &LinkScore::auc) + "\n" +
         score_table(results, "average precision", &LinkScore::average_precision) + "\n" + diagnostics_text(results) +
         fmt::format(
             "\nMean ± sd of {} split{} from seed {}: {} edges hidden ({} forest kept), as many {} pairs beside "
             "them;\nlogistic regression (C = {:g}) on {} edges left and as many pairs. direct: overlap of "
             "codes, cosine of vectors, the heuristic itself.\n",
             results.heuristics.size(), results.heuristics.size() == 1 ? "" : "s", results.first_seed,
             with_commas(results.test_edges), forest_name(results.split.forest),
             negatives_name(results.split.negatives), results.cost, with_commas(results.training_edges));
}

Json links_json(const LinkResults& results) {
  Json methods = Json::array();
  for (const LinkResults::Method& method : results.methods) {
    methods.push_back(method_json(method));
  }
  Json heuristics = Json::array();
  for (std::size_t h = 0; h < kLinkHeuristics.size(); ++h) {
    Json json{{"heuristic", heuristic_name(kLinkHeuristics[h])}};
    json.update(mean_sd_json(of_heuristic(results, h, &LinkScore::auc),
                             of_heuristic(results, h, &LinkScore::average_precision)));
    heuristics.push_back(json);
  }
  Json diagnostics;
  for (const auto& [name, value] : kDiagnostics) {
    const MeanSd found = of_diagnostic(results, value);
    diagnostics[name] = {{"mean", found.mean}, {"sd", found.sd}};
  }
  return {{"graph", graph_json(results.graph)},
          {"held_out", results.split.held_out},
          {"negatives", negatives_name(results.split.negatives)},
          {"forest", forest_name(results.split.forest)},
          {"cost", results.cost},
          {"first_seed", results.first_seed},
          {"splits", results.heuristics.size()},
          {"test_edges", results.test_edges},
          {"training_edges", results.training_edges},
          {"methods", methods},
          {"heuristics", heuristics},
          {"diagnostics", diagnostics}};
}

}  // namespace columnar::cli
