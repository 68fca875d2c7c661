#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "commands.hpp"
#include "terminal.hpp"

/// `columnar completion SHELL`: scripts that complete the words of the command, made of its own tree of commands.

namespace columnar::cli {
namespace {

enum class Value : std::uint8_t { kNone, kFile, kWord };

struct Flag {
  std::vector<std::string> names;  ///< with their dashes
  std::string help;
  Value value;
};

struct Command {
  std::string path;  ///< "evaluate classify"; empty for the program itself
  std::string help;
  std::vector<const CLI::App*> commands;  ///< that may follow
  std::vector<Flag> flags;
};

std::vector<const CLI::App*> commands_below(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

Value value_of(const CLI::Option& option) {
  if (option.get_expected_max() == 0) {
    return Value::kNone;
  }
  const std::string type = option.get_type_name();
  constexpr std::array<std::string_view, 5> kFiles{"FILE", "GRAPH", "EDGES", "OUT", "DIR"};
  const bool file =
      std::ranges::any_of(kFiles, [&type](std::string_view name) { return type.find(name) != std::string::npos; });
  return file ? Value::kFile : Value::kWord;
}

std::vector<Flag> flags_of(const CLI::App& app) {
  std::vector<Flag> flags;
  for (const CLI::Option* option : app.get_options()) {
    Flag flag{{}, option->get_description(), value_of(*option)};
    for (const std::string& name : option->get_lnames()) {
      flag.names.push_back("--" + name);
    }
    for (const std::string& name : option->get_snames()) {
      flag.names.push_back("-" + name);
    }
    if (!flag.names.empty()) {
      flags.push_back(flag);
    }
  }
  return flags;
}

void add_commands(const CLI::App& app, const std::string& path, std::vector<Command>& all) {
  all.push_back({path, app.get_description(), commands_below(app), flags_of(app)});
  for (const CLI::App* below : commands_below(app)) {
    add_commands(*below, path.empty() ? below->get_name() : path + " " + below->get_name(), all);
  }
}

/// Every command; `help` is followed by the names of the others.
std::vector<Command> all_commands(const CLI::App& app) {
  std::vector<Command> all;
  add_commands(app, "", all);
  for (Command& command : all) {
    if (command.path == "help") {
      command.commands = commands_below(app);
    }
  }
  return all;
}

/// In single quotes for the shell; fish escapes a quote and a backslash within them, the others end the quotes.
std::string in_shell_quotes(std::string_view text, bool fish = false) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += fish ? "\\'" : "'\\''";
    } else if (c == '\\' && fish) {
      out += "\\\\";
    } else {
      out += c;
    }
  }
  return out + "'";
}

/// The patterns "parent word" of everything that is a command, each in quotes.
std::vector<std::string> patterns(const std::vector<Command>& all) {
  std::vector<std::string> found;
  for (const Command& command : all) {
    if (!command.path.empty()) {
      const bool deep = command.path.find(' ') != std::string::npos;
      found.push_back(in_shell_quotes(deep ? command.path : " " + command.path));
    }
  }
  return found;
}

std::vector<std::string> flag_names(const Command& command, bool only_words) {
  std::vector<std::string> names;
  for (const Flag& flag : command.flags) {
    if (!only_words || flag.value == Value::kWord) {
      names.insert(names.end(), flag.names.begin(), flag.names.end());
    }
  }
  return names;
}

std::string bash_script(const std::vector<Command>& all) {
  std::string text = fmt::format(R"(# Completion of columnar for bash, written by `columnar completion bash`.
_columnar() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command= word names flags values
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$command $word" in
      {}) command=${{command:+$command }}$word ;;
    esac
  done
  case $command in
)",
                                 fmt::join(patterns(all), " | "));
  for (const Command& command : all) {
    std::string names;
    for (const CLI::App* below : command.commands) {
      names += (names.empty() ? "" : " ") + below->get_name();
    }
    text += fmt::format("    {})\n      names='{}'\n      flags='{}'\n      values=' {} '\n      ;;\n",
                        in_shell_quotes(command.path), names, fmt::join(flag_names(command, false), " "),
                        fmt::join(flag_names(command, true), " "));
  }
  return text + R"(  esac
  COMPREPLY=()
  if [[ $values == *" $before "* ]]; then
    compopt +o default # a number or a name, no file
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current")
  elif [[ $names ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$names" -- "$current")
  fi
}
complete -o default -F _columnar columnar
)";
}

