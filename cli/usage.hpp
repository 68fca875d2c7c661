#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>

namespace columnar::cli {

/// Makes the switches of a command refuse a value that is neither true nor false: "--quiet=7".
void require_switches(CLI::App& command);

/// The names of the commands below this one, "embed, encode, …".
[[nodiscard]] std::string command_list(const CLI::App& command);

/// The command of that name below this one, or null.
[[nodiscard]] const CLI::App* find_command(const CLI::App& command, std::string_view name);

/// What to say of a word that is no command below `command`, which the user called `name`, and what may have been
/// meant.
[[nodiscard]] std::string unknown_command(const CLI::App& command, const std::string& name, const std::string& word);

/// Why `app` has just refused its words, and what may have been meant: "--sed: no such flag; did you mean --seed?".
[[nodiscard]] std::string usage_problem(const CLI::App& app, const CLI::ParseError& error);

}  // namespace columnar::cli
