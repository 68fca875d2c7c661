#include "suggestion.hpp"

#include <fmt/format.h>

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
  std::string best;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string& candidate : known) {
    if (word.size() > kLongest) {
      break;
    }
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

}  // namespace

std::string unexpected_words(const CLI::App& app) {
  std::string name;
  const CLI::App& command = last_command(app, name);
  const std::vector<std::string> words = app.remaining(true);
  const auto flag = std::ranges::find_if(words, [](const std::string& word) { return word.starts_with('-'); });
  const std::vector<const CLI::App*> commands = command.get_subcommands([](const CLI::App*) { return true; });
  std::vector<std::string> known;
  if (flag != words.end()) {
    const std::string_view given = std::string_view(*flag).substr(0, flag->find('='));
    for (const CLI::Option* option : command.get_options()) {
      for (const std::string& known_flag : option->get_lnames()) {
        known.push_back("--" + known_flag);
      }
    }
    const std::string meant = nearest(given, known);
    return fmt::format(
        "{}: no such flag; {}", given,
        meant.empty() ? fmt::format("`{} --help` lists them", name) : fmt::format("did you mean {}?", meant));
  }
  const std::string word = words.empty() ? "" : words.front();
  if (commands.empty()) {
    return fmt::format("{}: one word too many; `{} --help` tells what is expected", word, name);
  }
  for (const CLI::App* one : commands) {
    known.push_back(one->get_name());
  }
  const std::string meant = nearest(word, known);
  return fmt::format(
      "{}: no such command; {}", word,
      meant.empty() ? fmt::format("`{} --help` lists them", name) : fmt::format("did you mean {}?", meant));
}

}  // namespace columnar::cli
