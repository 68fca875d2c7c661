#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/recall_experiment.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "progress_line.hpp"
#include "seed_tables.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::size_t kCodesWidth = 28;

struct RecallArguments {
  EmbeddingArguments codes;
  std::string missing = "0,.1,.2,.3,.4,.5,.6,.7,.8,.9";
  std::string flipped = "0,.1,.2,.3,.4,.5,.6,.7,.8,.9";
  std::string repeats = "1";
  std::string queries = "5000";
  std::string seed = "1";
  bool quiet = false;
  bool json = false;
  ThreadsOption threads;
};

/// The values of --missing or --flipped; "none" leaves the curve out.
std::vector<double> parse_shares(const std::string& flag, const std::string& text) {
  return text == "none" ? std::vector<double>{} : parse_reals(flag, text);
}

RecallExperiment experiment_of(const RecallArguments& arguments) {
  RecallExperiment experiment;
  experiment.groups = arguments.codes.groups();
  RecallOptions& options = experiment.options;
  options.missing = parse_shares("--missing", arguments.missing);
  options.flipped = parse_shares("--flipped", arguments.flipped);
  options.repeats = static_cast<std::uint32_t>(parse_whole("--repeats", arguments.repeats, 1, kMaxRepeats));
  options.queries = parse_whole("--queries", arguments.queries, 1, std::numeric_limits<std::uint32_t>::max());
  options.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  check_recall(experiment);
  return experiment;
}

/// One method: every figure of a curve.
std::string whole_curve(const MethodRecall& method, const std::vector<RecallValues>& points, const char* heading) {
  Table table;
  table.add({heading, "bits", "recalled", "tied", "wrong", "margin"});
  table.add_rule();
  for (const RecallValues& point : points) {
    const bool any = std::ranges::any_of(point.recalled.values(), [](double share) { return share > 0.0; });
    table.add({fmt::format("{:.2f}", point.share), fmt::format("{} of {}", point.bits, method.active),
               over_seeds_text(point.recalled.values(), 3), over_seeds_text(point.tied.values(), 3),
               over_seeds_text(point.wrong.values(), 3), any ? over_seeds_text(point.margin.values(), 1) : "–"});
  }
  return table.text("");
}

/// Several: what is recalled, side by side.
std::string curves_side_by_side(const std::vector<MethodRecall>& methods,
                                std::vector<RecallValues> MethodRecall::*points, const char* heading) {
  Table table;
  std::vector<std::string> head{fmt::format("recalled, {}", heading)};
  for (const MethodRecall& method : methods) {
    head.push_back(shortened(method.name, kCodesWidth));
  }
  table.add(head);
  table.add_rule();
  for (std::size_t i = 0; i < (methods.front().*points).size(); ++i) {
    std::vector<std::string> row{fmt::format("{:.2f}", (methods.front().*points)[i].share)};
    for (const MethodRecall& method : methods) {
      row.push_back(over_seeds_text((method.*points)[i].recalled.values(), 3));
    }
    table.add(row);
  }
  return table.text("");
}

std::string curve_text(const std::vector<MethodRecall>& methods, std::vector<RecallValues> MethodRecall::*points,
                       const char* heading) {
  if ((methods.front().*points).empty()) {
    return "";
  }
  return (methods.size() == 1 ? whole_curve(methods.front(), methods.front().*points, heading)
                              : curves_side_by_side(methods, points, heading)) +
         "\n";
}

std::string recall_text(const std::vector<MethodRecall>& methods) {
  std::string text;
  for (const MethodRecall& method : methods) {
    text += labelled(
        text.empty() ? "Memory" : "",
        {fmt::format("{}: {} codes of {}, {} asked for", shortened(method.name, kCodesWidth), with_commas(method.codes),
                     method.kind, method.queries == method.codes ? "each" : with_commas(method.queries))});
  }
  return text + "\n" + curve_text(methods, &MethodRecall::missing, "missing") +
         curve_text(methods, &MethodRecall::flipped, "flipped") +
         "Recalled: the nearest stored code is the damaged one itself, and no other is as near. Tied: several are, it "
         "among\nthem. Margin: bits between a recalled code and the next one. Flipped bits are on elsewhere.\n";
}

void run(const RecallArguments& arguments) {
  const RecallExperiment experiment = experiment_of(arguments);
  const int threads = arguments.threads.value();
  ProgressLine progress(arguments.quiet);
  const std::vector<MethodRecall> methods = run_recall(experiment, {threads, &progress});
  print(arguments.json ? json_text(recall_json(experiment, methods)) : recall_text(methods));
}

}  // namespace

void add_recall(CLI::App& evaluate) {
  const auto arguments = std::make_shared<RecallArguments>();
  CLI::App* command =
      evaluate.add_subcommand("recall", "Codes as a memory: which come back from a part, or with wrong bits");
  arguments->codes.add_to(*command);
  command->add_option("--missing", arguments->missing, "Shares of the active bits that are lost, or none")
      ->type_name("X,X")
      ->default_str(arguments->missing);
  command->add_option("--flipped", arguments->flipped, "Shares of them that move to wrong places, or none")
      ->type_name("X,X")
      ->default_str(arguments->flipped);
  command->add_option("--repeats", arguments->repeats, "Draws of the damage at each share")
      ->type_name("N")
      ->default_str("1");
  command->add_option("--queries", arguments->queries, "Codes to ask for at most; all are in memory")
      ->type_name("N")
      ->default_str("5000");
  command->add_option("--seed", arguments->seed, "Of the damage")->type_name("N")->default_str("1");
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Show no progress");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run(*arguments); });
}

}  // namespace columnar::cli
