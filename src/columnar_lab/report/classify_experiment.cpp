#include "columnar_lab/report/classify_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/evaluate/gnn_classify.hpp"
#include "columnar_lab/evaluate/training_costs.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/numbers.hpp"
#include "columnar_lab/report/parameters.hpp"

namespace columnar {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

template <class Report>
MeanSd over_means(const std::vector<const Report*>& reports, MeanSd Report::*figure) {
  if (reports.size() == 1) {
    return reports.front()->*figure;
  }
  std::vector<double> means;
  for (const Report* report : reports) {
    means.push_back((report->*figure).mean);
  }
  return mean_and_sd(means);
}

std::vector<const ClassificationReport*> pointers_to(const std::vector<ClassificationReport>& reports) {
  std::vector<const ClassificationReport*> pointers;
  for (const ClassificationReport& report : reports) {
    pointers.push_back(&report);
  }
  return pointers;
}

ClassifyOptions options_of(const ClassifyExperiment& experiment, const RunContext& context) {
  ClassifyOptions options = experiment.options;
  options.threads = context.threads;
  return options;
}

FractionOptions fraction_options_of(const ClassifyExperiment& experiment, const RunContext& context) {
  FractionOptions options = *experiment.fractions;
  options.cost = experiment.options.cost;
  options.tolerance = experiment.options.tolerance;
  options.seed = experiment.options.seed;
  options.threads = context.threads;
  return options;
}

ClassifyResult measure_group(const EmbeddingGroup& group, const ClassifyExperiment& experiment,
                             const RunContext& context) {
  ClassifyResult result;
  result.name = group.name;
  for (const EmbeddingSource& source : group.seeds) {
    const LabelledRows loaded = load_labelled(source, experiment.nodes);
    const std::size_t nodes = size_of(loaded.embedding);
    if (!result.files.empty() && nodes != result.nodes) {
      throw Error(ErrorCode::kInput, fmt::format("{}: {} nodes, but {} before it in '{}' has {}", source.place, nodes,
                                                 result.files.front(), group.name, result.nodes));
    }
    if (const SdrTable* codes = codes_of(loaded.embedding); codes != nullptr && result.files.empty()) {
      result.code_shape = codes->shape;
    }
    if (result.files.empty()) {
      result.labels_for_other_nodes = loaded.labels_for_other_nodes;
    }
    result.files.push_back(source.place);
    result.kind = kind_text(loaded.embedding);
    result.nodes = nodes;
    const auto start = Clock::now();
    const SparseRows rows = rows_of(loaded.embedding);
    result.reports.push_back(classify(rows, loaded.labels, options_of(experiment, context)));
    if (experiment.fractions) {
      result.fractions.push_back(classify_by_fraction(rows, loaded.labels, fraction_options_of(experiment, context)));
    }
    result.seconds += seconds_since(start);
    context.advance(static_cast<double>(result.files.size()) / static_cast<double>(group.seeds.size()));
  }
  return result;
}

/// The supervised networks, under the same folds, on the nodes of the first embedding.
void measure_networks(const ClassifyExperiment& experiment, const RunContext& context,
                      std::vector<ClassifyResult>& results) {
  const LabelledRows rows = load_labelled(experiment.groups.front().seeds.front(), experiment.nodes);
  const std::optional<Features> known = experiment.features ? experiment.features(rows.graph.ids) : std::nullopt;
  const Features features = known ? *known : default_features(rows.graph);
  for (const GnnKind network : experiment.networks) {
    ClassifyResult result;
    result.name = network_name(network);
    result.kind = known ? fmt::format("{} features, classes", with_commas(features.width)) : "no features, classes";
    result.nodes = rows.graph.node_count();
    result.labels_for_other_nodes = rows.labels_for_other_nodes;
    const auto start = Clock::now();
    result.reports.push_back(run_stage(context, result.name, [&] {
      return gnn_classify(network, rows.graph, features, rows.labels, {}, options_of(experiment, context), context);
    }));
    result.seconds = seconds_since(start);
    results.push_back(std::move(result));
  }
}

Json cost_json(std::optional<double> cost) { return cost ? Json(*cost) : Json(nullptr); }

Json result_json(const ClassifyResult& result) {
  Json json = {{"name", result.name}, {"kind", result.kind}, {"files", result.files}, {"nodes", result.nodes}};
  if (result.reports.size() == 1) {
    json.update(classification_json(result.reports.front()));
  } else {
    json["labelled_nodes"] = result.reports.front().labelled_nodes;
    json["majority_rate"] = result.majority_rate();
    json["accuracy"] = mean_sd_json(result.accuracy());
    json["macro_f1"] = mean_sd_json(result.macro_f1());
  }
  json["unlabelled_nodes"] = result.nodes - result.reports.front().labelled_nodes;
  json["labels_for_other_nodes"] = result.labels_for_other_nodes;
  json["cost"] = cost_json(result.cost());
  json["sd_over"] = result.reports.size() == 1 ? "folds" : "files";
  json["file_accuracy"] = Json::array();
  json["file_macro_f1"] = Json::array();
  json["file_cost"] = Json::array();
  for (const ClassificationReport& report : result.reports) {
    json["file_accuracy"].push_back(report.accuracy.mean);
    json["file_macro_f1"].push_back(report.macro_f1.mean);
    json["file_cost"].push_back(cost_json(median_cost(report.fold_cost)));
  }
  json["fractions"] = Json::array();
  for (std::size_t f = 0; !result.fractions.empty() && f < result.fractions.front().size(); ++f) {
    json["fractions"].push_back({{"fraction", result.fractions.front()[f].fraction},
                                 {"majority_rate", result.fractions.front()[f].majority_rate},
                                 {"accuracy", mean_sd_json(result.over_files(f, &FractionScore::accuracy))},
                                 {"macro_f1", mean_sd_json(result.over_files(f, &FractionScore::macro_f1))},
                                 {"cost", cost_json(result.cost_of(f))},
                                 {"sd_over", result.fractions.size() == 1 ? "splits" : "files"}});
  }
  json["seconds"] = result.seconds;
  return json;
}

}  // namespace

