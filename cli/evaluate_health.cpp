#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "columnar/core/version.hpp"
#include "columnar/evaluate/health.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "commands.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct HealthArguments {
  std::vector<std::string> codes;
  std::string labels;
  bool json = false;
};

void run_health(const HealthArguments& arguments) {
  Json results = Json::array();
  for (const std::string& path : arguments.codes) {
    const SdrTable table = read_codes(path);
    const Labels labels = arguments.labels.empty() ? Labels{} : read_labels(arguments.labels, table.ids);
    const CodeHealth health = code_health(table, labels.empty() ? nullptr : &labels);
    Json json = code_json(path, table);
    json.update(health_json(health));
    results.push_back(json);
    if (!arguments.json) {
      print(code_summary(path, table) + health_text(health, table.shape));
    }
  }
  if (arguments.json) {
    print(json_text({{"version", kVersion}, {"results", results}}));
  }
}

}  // namespace

void add_health(CLI::App& evaluate) {
  const auto arguments = std::make_shared<HealthArguments>();
  CLI::App* command = evaluate.add_subcommand("health", "Uniqueness, use of neurons, same-cell rate");
  add_codes_option(*command, arguments->codes);
  add_labels_option(*command, arguments->labels);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { run_health(*arguments); });
}

}  // namespace columnar::cli
