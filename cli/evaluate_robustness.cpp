#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/robustness.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "commands.hpp"
#include "experiment_rows.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::uint64_t kMaxPairs = 100'000'000;
constexpr double kLeadAt = 0.3;  ///< the delta at which the paper states its leads
constexpr std::size_t kNameWidth = 28;

struct RobustnessArguments {
  EmbeddingArguments embeddings;
  std::string labels;
  std::string graph;
  std::string reference;
  std::string deltas = "0,.05,.1,.15,.2,.25,.3,.35,.4,.45,.5";
  std::string folds = "5";
  std::string repeats = "3";
  std::string pairs = "200000";
  std::string seed = "1";
  std::string train = "clean";
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
};

/// One method over its seeds: a figure for every delta.
struct MethodRobustness {
  std::string name;
  std::string kind;
  bool codes = false;
  std::size_t seeds = 0;
  std::vector<SeedValues> accuracy;
  std::vector<SeedValues> auc;
  std::vector<SeedValues> self_similarity;
  std::vector<SeedValues> repeat_sd;  ///< of the accuracy, over the draws of the damage
};

std::vector<double> parse_deltas(const std::string& text) {
  std::vector<double> deltas;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const double delta = parse_real("--deltas", text.substr(begin, end - begin));
    if (!(delta >= 0.0 && delta < 1.0) || (!deltas.empty() && delta <= deltas.back())) {
      throw Error(ErrorCode::kConfig, "--deltas: must ascend, from 0 on and below 1");
    }
    deltas.push_back(delta);
    begin = end + 1;
  }
  return deltas;
}

RobustnessOptions options_of(const RobustnessArguments& arguments) {
  RobustnessOptions options;
  options.deltas = parse_deltas(arguments.deltas);
  options.repeats = static_cast<std::uint32_t>(parse_whole("--repeats", arguments.repeats, 1, 1000));
  options.pairs = parse_whole("--pairs", arguments.pairs, 1, kMaxPairs);
  options.classify.folds = static_cast<std::int32_t>(parse_whole("--folds", arguments.folds, 2, 1000));
  options.classify.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  options.classify.threads = arguments.threads.value();
  if (arguments.train != "clean" && arguments.train != "damaged") {
    throw Error(ErrorCode::kConfig,
                fmt::format("--train: must be clean or damaged, not '{}'", printable(arguments.train)));
  }
  options.train_damaged = arguments.train == "damaged";
  return options;
}

MethodRobustness measure_group(const EmbeddingGroup& group, const NodeIds& ids, const Labels& labels,
                               const RobustnessOptions& options) {
  MethodRobustness method;
  method.name = group.name;
  method.accuracy.resize(options.deltas.size());
  method.auc.resize(options.deltas.size());
  method.self_similarity.resize(options.deltas.size());
  method.repeat_sd.resize(options.deltas.size());
  for (const EmbeddingSource& source : group.seeds) {
    const Embedding embedding = load_in_rows(source, ids);
    method.kind = kind_text(embedding);
    method.codes = codes_of(embedding) != nullptr;
    ++method.seeds;
    const auto points = measure_robustness(embedding, labels, options, {options.classify.threads, nullptr});
    for (std::size_t d = 0; d < points.size(); ++d) {
      method.accuracy[d].add(points[d].accuracy.mean);
      method.auc[d].add(points[d].auc.mean);
      method.self_similarity[d].add(points[d].self_similarity);
      method.repeat_sd[d].add(points[d].accuracy.sd);
    }
  }
  return method;
}

Curve accuracy_curve(const MethodRobustness& method, const std::vector<double>& deltas) {
  Curve curve{deltas, {}};
  for (const SeedValues& accuracy : method.accuracy) {
    curve.y.push_back(accuracy.mean_sd().mean);
  }
  return curve;
}

/// How a method stands against the reference.
struct Lead {
  std::optional<double> overtakes;
  std::optional<double> points;  ///< at kLeadAt
};

Lead lead_over(const MethodRobustness& method, const MethodRobustness& reference, const std::vector<double>& deltas) {
  const Curve mine = accuracy_curve(method, deltas);
  const Curve other = accuracy_curve(reference, deltas);
  Lead lead;
  lead.overtakes = overtakes_at(mine, other);
  if (const auto here = mine.at(kLeadAt)) {
    lead.points = 100.0 * (*here - *other.at(kLeadAt));
  }
  return lead;
}

std::string curves_text(const std::vector<MethodRobustness>& methods, const std::vector<double>& deltas,
                        std::vector<SeedValues> MethodRobustness::*measure, const char* heading) {
  Table table;
  std::vector<std::string> head{heading};
  for (const MethodRobustness& method : methods) {
    head.push_back(shortened(method.name, kNameWidth));
  }
  table.add(head);
  table.add_rule();
  for (std::size_t d = 0; d < deltas.size(); ++d) {
    std::vector<std::string> row{fmt::format("{:.2f}", deltas[d])};
    for (const MethodRobustness& method : methods) {
      row.push_back((method.*measure)[d].text());
    }
    table.add(row);
  }
  return table.text("");
}

std::string leads_text(const std::vector<MethodRobustness>& methods, const MethodRobustness& reference,
                       const std::vector<double>& deltas) {
  Table table;
  table.add({fmt::format("against {}", shortened(reference.name, kNameWidth)), "overtakes at",
             fmt::format("lead at {:.1f}, points", kLeadAt)});
  table.add_rule();
  for (const MethodRobustness& method : methods) {
    if (&method == &reference) {
      continue;
    }
    const Lead lead = lead_over(method, reference, deltas);
    table.add({shortened(method.name, kNameWidth), lead.overtakes ? fmt::format("{:.3f}", *lead.overtakes) : "never",
               lead.points ? fmt::format("{:+.1f}", *lead.points) : "–"});
  }
  return table.text("");
}

