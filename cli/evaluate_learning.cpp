#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/learning.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/model/estimate.hpp"
#include "commands.hpp"
#include "progress_line.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::uint64_t kMaxSeeds = 1000;

struct LearningArguments {
  std::string graph;
  std::string labels;
  std::string seeds = "3";
  ReadOptions read;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

Labels labels_for(const LearningArguments& arguments, ReadResult& read) {
  if (!arguments.labels.empty()) {
    return read_labels(arguments.labels, read.graph.ids);
  }
  if (read.labels.empty()) {
    throw Error(ErrorCode::kInput, arguments.graph + ": no classes to measure by in it: name them with --labels");
  }
  return std::move(read.labels);
}

std::vector<std::string> headings(const std::string& first) {
  std::vector<std::string> cells{first};
  for (const LearningMeasure& measure : learning_measures()) {
    cells.emplace_back(measure.heading);
  }
  return cells;
}

std::string values_text(const std::vector<LearningRow>& rows) {
  Table table;
  table.add(headings("mean over seeds"));
  table.add_rule();
  for (const LearningRow& row : rows) {
    std::vector<std::string> cells{row.variant};
    for (const LearningMeasure& measure : learning_measures()) {
      const double mean = over_seeds(row, measure).mean;
      cells.push_back(std::isnan(mean) ? "–" : fmt::format("{:.{}f}", mean, measure.digits));
    }
    table.add(cells);
  }
  return table.text("");
}

/// A difference is bracketed where the seeds do not tell it from nothing: within two standard errors of zero.
std::string difference_text(const MeanSd& difference, std::size_t seeds, int digits) {
  if (std::isnan(difference.mean)) {
    return "– ";
  }
  const std::string text = fmt::format("{:+.{}f}", difference.mean, digits);
  if (text.find_first_of("123456789") == std::string::npos) {
    return "= ";
  }
  const double error = difference.sd / std::sqrt(static_cast<double>(seeds));
  return seeds > 1 && std::abs(difference.mean) <= 2.0 * error ? fmt::format("({})", text) : text + " ";
}

/// rows[0] has all the rules.
std::string differences_text(const std::vector<LearningRow>& rows) {
  Table table;
  table.add(headings("all rules minus"));
  table.add_rule();
  for (std::size_t r = 1; r < rows.size(); ++r) {
    std::vector<std::string> cells{rows[r].variant};
    for (const LearningMeasure& measure : learning_measures()) {
      cells.push_back(difference_text(bought(rows[0], rows[r], measure), rows[r].trials.size(), measure.digits));
    }
    table.add(cells);
  }
  return table.text("");
}

std::string legend_text() {
  Table table;
  table.align_left(1);
  for (const LearningMeasure& measure : learning_measures()) {
    table.add({std::string(measure.heading), std::string(measure.meaning)});
  }
  return table.text();
}

Json rows_json(const std::vector<LearningRow>& rows) {
  Json list = Json::array();
  for (const LearningRow& row : rows) {
    Json json{{"variant", row.variant}};
    for (const LearningMeasure& measure : learning_measures()) {
      const MeanSd value = over_seeds(row, measure);
      const MeanSd difference = bought(rows[0], row, measure);
      Json of_trials = Json::array();
      for (const LearningTrial& trial : row.trials) {
        of_trials.push_back(trial.*measure.value);
      }
      json[std::string(measure.key)] = {{"mean", value.mean},
                                        {"sd", value.sd},
                                        {"bought", difference.mean},
                                        {"bought_sd", difference.sd},
                                        {"seeds", of_trials}};
    }
    list.push_back(json);
  }
  return list;
}

void run_learning(const LearningArguments& arguments) {
  const Config config = arguments.flags.config();
  const int threads = arguments.threads.value();
  LearningOptions options;
  options.seeds = static_cast<std::uint32_t>(parse_whole("--seeds", arguments.seeds, 1, kMaxSeeds));
  if (arguments.labels == "-" && arguments.graph == "-") {
    throw Error(ErrorCode::kConfig, "--labels: standard input is already the graph");
  }
  ReadResult read = read_graph(arguments.graph, arguments.read);
  const Labels labels = labels_for(arguments, read);
  const GraphFacts facts = facts_of(arguments.graph, read.graph, read.report);

  ProgressLine progress(arguments.quiet);
  std::vector<StageCost> expected;
  for (const LearningVariant& variant : learning_variants(config.plasticity)) {
    expected.push_back({std::string(variant.name), estimate_fit(read.graph, config, threads).seconds(), 0});
  }
  progress.expect(expected);
  const std::vector<LearningRow> rows = what_learning_buys(read.graph, labels, config, options, {threads, &progress});
  if (arguments.json) {
    print(json_text({{"version", kVersion},
                     {"graph", graph_json(facts)},
                     {"preset", arguments.flags.preset()},
                     {"config", Json::parse(config_to_json(config))},
                     {"first_seed", config.seed},
                     {"seeds", options.seeds},
                     {"variants", rows_json(rows)}}));
    return;
  }
  print(graph_text(facts) + "\n" + values_text(rows) + "\n" + differences_text(rows) + "\n" + legend_text());
  print(fmt::format("\n{} seed{}; (in brackets): within two standard errors of zero; =: the same to the last digit.\n",
                    options.seeds, options.seeds == 1 ? "" : "s"));
}

}  // namespace

void add_learning(CLI::App& evaluate) {
  CLI::App* command = evaluate.add_subcommand(
      "learning", "Embed a graph with all rules, without each and without any: what each of them buys");
  const auto arguments = std::make_shared<LearningArguments>();
  command->add_option("GRAPH", arguments->graph, "As for columnar embed; the switches of the rules do not matter here")
      ->type_name("")
      ->required();
  command->add_option("--labels", arguments->labels, "Classes (id label), where the graph's file has none")
      ->type_name("FILE");
  command->add_flag("--directed", arguments->read.directed, "Edges lead from u to v only");
  command->add_flag("--largest-component", arguments->read.largest_component, "Leave out all other components");
  command->add_option("--seeds", arguments->seeds, "How many seeds to take the mean over, from --seed on")
      ->type_name("N")
      ->default_str("3");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { run_learning(*arguments); });
}

}  // namespace columnar::cli
