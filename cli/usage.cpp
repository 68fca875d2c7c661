#include "usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace columnar::cli {
namespace {

/// Letters to add, leave out, change or swap with their neighbour to make one word the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> steps(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        steps[i][j] = i + j;
        continue;
      }
      const std::size_t changed = a[i - 1] == b[j - 1] ? 0 : 1;
      steps[i][j] = std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, steps[i - 1][j - 1] + changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
      }
    }
  }
  return steps[a.size()][b.size()];
}

/// The word most like the given one, or nothing where none is near: a third of the letters may differ, or the end may
/// be missing.
std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 64;  // no flag is as long
  if (word.size() > kLongest) {
    return {};
  }
  std::string best;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string& candidate : known) {
    const bool begun = word.size() >= 3 && candidate.starts_with(word);
    const std::size_t distance = begun ? 1 : edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/// "columnar evaluate classify", as far as the words were understood.
const CLI::App& last_command(const CLI::App& app, std::string& name) {
  const CLI::App* command = &app;
  name = app.get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    name += " " + command->get_name();
  }
  return *command;
}

/// The names of the commands below this one.
std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* one : command.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(one->get_name());
  }
  return names;
}

/// "did you mean --seed?", or where to look.
std::string advice(std::string_view given, const std::vector<std::string>& known, const std::string& command) {
  const std::string meant = nearest(given, known);
  return meant.empty() ? fmt::format("`{} --help` lists them", command) : fmt::format("did you mean {}?", meant);
}

/// What is wrong with words that nothing takes, and what may have been meant.
std::string unexpected_words(const CLI::App& command, const std::string& name, const std::vector<std::string>& words) {
  const auto flag = std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('-'); });
  std::vector<std::string> known;
  // Of a mistyped command every flag is unknown, too.
  const bool wants_command = !command_names(command).empty() && flag != words.begin();
  if (flag != words.end() && !wants_command) {
    const std::string_view given = std::string_view(*flag).substr(0, flag->find('='));
    for (const CLI::Option* option : command.get_options()) {
      for (const std::string& known_flag : option->get_lnames()) {
        known.push_back("--" + known_flag);
      }
      if (option->check_name(std::string(given))) {  // the command knows it, but met it too early
        return fmt::format("{}: belongs after the subcommand: `{} {} ...`", given, name, given);
      }
    }
    return fmt::format("{}: no such flag; {}", given, advice(given, known, name));
  }
  return unknown_command(command, name, words.empty() ? "" : words.front());
}

/// What is missing of a command that needs more; nothing where all is there.
std::string missing_word(const CLI::App& command, const std::string& name) {
  if (!command_names(command).empty()) {
    return fmt::format("{}: say which one: {}", command.get_name(), command_list(command));
  }
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_required() && option->count() == 0) {
      return fmt::format("{}: is missing; `{} --help` tells what is expected", option->get_name(), name);
    }
  }
  return {};
}

/// Why a flag has not the one value that it takes; nothing where the error names none of the command's flags.
std::string wrong_count(const CLI::App& command, std::string_view complaint) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (!complaint.starts_with(name + ": ")) {
      continue;
    }
    if (option->count() > 1) {
      return fmt::format("{}: given {} times, but takes one {}", name, option->count(), option->get_type_name());
    }
    return fmt::format("{}: its {} is missing", name, option->get_type_name());
  }
  return {};
}

}  // namespace

const CLI::App* find_command(const CLI::App& command, std::string_view name) {
  for (const CLI::App* one : command.get_subcommands([](const CLI::App*) { return true; })) {
    if (one->get_name() == name) {
      return one;
    }
  }
  return nullptr;
}

std::string unknown_command(const CLI::App& command, const std::string& name, const std::string& word) {
  const std::vector<std::string> known = command_names(command);
  if (known.empty()) {
    return fmt::format("{}: one word too many; `{} --help` tells what is expected", word, name);
  }
  return fmt::format("{}: no such command; {}", word, advice(word, known, name));
}

std::string command_list(const CLI::App& command) { return fmt::format("{}", fmt::join(command_names(command), ", ")); }

void require_switches(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_expected_max() == 0) {
      option->check([](const std::string& text) {
        const std::string value = CLI::detail::to_lower(text);
        return value == "true" || value == "false" ? "" : fmt::format("takes true or false, not '{}'", text);
      });
    }
  }
}

std::string usage_problem(const CLI::App& app, const CLI::ParseError& error) {
  std::string name;
  const CLI::App& command = last_command(app, name);
  constexpr std::string_view kExcludes = " excludes ";
  const auto is = [&error](CLI::ExitCodes code) { return error.get_exit_code() == static_cast<int>(code); };
  const std::vector<std::string> words = app.remaining(true);
  const std::string text = error.what();
  std::string problem;
  if (is(CLI::ExitCodes::ExtrasError) || (is(CLI::ExitCodes::RequiredError) && !words.empty())) {
    problem = unexpected_words(command, name, words);  // something else is missing, too, where a word was mistyped
  } else if (is(CLI::ExitCodes::RequiredError)) {
    problem = missing_word(command, name);
  } else if (is(CLI::ExitCodes::ArgumentMismatch)) {
    problem = wrong_count(command, text);
  } else if (const std::size_t at = text.find(kExcludes); is(CLI::ExitCodes::ExcludesError) && at < text.size()) {
    problem = fmt::format("{}: not together with {}", text.substr(0, at), text.substr(at + kExcludes.size()));
  }
  return problem.empty() ? text : problem;
}

}  // namespace columnar::cli
