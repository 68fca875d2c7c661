#include <memory>

#include "columnar/error.hpp"
#include "commands.hpp"
#include "serving.hpp"

// `columnar explore`: the same server with a page to look at.

namespace columnar::cli {

void add_explore(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("explore", "Look at a model in the browser: its map, nodes, codes and columns");
  struct Arguments : ServingArguments {
    bool demo = false;
  };
  const auto arguments = std::make_shared<Arguments>();
  arguments->with_page = true;
  command->add_option("MODEL", arguments->model, "A model, as embed --model wrote it")->type_name("");
  command->add_flag("--demo", arguments->demo, "Explore a built-in graph of 3,000 nodes: no model is needed");
  add_serving_options(*command, *arguments);
  command->callback([arguments] {
    if (arguments->demo != arguments->model.empty()) {
      throw Error(ErrorCode::kConfig,
                  arguments->demo ? "--demo: not together with a model" : "explore: name a model, or give --demo");
    }
    run_server(*arguments);
  });
}

}  // namespace columnar::cli