MeanSd ClassifyResult::accuracy() const { return over_means(pointers_to(reports), &ClassificationReport::accuracy); }
MeanSd ClassifyResult::macro_f1() const { return over_means(pointers_to(reports), &ClassificationReport::macro_f1); }

MeanSd ClassifyResult::over_files(std::size_t fraction, MeanSd FractionScore::*figure) const {
  std::vector<const FractionScore*> scores;
  for (const std::vector<FractionScore>& of_file : fractions) {
    scores.push_back(&of_file[fraction]);
  }
  return over_means(scores, figure);
}

std::optional<double> ClassifyResult::cost() const {
  std::vector<double> costs;
  for (const ClassificationReport& report : reports) {
    costs.insert(costs.end(), report.fold_cost.begin(), report.fold_cost.end());
  }
  return median_cost(costs);
}

std::optional<double> ClassifyResult::cost_of(std::size_t fraction) const {
  std::vector<double> costs;
  for (const std::vector<FractionScore>& of_file : fractions) {
    costs.insert(costs.end(), of_file[fraction].repeat_cost.begin(), of_file[fraction].repeat_cost.end());
  }
  return median_cost(costs);
}

std::string network_name(GnnKind kind) { return kind == GnnKind::kGcn ? "gcn" : "sage"; }

std::optional<GnnKind> network_by_name(std::string_view name) {
  for (const GnnKind kind : {GnnKind::kGcn, GnnKind::kSage}) {
    if (name == network_name(kind)) {
      return kind;
    }
  }
  return std::nullopt;
}

void check_classify(const ClassifyExperiment& experiment) {
  require_groups(experiment.groups);
  require_whole("--folds", static_cast<std::uint64_t>(std::max(experiment.options.folds, 0)), 2, kMaxFolds);
  require_cost("--cost", experiment.options.cost);
  if (experiment.fractions) {
    require_whole("--repeats", experiment.fractions->repeats, 1, kMaxRepeats);
    for (const double fraction : experiment.fractions->fractions) {
      require_share("--fractions", fraction);
    }
  }
  if (!experiment.networks.empty() && experiment.nodes.graph == nullptr) {
    throw Error(ErrorCode::kConfig, "--gnn: name the graph that the network passes messages along: --graph FILE");
  }
}

std::vector<ClassifyResult> run_classify(const ClassifyExperiment& experiment, const RunContext& context) {
  check_classify(experiment);
  std::vector<ClassifyResult> results;
  for (const EmbeddingGroup& group : experiment.groups) {
    results.push_back(run_stage(context, group.name, [&] { return measure_group(group, experiment, context); }));
  }
  if (!experiment.networks.empty()) {
    measure_networks(experiment, context, results);
  }
  return results;
}

Json classification_json(const ClassificationReport& report) {
  Json json = {{"labelled_nodes", report.labelled_nodes},
               {"majority_rate", report.majority_rate},
               {"accuracy", mean_sd_json(report.accuracy)},
               {"macro_f1", mean_sd_json(report.macro_f1)},
               {"fold_accuracy", report.fold_accuracy},
               {"fold_macro_f1", report.fold_macro_f1},
               {"fold_cost", report.fold_cost}};
  json["classes"] = Json::array();
  json["confusion"] = Json::array();
  for (std::size_t c = 0; c < report.per_class.size(); ++c) {
    const ClassScore& score = report.per_class[c];
    json["classes"].push_back({{"name", report.class_names[c]},
                               {"precision", score.precision},
                               {"recall", score.recall},
                               {"f1", score.f1},
                               {"support", score.support}});
    Json row = Json::array();
    for (std::size_t answer = 0; answer < report.per_class.size(); ++answer) {
      row.push_back(report.confusion.at(c, answer));
    }
    json["confusion"].push_back(row);
  }
  return json;
}

Json classify_json(const ClassifyExperiment& experiment, const std::vector<ClassifyResult>& results) {
  Json json = {{"version", kVersion},
               {"folds", experiment.options.folds},
               {"cost", experiment.options.cost ? Json(*experiment.options.cost) : Json("auto")},
               {"seed", experiment.options.seed},
               {"repeats", experiment.fractions ? Json(experiment.fractions->repeats) : Json(nullptr)},
               {"results", Json::array()}};
  for (const ClassifyResult& result : results) {
    json["results"].push_back(result_json(result));
  }
  return json;
}

}  // namespace columnar
