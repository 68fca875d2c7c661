#include <fmt/format.h>

#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/error.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/classify.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "commands.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct ClassifyArguments {
  std::vector<std::string> codes;
  std::string labels;
  std::string folds = "5";
  std::string cost = "1";
  std::string seed = "1";
  bool json = false;
  ThreadsOption threads;
};

void run_classify(const ClassifyArguments& arguments) {
  ClassifyOptions options;
  options.folds = static_cast<std::int32_t>(parse_whole("--folds", arguments.folds, 2, 1000));
  options.cost = parse_real("--cost", arguments.cost);
  options.seed = parse_whole("--seed", arguments.seed, 0, std::numeric_limits<std::uint64_t>::max());
  options.threads = arguments.threads.value();
  if (options.cost <= 0.0) {
    throw Error(ErrorCode::kConfig, fmt::format("--cost: {} is not positive", arguments.cost));
  }
  Json results = Json::array();
  Table comparison;
  comparison.add({"codes", "bits", "nodes", "accuracy", "macro-F1"});
  comparison.add_rule();
  std::string text;
  for (const std::string& path : arguments.codes) {
    const SdrTable table = read_codes(path);
    const ClassificationReport report = classify(table, read_labels(arguments.labels, table.ids), options);
    Json json = code_json(path, table);
    json.update(classification_json(report));
    results.push_back(json);
    comparison.add({shortened(path, 40),
                    fmt::format("{} of {}", table.shape.active(), with_commas(table.shape.width())),
                    with_commas(report.labelled_nodes), plus_minus(report.accuracy), plus_minus(report.macro_f1)});
    text = code_summary(path, table) + "\n" + classification_text(report, options.folds);
  }
  if (arguments.json) {
    print(json_text({{"version", kVersion},
                     {"folds", options.folds},
                     {"cost", options.cost},
                     {"seed", options.seed},
                     {"results", results}}));
  } else {
    print(arguments.codes.size() == 1 ? text : comparison.text(""));
  }
}

}  // namespace

void add_classify(CLI::App& evaluate) {
  const auto arguments = std::make_shared<ClassifyArguments>();
  CLI::App* command = evaluate.add_subcommand("classify", "Predict the classes of nodes from their codes");
  add_codes_option(*command, arguments->codes);
  add_labels_option(*command, arguments->labels)->required();
  command->add_option("--folds", arguments->folds, "Parts of the cross-validation, stratified by class")
      ->type_name("N")
      ->default_str("5");
  command->add_option("--cost", arguments->cost, "C of the logistic regression")->type_name("X")->default_str("1");
  command->add_option("--seed", arguments->seed, "Of the shuffle into folds")->type_name("N")->default_str("1");
  command->add_flag("--json", arguments->json, "One JSON object");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run_classify(*arguments); });
}

}  // namespace columnar::cli