Json method_json(const MethodRobustness& method, const MethodRobustness* reference, const std::vector<double>& deltas) {
  Json json{{"name", method.name}, {"kind", method.kind}, {"seeds", method.seeds}, {"points", Json::array()}};
  for (std::size_t d = 0; d < deltas.size(); ++d) {
    json["points"].push_back({{"delta", deltas[d]},
                              {"accuracy", method.accuracy[d].json()},
                              {"auc", method.auc[d].json()},
                              {"self_similarity", method.self_similarity[d].mean_sd().mean},
                              {"repeat_sd", method.repeat_sd[d].mean_sd().mean}});
  }
  if (reference != nullptr && reference != &method) {
    const Lead lead = lead_over(method, *reference, deltas);
    json["overtakes_at"] = lead.overtakes ? Json(*lead.overtakes) : Json(nullptr);
    json["lead_at_0.3"] = lead.points ? Json(*lead.points) : Json(nullptr);
  }
  return json;
}

/// The group that --reference names; without it, the first group of vectors, or null.
const MethodRobustness* find_reference(const std::vector<MethodRobustness>& methods, const std::string& name) {
  const auto found = std::find_if(methods.begin(), methods.end(), [&name](const MethodRobustness& method) {
    return name.empty() ? !method.codes : method.name == name;
  });
  return found == methods.end() ? nullptr : &*found;
}

void run_robustness(const RobustnessArguments& arguments) {
  const RobustnessOptions options = options_of(arguments);
  const std::vector<EmbeddingGroup> groups = arguments.embeddings.groups();
  const bool known = arguments.reference.empty() ||
                     std::any_of(groups.begin(), groups.end(),
                                 [&](const EmbeddingGroup& group) { return group.name == arguments.reference; });
  if (!known) {
    throw Error(ErrorCode::kConfig,
                fmt::format("--reference: '{}' is none of the names given", printable(arguments.reference)));
  }
  const EmbeddingSource& source = groups.front().seeds.front();
  Embedding first = source.load();
  if (!arguments.graph.empty()) {
    ReadResult read = read_graph(arguments.graph, {});
    first = match_rows(source.path, read.graph, read.labels, first);
  }
  const Labels labels = arguments.graph.empty() ? labels_of_rows(arguments.labels, source.path, first)
                                                : read_labels(arguments.labels, ids_of(first));

  ProgressLine progress(arguments.quiet);
  std::vector<MethodRobustness> methods;
  for (const EmbeddingGroup& group : groups) {
    progress.begin_stage(group.name);
    methods.push_back(measure_group(group, ids_of(first), labels, options));
    progress.end_stage();
  }
  const MethodRobustness* reference = find_reference(methods, arguments.reference);
  if (!arguments.json) {
    std::string text = curves_text(methods, options.deltas, &MethodRobustness::accuracy, "accuracy at delta") + "\n" +
                       curves_text(methods, options.deltas, &MethodRobustness::auc, "same-class AUC at delta");
    if (reference != nullptr) {
      text += "\n" + leads_text(methods, *reference, options.deltas);
    }
    print(text +
          fmt::format("\nDelta: 1 − expected similarity of a row with its damaged self. Logistic regression on {} "
                      "rows,\nmean of {} folds and {} draws of the damage.\n",
                      arguments.train, options.classify.folds, options.repeats));
    return;
  }
  Json json{{"version", kVersion},
            {"seed", options.classify.seed},
            {"folds", options.classify.folds},
            {"repeats", options.repeats},
            {"pairs", options.pairs},
            {"train", arguments.train},
            {"reference", reference != nullptr ? Json(reference->name) : Json(nullptr)},
            {"results", Json::array()}};
  for (const MethodRobustness& method : methods) {
    json["results"].push_back(method_json(method, reference, options.deltas));
  }
  print(json_text(json));
}

}  // namespace

void add_robustness(CLI::App& evaluate) {
  const auto arguments = std::make_shared<RobustnessArguments>();
  CLI::App* command = evaluate.add_subcommand("robustness", "What is left of codes and vectors that are damaged");
  arguments->embeddings.add_to(*command);
  add_labels_option(*command, arguments->labels)->required();
  command->add_option("--graph", arguments->graph, "Take its nodes, and its order where a file has no ids")
      ->type_name("FILE");
  command->add_option("--deltas", arguments->deltas, "Strengths of the damage: shares of the similarity that it takes")
      ->type_name("X,X")
      ->default_str(arguments->deltas);
  command->add_option("--reference", arguments->reference, "The NAME to compare with; else the first of vectors")
      ->type_name("NAME");
  command->add_option("--train", arguments->train, "clean: on whole rows; damaged: on rows as damaged as the tested")
      ->type_name("WHICH")
      ->default_str("clean");
  command->add_option("--folds", arguments->folds, "Parts of the cross-validation, stratified by class")
      ->type_name("N")
      ->default_str("5");
  command->add_option("--repeats", arguments->repeats, "Draws of the damage at each strength")
      ->type_name("N")
      ->default_str("3");
  command->add_option("--pairs", arguments->pairs, "Pairs of nodes for the AUC")->type_name("N")->default_str("200000");
  command->add_option("--seed", arguments->seed, "Of the folds, the damage and the pairs")
      ->type_name("N")
      ->default_str("1");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run_robustness(*arguments); });
}

}  // namespace columnar::cli
