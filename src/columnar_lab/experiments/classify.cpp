#include "columnar_lab/evaluate/classify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "columnar/core/in_quotes.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/baselines/default_attributes.hpp"
#include "columnar_lab/evaluate/gnn_classify.hpp"
#include "columnar_lab/experiments/classify_tables.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/experiments/measured_groups.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

ClassifyOptions protocol_of(const Options& options, const RunContext& context) {
  ClassifyOptions protocol;
  protocol.folds = static_cast<std::int32_t>(options.whole("folds"));
  protocol.cost = options.cost("cost");
  protocol.seed = options.whole("seed");
  protocol.threads = context.threads;
  return protocol;
}

/// No shares where none are asked for.
FractionOptions fractions_of(const Options& options, const ClassifyOptions& protocol) {
  FractionOptions fractions;
  if (!options.reals("fractions").empty() || !options.is_set("by-fraction")) {
    fractions.fractions = options.reals("fractions");
  }
  fractions.repeats = options.count("repeats");
  fractions.cost = protocol.cost;
  fractions.tolerance = protocol.tolerance;
  fractions.seed = protocol.seed;
  fractions.threads = protocol.threads;
  return fractions;
}

/// Where nodes have several classes: 10 to 90 %, unless other shares are asked for.
FractionOptions sets_options(const Options& options, FractionOptions fractions) {
  if (!options.words("gnn").empty()) {
    throw Error(ErrorCode::kConfig, "--gnn: the networks predict one class per node, and these nodes have several");
  }
  if (fractions.fractions.empty()) {
    fractions.fractions = FractionOptions().fractions;
  }
  if (!fractions.cost) {
    throw Error(ErrorCode::kConfig, "--cost: auto is for nodes with one class each; these have several");
  }
  return fractions;
}

void require_networks_possible(const ExperimentInput& input, const Options& options) {
  const std::vector<std::string>& networks = options.words("gnn");
  if (!networks.empty() && input.nodes.graph == nullptr) {
    throw Error(ErrorCode::kConfig, "--gnn: name the graph that the network passes messages along: --graph FILE");
  }
  for (const EmbeddingGroup& group : input.groups) {
    if (std::ranges::find(networks, group.name) != networks.end()) {
      throw Error(ErrorCode::kConfig, fmt::format("--gnn: an embedding is named '{}', too", group.name));
    }
  }
}

void add_label_facts(const std::string& name, const LabelledRows& rows, Results& results) {
  const std::size_t labelled =
      rows.labels.classes.size() - static_cast<std::size_t>(std::ranges::count(rows.labels.classes, Labels::kUnknown));
  results.facts["labelled_nodes"][name] = labelled;
  results.facts["unlabelled_nodes"][name] = rows.labels.classes.size() - labelled;
  results.facts["labels_for_other_nodes"][name] = rows.labels_for_other_nodes;
}

/// Nodes without a label and labels without a node: the labels may be those of another graph. If every node has a
/// label, the others do no harm: that is a note.
void warn_of_partial_labels(const std::string& name, const std::string& labels, const RunContext& context,
                            Results& results) {
  const auto fact = [&](const char* key) { return results.facts[key][name].get<std::uint64_t>(); };
  const std::uint64_t others = fact("labels_for_other_nodes");
  if (fact("unlabelled_nodes") > 0) {
    results.warnings.push_back(fmt::format("{}: {} of the {} nodes of {} have no label and are left out", labels,
                                           with_commas(fact("unlabelled_nodes")), with_commas(fact("nodes")), name));
  }
  if (others > 0) {
    std::string text = fmt::format("{}: {} {} for nodes that {} does not have", labels, counted(others, "label"),
                                   others == 1 ? "is" : "are", name);
    if (fact("unlabelled_nodes") > 0) {
      results.warnings.push_back(std::move(text));
    } else {
      context.note(text);
    }
  }
}

void warn_of_small_classes(const ClassificationReport& report, std::uint64_t folds, const std::string& labels,
                           Results& results) {
  std::vector<std::size_t> small;
  for (std::size_t c = 0; c < report.per_class.size(); ++c) {
    if (report.per_class[c].support > 0 && report.per_class[c].support < folds) {
      small.push_back(c);
    }
  }
  if (small.empty()) {
    return;
  }
  const std::size_t smallest =
      *std::ranges::min_element(small, {}, [&report](std::size_t c) { return report.per_class[c].support; });
  results.warnings.push_back(
      fmt::format("{}: {} of {} classes have fewer nodes than the {} folds ({} has {}): not every fold tests them",
                  labels, small.size(), report.per_class.size(), folds,
                  columnar::in_quotes(report.class_names[smallest]), report.per_class[smallest].support));
}

