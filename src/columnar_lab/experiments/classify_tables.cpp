#include "columnar_lab/experiments/classify_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "columnar_lab/evaluate/training_costs.hpp"

namespace columnar {
namespace {

/// The figures of one file's folds or splits; of several files, the mean of each.
template <class Report>
std::vector<double> repeated(const std::vector<Report>& files, std::vector<double> Report::*figures) {
  if (files.size() == 1) {
    return files.front().*figures;
  }
  std::vector<double> means;
  means.reserve(files.size());
  for (const Report& file : files) {
    means.push_back(mean_and_sd(file.*figures).mean);
  }
  return means;
}

/// The median C of all folds or splits of all files: a mean over a grid of powers would say nothing.
template <class Report>
double median_of_all(const std::vector<Report>& files, std::vector<double> Report::*costs) {
  std::vector<double> all;
  for (const Report& file : files) {
    all.insert(all.end(), (file.*costs).begin(), (file.*costs).end());
  }
  return median_cost(all).value_or(kUndefined);
}

/// "fold" or "split" where every method has one file, "file" where every one has several; else a note has to tell.
std::string repeats_of(const std::vector<std::size_t>& files, const std::string& of_one_file) {
  const auto several = std::ranges::count_if(files, [](std::size_t count) { return count > 1; });
  return several == 0 ? of_one_file : static_cast<std::size_t>(several) == files.size() ? "file" : "";
}

std::vector<SeedMeasure> measures_of(const Options& options) {
  return {{"accuracy", "accuracy", "share of the nodes whose class is predicted"},
          {"majority_rate", "majority", "share of the most frequent class: what always predicting it would get"},
          {"macro_f1", "macro-F1", "mean F1 of the classes"},
          {"cost", "C",
           options.cost("cost")
               ? "cost of errors in the logistic regression"
               : "cost of errors in the logistic regression, chosen for each fold or split on the nodes that it "
                 "trains on; the median"}};
}

using RowValues = std::vector<std::vector<double>>;

/// A row per method and share of the nodes; values(scores of all files) are its figures. Networks have no shares.
template <class Score, class Values>
void add_shares(SeedTable& table, const std::vector<MeasuredMethod>& methods,
                std::vector<std::vector<Score>> MeasuredMethod::*scores, const Values& values) {
  for (const MeasuredMethod& method : methods) {
    const std::vector<std::vector<Score>>& by_file = method.*scores;
    for (std::size_t share = 0; !by_file.empty() && share < by_file.front().size(); ++share) {
      std::vector<Score> files;
      files.reserve(by_file.size());
      for (const std::vector<Score>& file : by_file) {
        files.push_back(file[share]);
      }
      const double fraction = files.front().fraction;
      table.rows.push_back({method.name, fmt::format("{:.4g} %", 100.0 * fraction), fraction, values(files)});
    }
  }
}

}  // namespace

SeedTable accuracy_table(const std::vector<MeasuredMethod>& methods, const Options& options) {
  std::vector<std::size_t> files;
  files.reserve(methods.size());
  for (const MeasuredMethod& method : methods) {
    files.push_back(method.files.size());
  }
  SeedTable table{
      "accuracy",
      fmt::format("Classes by logistic regression on the raw rows, {} stratified folds", options.whole("folds")),
      "method",
      measures_of(options),
      {},
      repeats_of(files, "fold")};
  for (const MeasuredMethod& method : methods) {
    table.rows.push_back({"",
                          method.name,
                          0.0,
                          {repeated(method.files, &ClassificationReport::fold_accuracy),
                           {method.files.front().majority_rate},
                           repeated(method.files, &ClassificationReport::fold_macro_f1),
                           {median_of_all(method.files, &ClassificationReport::fold_cost)}}});
  }
  return table;
}

SeedTable fractions_table(const std::vector<MeasuredMethod>& methods, const Options& options) {
  std::vector<std::size_t> counts;
  for (const MeasuredMethod& method : methods) {
    if (!method.fractions.empty()) {  // networks have none
      counts.push_back(method.fractions.size());
    }
  }
  SeedTable table{"fractions",  "Trained on a share of the nodes, tested on the rest",
                  "trained on", measures_of(options),
                  {},           repeats_of(counts, "split")};
  add_shares(table, methods, &MeasuredMethod::fractions, [](const std::vector<FractionScore>& files) {
    return RowValues{repeated(files, &FractionScore::repeat_accuracy),
                     {files.front().majority_rate},
                     repeated(files, &FractionScore::repeat_macro_f1),
                     {median_of_all(files, &FractionScore::repeat_cost)}};
  });
  return table;
}

SeedTable sets_table(const std::vector<MeasuredMethod>& methods) {
  std::vector<std::size_t> counts;
  counts.reserve(methods.size());
  for (const MeasuredMethod& method : methods) {
    counts.push_back(method.sets.size());
  }
  SeedTable table{
      "several_classes",
      "Several classes per node: trained on a share of the nodes; the others get as many classes as they have",
      "trained on",
      {{"micro_f1", "micro-F1", "F1 of all classes together"},
       {"macro_f1", "macro-F1", "mean F1 of the classes"},
       {"frequent_micro_f1", "frequent", "micro-F1 of naming the most frequent classes: the floor"}},
      {},
      repeats_of(counts, "split")};
  add_shares(table, methods, &MeasuredMethod::sets, [](const std::vector<SetsScore>& files) {
    return RowValues{repeated(files, &SetsScore::repeat_micro_f1), repeated(files, &SetsScore::repeat_macro_f1),
                     repeated(files, &SetsScore::repeat_frequent_micro_f1)};
  });
  return table;
}

SeedTable classes_table(const ClassificationReport& report) {
  SeedTable table{"classes", "By class, all folds together", "class", {}, {}, ""};
  table.measures = {{"precision", "precision", "share of the nodes predicted to be of the class that are"},
                    {"recall", "recall", "share of the nodes of the class that are predicted to be"},
                    {"f1", "F1", "harmonic mean of the two"},
                    {"support", "nodes", "labelled nodes of the class", 0, Unit::kCount}};
  for (std::size_t c = 0; c < report.per_class.size(); ++c) {
    const ClassScore& score = report.per_class[c];
    table.rows.push_back({"",
                          report.class_names[c],
                          static_cast<double>(c),
                          {{score.precision}, {score.recall}, {score.f1}, {static_cast<double>(score.support)}}});
  }
  return table;
}

SeedTable confusion_table(const ClassificationReport& report) {
  SeedTable table{"confusion", "Which classes are taken for which: predicted ones across", "class", {}, {}, ""};
  for (const std::string& name : report.class_names) {
    table.measures.push_back(
        {"predicted " + name, name, "nodes of the class of the row, by the predicted class", 0, Unit::kCount});
  }
  for (std::size_t truth = 0; truth < report.class_names.size(); ++truth) {
    SeedRow row{"", report.class_names[truth], static_cast<double>(truth), {}};
    for (std::size_t answer = 0; answer < report.class_names.size(); ++answer) {
      row.values.push_back({static_cast<double>(report.confusion.at(truth, answer))});
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace columnar
