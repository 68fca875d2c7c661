#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "arguments.hpp"
#include "columnar_lab/report/learning_experiment.hpp"
#include "commands.hpp"
#include "graph_arguments.hpp"
#include "progress_line.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct LearningArguments {
  GraphArguments graph;
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
  ConfigFlags flags;
};

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
  const double error = difference.sd.value_or(0.0) / std::sqrt(static_cast<double>(seeds));
  return difference.sd && std::abs(difference.mean) <= 2.0 * error ? fmt::format("({})", text) : text + " ";
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

void evaluate_learning(const LearningArguments& arguments) {
  LearningExperiment experiment;
  experiment.run.config = arguments.flags.config();
  experiment.run.preset = arguments.flags.preset();
  experiment.seeds = arguments.graph.seed_count();
  const int threads = arguments.threads.value();
  check_learning(experiment);
  const LabelledInput input = arguments.graph.read_input();
  input.give_to(experiment.run);
  ProgressLine progress(arguments.quiet);
  progress.expect(learning_stages(experiment, threads));
  const std::vector<LearningRow> rows = run_learning(experiment, {threads, &progress});
  if (arguments.json) {
    print(json_text(learning_json(experiment, rows)));
    return;
  }
  print(graph_text(input.facts) + "\n" + values_text(rows) + "\n" + differences_text(rows) + "\n" + legend_text());
  print(fmt::format(
      "\n{} seed{}; (in brackets): within two standard errors of zero; =: less than half of the last digit.\n",
      experiment.seeds, experiment.seeds == 1 ? "" : "s"));
}

}  // namespace

void add_learning(CLI::App& evaluate) {
  CLI::App* command = evaluate.add_subcommand(
      "learning", "Embed a graph with all rules, without each and without any: what each of them buys");
  const auto arguments = std::make_shared<LearningArguments>();
  arguments->graph.add_to(*command, "As for columnar embed; the switches of the rules do not matter here");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  arguments->flags.add_to(*command);
  command->callback([arguments] { evaluate_learning(*arguments); });
}

}  // namespace columnar::cli