std::vector<MeasuredMethod> measure_embeddings(const ExperimentInput& input, const Options& options,
                                               const RunContext& context, Results& results) {
  ClassifyOptions protocol = protocol_of(options, context);
  FractionOptions fractions = fractions_of(options, protocol);
  // The share of the fits that the cross-validation makes; the random splits make the others.
  const auto splits = static_cast<double>(fractions.fractions.size() * fractions.repeats);
  const double folds_share = protocol.folds / (protocol.folds + splits);
  std::vector<MeasuredMethod> methods;
  for_each_seed(input, results, context, [&](const EmbeddingGroup& group, const LabelledRows& rows) {
    const auto start = std::chrono::steady_clock::now();
    const SparseRows features = rows_of(rows.embedding);
    const std::size_t done = methods.empty() || methods.back().name != group.name
                                 ? 0
                                 : methods.back().files.size() + methods.back().sets.size();
    const auto advance = [&context, done, files = group.seeds.size()](double share) {
      context.advance((static_cast<double>(done) + share) / static_cast<double>(files));
    };
    const double of_folds = rows.sets ? 0.0 : folds_share;
    protocol.progress = [&](double share) { advance(of_folds * share); };
    fractions.progress = [&](double share) { advance(of_folds + (1.0 - of_folds) * share); };
    if (methods.empty() || methods.back().name != group.name) {
      methods.push_back({group.name});
      add_label_facts(group.name, rows, results);
      results.facts["seconds"][group.name] = 0.0;
    }
    const bool before = !methods.front().sets.empty();
    if ((before || !methods.front().files.empty()) && rows.sets.has_value() != before) {
      throw Error(ErrorCode::kInput, fmt::format("{}: its nodes and those of {} differ in having several classes",
                                                 group.name, methods.front().name));
    }
    if (rows.sets) {
      methods.back().sets.push_back(classify_sets(features, *rows.sets, sets_options(options, fractions)));
    } else {
      methods.back().files.push_back(classify(features, rows.labels, protocol));
      if (!fractions.fractions.empty()) {
        methods.back().fractions.push_back(classify_by_fraction(features, rows.labels, fractions));
      }
    }
    Json& seconds = results.facts["seconds"][group.name];
    seconds = seconds.get<double>() + seconds_since(start);
  });
  return methods;
}

/// The supervised networks, under the same folds, on the nodes of the first embedding.
void measure_networks(const ExperimentInput& input, const Options& options, const RunContext& context, Results& results,
                      std::vector<MeasuredMethod>& methods) {
  const LabelledRows rows = load_labelled(input.groups.front().seeds.front(), input.nodes);
  const std::optional<Attributes> known = input.features ? input.features(rows.graph.ids) : std::nullopt;
  const Attributes features = known ? *known : default_attributes(rows.graph);
  for (const std::string& name : options.words("gnn")) {
    const auto start = std::chrono::steady_clock::now();
    ClassificationReport report = run_stage(context, name, [&] {
      return gnn_classify(name == "gcn" ? GnnKind::kGcn : GnnKind::kSage, rows.graph, features, rows.labels, {},
                          protocol_of(options, context), context);
    });
    results.facts["kinds"][name] =
        known ? fmt::format("{} features, classes", with_commas(features.width)) : "no features, classes";
    results.facts["nodes"][name] = rows.graph.node_count();
    results.facts["files"][name] = Json::array();
    add_label_facts(name, rows, results);
    results.facts["seconds"][name] = seconds_since(start);
    methods.push_back({name, {std::move(report)}});
  }
}

Results run_classify(const ExperimentInput& input, const Options& options, const RunContext& context) {
  require_networks_possible(input, options);
  Results results;
  std::vector<MeasuredMethod> methods = measure_embeddings(input, options, context, results);
  const std::string labels = input.nodes.labels_name.empty() ? "labels" : input.nodes.labels_name;
  for (const MeasuredMethod& method : methods) {
    warn_of_partial_labels(method.name, labels, context, results);
  }
  if (!methods.front().sets.empty()) {
    results.tables.push_back(sets_table(methods));
    if (results.tables.front().repeats.empty()) {
      results.notes.emplace_back("± is the sd over the files; of a method with one file, over its splits.");
    }
    return results;
  }
  warn_of_small_classes(methods.front().files.front(), options.whole("folds"), labels, results);
  if (!options.words("gnn").empty()) {
    measure_networks(input, options, context, results, methods);
  }
  for (const MeasuredMethod& method : methods) {
    for (const ClassificationReport& file : method.files) {
      results.facts["fold_costs"][method.name].push_back(file.fold_cost);
    }
  }
  results.tables.push_back(accuracy_table(methods, options));
  if (!methods.front().fractions.empty()) {
    results.tables.push_back(fractions_table(methods, options));
  }
  if (methods.size() == 1 && methods.front().files.size() == 1) {
    results.tables.push_back(classes_table(methods.front().files.front()));
    results.tables.push_back(confusion_table(methods.front().files.front()));
  }
  if (results.tables.front().repeats.empty()) {
    results.notes.emplace_back("± is the sd over the files; of a method with one file, over its folds or splits.");
  }
  return results;
}

}  // namespace

Experiment classify_experiment() {
  return {.name = "classify",
          .summary = "Predict the classes of nodes from their codes or vectors",
          .inputs = {.embeddings = true, .classes = Classes::kRequired, .several_classes = true, .features = true},
          .options = {whole_option("folds", 5, 2, kMaxFolds, "Parts of the cross-validation, stratified by class"),
                      switch_option("by-fraction", "Train on 10 to 90 % of the nodes, too"),
                      shares_option("fractions", {},
                                    "Train on these shares of the nodes, too (embeddings alone, not networks)"),
                      whole_option("repeats", 5, 1, kMaxRepeats, "Random splits for each share"),
                      words_option("gnn", {}, {"gcn", "sage"},
                                   "Supervised networks beside them, trained on classes and on the features of the "
                                   "graph"),
                      cost_option("cost", 1.0,
                                  "C of the logistic regression, or auto: chosen for each fold on the nodes that it "
                                  "trains on"),
                      seed_option("Of the shuffle into folds and shares")},
          .run = run_classify};
}

}  // namespace columnar
