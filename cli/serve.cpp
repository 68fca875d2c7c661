#include <memory>

#include "commands.hpp"
#include "serving.hpp"

// `columnar serve`: a model over HTTP.

namespace columnar::cli {

void add_serve(CLI::App& app) {
  CLI::App* command = app.add_subcommand("serve", "Answer questions about a model over HTTP, as JSON");
  const auto arguments = std::make_shared<ServingArguments>();
  command->add_option("MODEL", arguments->model, "A model, as embed --model wrote it")->type_name("")->required();
  add_serving_options(*command, *arguments);
  command->callback([arguments] { run_server(*arguments); });
}

}  // namespace columnar::cli