std::string zsh_script(const std::vector<Command>& all) {
  std::string text = fmt::format(R"(#compdef columnar
# Completion of columnar for zsh, written by `columnar completion zsh`.
_columnar() {{
  local command= word
  local -a names flags values
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case "$command $word" in
      ({}) command=${{command:+$command }}$word ;;
    esac
  done
  case $command in
)",
                                 fmt::join(patterns(all), " | "));
  for (const Command& command : all) {
    text += fmt::format("    ({})\n      names=(\n", in_shell_quotes(command.path));
    for (const CLI::App* below : command.commands) {
      text += fmt::format("        {}\n", in_shell_quotes(below->get_name() + ":" + below->get_description()));
    }
    text += "      )\n      flags=(\n";
    for (const Flag& flag : command.flags) {
      for (const std::string& name : flag.names) {
        text += fmt::format("        {}\n", in_shell_quotes(name + ":" + flag.help));
      }
    }
    text += fmt::format("      )\n      values=({})\n      ;;\n", fmt::join(flag_names(command, true), " "));
  }
  return text + R"(  esac
  if (( ${values[(Ie)${words[CURRENT-1]}]} )); then
    _message 'a value'
  elif [[ ${words[CURRENT]} == -* ]]; then
    _describe -o flag flags
  elif (( $#names )); then
    _describe command names
  else
    _files
  fi
}
compdef _columnar columnar
[[ ${funcstack[1]} != _columnar ]] || _columnar "$@"
)";
}

std::string fish_script(const std::vector<Command>& all) {
  std::string text = fmt::format(R"(# Completion of columnar for fish, written by `columnar completion fish`.
function __columnar_at
  set -l path
  set -l words (commandline -opc)
  for word in $words[2..]
    switch "$path $word"
      case {}
        set path (string trim "$path $word")
    end
  end
  test "$path" = "$argv[1]"
end
)",
                                 fmt::join(patterns(all), " "));
  for (const Command& command : all) {
    const std::string start =
        "complete -c columnar -n " + in_shell_quotes(fmt::format("__columnar_at \"{}\"", command.path));
    for (const CLI::App* below : command.commands) {
      text +=
          fmt::format("{} -f -a {} -d {}\n", start, below->get_name(), in_shell_quotes(below->get_description(), true));
    }
    for (const Flag& flag : command.flags) {
      text += start;
      for (const std::string& name : flag.names) {
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      constexpr std::array<std::string_view, 3> kTakes{"", " -r", " -x"};  // in the order of Value
      text += fmt::format("{} -d {}\n", kTakes[static_cast<std::size_t>(flag.value)], in_shell_quotes(flag.help, true));
    }
  }
  return text;
}

}  // namespace

void add_completion(CLI::App& app) {
  struct Shell {
    const char* name;
    const char* help;
    std::string (*script)(const std::vector<Command>&);
  };
  constexpr std::array<Shell, 3> kShells{
      {{"bash", "For bash", bash_script}, {"zsh", "For zsh", zsh_script}, {"fish", "For fish", fish_script}}};
  CLI::App* command = app.add_subcommand("completion", "Print a script that completes commands and flags in a shell");
  command->require_subcommand(1);
  for (const Shell& shell : kShells) {
    command->add_subcommand(shell.name, shell.help)->callback([&app, script = shell.script] {
      print(script(all_commands(app)));
    });
  }
}

}  // namespace columnar::cli
