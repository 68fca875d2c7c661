#include "classify_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kNameWidth = 40;

using Figure = MeanSd ClassificationReport::*;
using FractionFigure = MeanSd FractionScore::*;

MeanSd over_files(const std::vector<ClassificationReport>& reports, Figure figure) {
  if (reports.size() == 1) {
    return reports.front().*figure;
  }
  std::vector<double> means;
  for (const ClassificationReport& report : reports) {
    means.push_back((report.*figure).mean);
  }
  return mean_and_sd(means);
}

MeanSd over_files(const ClassifyResult& result, std::size_t fraction, FractionFigure figure) {
  if (result.fractions.size() == 1) {
    return result.fractions.front()[fraction].*figure;
  }
  std::vector<double> means;
  for (const std::vector<FractionScore>& of_file : result.fractions) {
    means.push_back((of_file[fraction].*figure).mean);
  }
  return mean_and_sd(means);
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

std::string curve_text(const std::vector<const ClassifyResult*>& results, const char* heading, FractionFigure figure) {
  Table table;
  std::vector<std::string> head{heading};
  for (const FractionScore& score : results.front()->fractions.front()) {
    head.push_back(fmt::format("{:.4g} %", 100.0 * score.fraction));
  }
  table.add(head);
  table.add_rule();
  for (const ClassifyResult* result : results) {
    std::vector<std::string> row{shortened(result->name, kNameWidth)};
    for (std::size_t f = 0; f < result->fractions.front().size(); ++f) {
      const MeanSd value = over_files(*result, f, figure);
      row.push_back(fmt::format("{:.3f} ±{:.3f}", value.mean, value.sd));
    }
    table.add(row);
  }
  return table.text("");
}

}  // namespace

MeanSd ClassifyResult::accuracy() const { return over_files(reports, &ClassificationReport::accuracy); }
MeanSd ClassifyResult::macro_f1() const { return over_files(reports, &ClassificationReport::macro_f1); }

std::string comparison_text(const std::vector<ClassifyResult>& results) {
  const bool several = std::ranges::any_of(results, [](const ClassifyResult& r) { return r.files.size() > 1; });
  Table table;
  table.align_left(1);
  std::vector<std::string> head{"embedding", "rows", "nodes", "accuracy", "macro-F1"};
  if (several) {
    head.emplace_back("files");
  }
  table.add(head);
  table.add_rule();
  for (const ClassifyResult& result : results) {
    std::vector<std::string> row{shortened(result.name, kNameWidth), result.kind, with_commas(result.nodes),
                                 plus_minus(result.accuracy()), plus_minus(result.macro_f1())};
    if (several) {
      row.push_back(result.files.empty() ? "–" : std::to_string(result.files.size()));  // a network has none
    }
    table.add(row);
  }
  return table.text("") + (several ? "± is the sd over the files, or over the folds where there is one file.\n"
                                   : "± is the sd over the folds.\n");
}

std::string fractions_text(const std::vector<ClassifyResult>& results) {
  const std::vector<const ClassifyResult*> measured = with_curves(results);
  if (measured.empty()) {
    return "";
  }
  return "\nTrained on a share of the nodes, tested on the rest; ± is the sd over the splits, or over several "
         "files\n\n" +
         curve_text(measured, "accuracy", &FractionScore::accuracy) + "\n" +
         curve_text(measured, "macro-F1", &FractionScore::macro_f1);
}

Json classify_json(const ClassifyResult& result) {
  Json json = {{"name", result.name}, {"kind", result.kind}, {"files", result.files}, {"nodes", result.nodes}};
  if (result.reports.size() == 1) {
    json.update(classification_json(result.reports.front()));
  } else {
    json["labelled_nodes"] = result.reports.front().labelled_nodes;
    json["accuracy"] = mean_sd_json(result.accuracy());
    json["macro_f1"] = mean_sd_json(result.macro_f1());
  }
  json["sd_over"] = result.reports.size() == 1 ? "folds" : "files";
  json["file_accuracy"] = Json::array();
  json["file_macro_f1"] = Json::array();
  for (const ClassificationReport& report : result.reports) {
    json["file_accuracy"].push_back(report.accuracy.mean);
    json["file_macro_f1"].push_back(report.macro_f1.mean);
  }
  json["fractions"] = Json::array();
  for (std::size_t f = 0; !result.fractions.empty() && f < result.fractions.front().size(); ++f) {
    json["fractions"].push_back({{"fraction", result.fractions.front()[f].fraction},
                                 {"accuracy", mean_sd_json(over_files(result, f, &FractionScore::accuracy))},
                                 {"macro_f1", mean_sd_json(over_files(result, f, &FractionScore::macro_f1))},
                                 {"sd_over", result.fractions.size() == 1 ? "splits" : "files"}});
  }
  json["seconds"] = result.seconds;
  return json;
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
