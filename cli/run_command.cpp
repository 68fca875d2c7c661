#include "run_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>  // here alone: the other files do with CLI/App.hpp and link to what this one compiles
#include <chrono>
#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "build_id.hpp"
#include "columnar/error.hpp"
#include "columnar/version.hpp"
#include "columnar_cuda/stages/cuda_build.hpp"
#include "commands.hpp"
#include "signals.hpp"
#include "startup.hpp"
#include "terminal.hpp"
#include "usage.hpp"

namespace columnar::cli {
namespace {

constexpr int kUserError = 2;
constexpr int kInternalError = 1;

Ranks* ranks_of_command = nullptr;

/// Where all ranks fail alike, the first one says so, and its end is the end of the others, which wait this long.
constexpr std::chrono::seconds kTimeOfFirst{2};

int fail(int code, std::string_view message) {
  if (ranks_of_command != nullptr && !ranks_of_command->is_first()) {
    std::this_thread::sleep_for(kTimeOfFirst);
    warn(fmt::format("rank {}: {}", ranks_of_command->rank(), message));
  } else {
    warn(message);
  }
  return code;
}

/// Only one command works on several ranks.
void require_command_of_ranks(const CLI::App& app) {
  if (ranks_of_command != nullptr && !ranks_of_command->is_alone() && !app.got_subcommand("embed")) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: only embed works in several processes, and there are {}",
                                                app.get_subcommands().front()->get_name(), ranks_of_command->size()));
  }
}

/// Lays out --help: flags that can be switched off in one column, defaults in brackets.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(34); }

  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, positional);
    const std::size_t switched = name.find(",--no-");
    return switched == std::string::npos ? name : fmt::format("--[no-]{}", name.substr(2, switched - 2));
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = option->get_type_name().empty() ? "" : fmt::format(" {}", option->get_type_name());
    if (option->get_expected_max() > 1) {
      text += "...";
    }
    return text;
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string standard = option->get_default_str();
    return option->get_description() + (standard.empty() ? "" : fmt::format(" [{}]", standard));
  }
};

int run(int argc, char** argv) {
  if (ranks_of_command == nullptr || ranks_of_command->is_first()) {
    install_signal_handlers();  // the others write nothing, and leave it to the launcher to say that all were ended
  }
  CLI::App app{"Sparse binary codes for the nodes of any graph.", "columnar"};
  app.formatter(std::make_shared<HelpFormatter>());
  const std::string_view build = build_id();
  const std::string with = cuda::build_text();
  app.set_version_flag("--version",
                       fmt::format("columnar {}{}{}", kVersion, build.empty() ? "" : fmt::format(" ({})", build),
                                   with.empty() ? "" : fmt::format(", with {}", with)));
  app.require_subcommand(0, 1);
  add_embed(app);
  add_encode(app);
  add_update(app);
  add_evaluate(app);
  add_explain(app);
  add_query(app);
  add_recommend(app);
  add_cluster(app);
  add_map(app);
  add_explore(app);
  add_serve(app);
  add_index(app);
  add_convert(app);
  add_export(app);
  add_pack(app);
  add_inspect(app);
  add_generate(app);
  add_demo(app);
  add_config(app);
  add_completion(app);
  add_help(app);
  app.footer(  // last, for commands inherit it: the examples belong to the first page alone
      "Try:\n"
      "  columnar demo                                    embed two graphs and see how good the codes are\n"
      "  columnar embed graph.tsv -o codes.sdr            one code per node\n"
      "  columnar evaluate classify codes.sdr --labels L  measure them\n"
      "  columnar query codes.sdr --node ID               the most similar nodes\n"
      "  columnar COMMAND --help                          more about one command");
  app.parse_complete_callback([&app] {
    if (!app.get_subcommands().empty()) {
      require_command_of_ranks(app);
    }
  });
  for (CLI::App* command : app.get_subcommands({})) {
    require_switches(*command);
    for (CLI::App* experiment : command->get_subcommands({})) {
      require_switches(*experiment);
    }
  }
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) {
      print(app.help());
      flush_output();
      return fail(kUserError, "which command? One of: " + command_list(app));
    }
    flush_output();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {  // --help and --version
      std::ostringstream text;
      app.exit(error, text, text);
      print(text.str());
      flush_output();
      return 0;
    }
    return fail(kUserError, usage_problem(app, error));
  }
  return 0;
}

}  // namespace

Ranks* command_ranks() noexcept { return ranks_of_command; }

int run_command(int argc, char** argv, Ranks* ranks) {
  ranks_of_command = ranks;
  occupy_standard_descriptors();
  try {
    require_stack();
    return run(argc, argv);
  } catch (const Error& error) {
    return fail(kUserError, error.what());
  } catch (const std::bad_alloc&) {
    return fail(kUserError, "not enough memory; --estimate tells how much a graph needs");
  } catch (const std::length_error&) {
    return fail(kUserError, "not enough memory; --estimate tells how much a graph needs");
  } catch (const std::exception& error) {
    return fail(kInternalError, std::string("internal error: ") + error.what());
  }
}

}  // namespace columnar::cli
