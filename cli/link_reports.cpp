#include "link_reports.hpp"

#include <fmt/format.h>

#include <vector>

#include "reports.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

std::string score_table(const LinkResults& results, const char* heading, LinkResults::Figure figure) {
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
      cells.push_back(plus_minus(method.of_operator(edge_operator, figure)));
    }
    cells.push_back(plus_minus(method.of_direct(figure)));
    table.add(cells);
  }
  for (std::size_t h = 0; h < kLinkHeuristics.size(); ++h) {
    table.add(
        {std::string(heuristic_name(kLinkHeuristics[h])), "", "", "", "", plus_minus(results.of_heuristic(h, figure))});
  }
  return table.text("");
}

std::string diagnostics_text(const LinkResults& results) {
  const auto mean = [&](double LinkDiagnostics::*value) { return results.of_diagnostic(value).mean; };
  return fmt::format(
      "{} of the hidden edges and {} of the other pairs have a common neighbour left;\n"
      "their ends have {:.1f} and {:.1f} neighbours in the mean, whose product alone has an AUC of {:.3f}.\n",
      percent(mean(&LinkDiagnostics::positives_with_common_neighbour)),
      percent(1.0 - mean(&LinkDiagnostics::negatives_without_common_neighbour)),
      mean(&LinkDiagnostics::positive_degree), mean(&LinkDiagnostics::negative_degree),
      mean(&LinkDiagnostics::degree_product_auc));
}

/// What is to be known of embeddings that the program did not make of the residual graph by itself.
std::string origins_text(const LinkResults& results) {
  std::string text;
  for (const LinkResults::Method& method : results.methods) {
    const std::string name = printable(method.name);
    switch (method.origin) {
      case LinkOrigin::kResidual:
        break;
      case LinkOrigin::kWhole:
        text += fmt::format(
            "Warning: {} was made of the whole graph and has seen the hidden edges: its figures are no "
            "prediction.\n",
            name);
        break;
      case LinkOrigin::kOther:
        text += fmt::format(
            "Warning: {} was made of another graph than the split leaves: whether it has seen the "
            "hidden edges is not known.\n",
            name);
        break;
      case LinkOrigin::kUnknown:
        text += fmt::format("{} does not say what it was made of: whether it has seen the hidden edges is not known.\n",
                            name);
        break;
    }
  }
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string links_text(const LinksExperiment& experiment, const LinkResults& results) {
  return graph_text(experiment.run.facts) + "\n" + score_table(results, "AUC", &LinkScore::auc) + "\n" +
         score_table(results, "average precision", &LinkScore::average_precision) + "\n" + diagnostics_text(results) +
         origins_text(results) +
         fmt::format(
             "\nMean{} of {} split{} from seed {}: {} hidden ({} forest kept), as many {} pairs beside "
             "them;\nlogistic regression (C = {:g}) on {} left and as many pairs. direct: overlap of "
             "codes, cosine of vectors, the heuristic itself.\n",
             results.heuristics.size() > 1 ? " ± sd" : "", results.heuristics.size(),
             results.heuristics.size() == 1 ? "" : "s", experiment.run.config.seed, counted(results.test_edges, "edge"),
             forest_name(experiment.split.forest), negatives_name(experiment.split.negatives), experiment.cost,
             counted(results.training_edges, "edge"));
}

}  // namespace columnar::cli
