#include "classify_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kNameWidth = 40;

/// Three digits show every C of the grid as it is.
std::string cost_text(std::optional<double> cost) { return cost ? fmt::format("{:.3g}", *cost) : "–"; }

std::vector<std::string> majority_row(const ClassifyResult& result) {
  std::vector<std::string> row{"majority rate"};
  for (const FractionScore& score : result.fractions.front()) {
    row.push_back(fmt::format("{:.3f}", score.majority_rate));
  }
  return row;
}

/// The methods whose curve was measured.
std::vector<const ClassifyResult*> with_curves(const std::vector<ClassifyResult>& results) {
  std::vector<const ClassifyResult*> found;
  for (const ClassifyResult& result : results) {
    if (!result.fractions.empty()) {
      found.push_back(&result);
    }
  }
  return found;
}

/// A row with the name of each method, and a cell for each share.
template <class Cell>
std::string curve_text(const std::vector<const ClassifyResult*>& results, const char* heading, bool with_majority,
                       const Cell& cell) {
  Table table;
  std::vector<std::string> head{heading};
  for (const FractionScore& score : results.front()->fractions.front()) {
    head.push_back(fmt::format("{:.4g} %", 100.0 * score.fraction));
  }
  table.add(head);
  table.add_rule();
  for (std::size_t r = 0; r < results.size(); ++r) {
    std::vector<std::string> row{shortened(results[r]->name, kNameWidth)};
    for (std::size_t f = 0; f < results[r]->fractions.front().size(); ++f) {
      row.push_back(cell(*results[r], f));
    }
    table.add(row);
    const std::vector<std::string> majority = majority_row(*results[r]);
    if (with_majority && (r + 1 == results.size() || majority_row(*results[r + 1]) != majority)) {
      table.add(majority);  // once for all methods that were tested on the same nodes
    }
  }
  return table.text("");
}

}  // namespace

std::string comparison_text(const std::vector<ClassifyResult>& results, bool chosen) {
  const bool several = std::ranges::any_of(results, [](const ClassifyResult& r) { return r.files.size() > 1; });
  Table table;
  table.align_left(1);
  std::vector<std::string> head{"embedding", "rows", "nodes", "accuracy", "majority", "macro-F1"};
  if (chosen) {
    head.emplace_back("C");
  }
  if (several) {
    head.emplace_back("files");
  }
  table.add(head);
  table.add_rule();
  for (const ClassifyResult& result : results) {
    std::vector<std::string> row{shortened(result.name, kNameWidth),
                                 result.kind,
                                 with_commas(result.nodes),
                                 plus_minus(result.accuracy()),
                                 fmt::format("{:.3f}", result.majority_rate()),
                                 plus_minus(result.macro_f1())};
    if (chosen) {
      row.push_back(cost_text(result.cost()));
    }
    if (several) {
      row.push_back(result.files.empty() ? "–" : std::to_string(result.files.size()));  // a network has none
    }
    table.add(row);
  }
  return table.text("") +
         (several ? "± is the sd over the files, or over the folds where there is one file.\n"
                  : "± is the sd over the folds.\n") +
         (chosen ? "C was chosen for each fold on the nodes that it trains on; this is the median.\n" : "");
}

std::string fractions_text(const std::vector<ClassifyResult>& results, bool chosen) {
  const std::vector<const ClassifyResult*> measured = with_curves(results);
  if (measured.empty()) {
    return "";
  }
  const auto mean_of = [](MeanSd FractionScore::*figure) {
    return [figure](const ClassifyResult& result, std::size_t f) { return plus_minus(result.over_files(f, figure)); };
  };
  const auto cost_of = [](const ClassifyResult& result, std::size_t f) { return cost_text(result.cost_of(f)); };
  return "\nTrained on a share of the nodes, tested on the rest; ± is the sd over the splits, or over several "
         "files\n\n" +
         curve_text(measured, "accuracy", true, mean_of(&FractionScore::accuracy)) + "\n" +
         curve_text(measured, "macro-F1", false, mean_of(&FractionScore::macro_f1)) +
         (chosen ? "\n" + curve_text(measured, "C, median", false, cost_of) : "");
}

std::optional<std::string> partial_labels_note(const ClassifyResult& result) {
  const std::size_t unlabelled = result.nodes - result.reports.front().labelled_nodes;
  std::vector<std::string> parts;
  if (unlabelled > 0) {
    parts.push_back(fmt::format("{} of the {} nodes of {} have no label and are left out", with_commas(unlabelled),
                                with_commas(result.nodes), result.name));
  }
  if (result.labels_for_other_nodes > 0) {
    parts.push_back(fmt::format("{} {} for nodes that {} does not have",
                                counted(result.labels_for_other_nodes, "label"),
                                result.labels_for_other_nodes == 1 ? "is" : "are", result.name));
  }
  return parts.empty() ? std::nullopt : std::optional(fmt::format("{}", fmt::join(parts, "; ")));
}

std::optional<std::string> small_classes_note(const ClassificationReport& report, std::int32_t folds) {
  std::size_t small = 0;
  std::size_t smallest = 0;
  for (std::size_t c = 0; c < report.per_class.size(); ++c) {
    const std::uint64_t members = report.per_class[c].support;
    if (members == 0 || members >= static_cast<std::uint64_t>(folds)) {
      continue;
    }
    smallest = small == 0 || members < report.per_class[smallest].support ? c : smallest;
    ++small;
  }
  if (small == 0) {
    return std::nullopt;
  }
  return fmt::format("{} of {} classes have fewer nodes than the {} folds ('{}' has {}): not every fold tests them",
                     small, report.per_class.size(), folds, shortened(report.class_names[smallest], kNameWidth),
                     report.per_class[smallest].support);
}

}  // namespace columnar::cli
