#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "commands.hpp"
#include "terminal.hpp"
#include "usage.hpp"

namespace columnar::cli {

void add_help(CLI::App& app) {
  CLI::App* command = app.add_subcommand("help", "Explain a command: the same as COMMAND --help");
  const auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("command", *words, "Its name, such as embed, or evaluate classify")->type_name("COMMAND");
  command->callback([&app, words] {
    const CLI::App* explained = &app;
    std::string name;
    for (const std::string& word : *words) {
      name += (name.empty() ? "" : " ") + explained->get_name();
      const CLI::App* next = find_command(*explained, word);
      if (next == nullptr) {
        throw Error(ErrorCode::kConfig, unknown_command(*explained, name, printable(word)));
      }
      explained = next;
    }
    const std::string parents = name.empty() ? "" : name + " ";
    print(app.get_formatter()->make_help(explained, parents + explained->get_name(), CLI::AppFormatMode::Normal));
  });
}

}  // namespace columnar::cli
