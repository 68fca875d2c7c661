#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "commands.hpp"
#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

std::string as_table(const Config& config) {
  Table table;
  table.align_left(2);
  std::string_view group;
  visit_fields(config, [&](const FieldInfo& info, const auto& field) {
    if (info.group != group) {
      group = info.group;
      table.add({std::string(group)});
    }
    table.add({fmt::format("  {}", flag_of(info.name)), field_text(field), std::string(info.help)});
  });
  return table.text("");
}

}  // namespace

void add_config(CLI::App& app) {
  struct Arguments {
    ConfigFlags flags;
    bool json = false;
    bool markdown = false;
  };
  CLI::App* command = app.add_subcommand("config", "List every constant, its value and its meaning");
  const auto arguments = std::make_shared<Arguments>();
  command->add_flag("--json", arguments->json, "One JSON object, as stored beside the codes");
  command->add_flag("--markdown", arguments->markdown, "The text of docs/configuration.md");
  arguments->flags.add_to(*command);
  command->callback([arguments] {
    const Config config = arguments->flags.config();
    if (arguments->markdown) {
      print(config_as_markdown());
    } else {
      print(arguments->json ? json_text(config_json(config)) : as_table(config));
    }
  });
}

}  // namespace columnar::cli
