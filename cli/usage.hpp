#pragma once

#include <CLI/App.hpp>
#include <string>

namespace columnar::cli {

/// Makes the switches of a command refuse a value that is neither true nor false: "--quiet=7".
void require_switches(CLI::App& command);

/// The names of the commands below this one, "embed, encode, …".
[[nodiscard]] std::string command_list(const CLI::App& command);

/// Why `app` has just refused its words, and what may have been meant: "--sed: no such flag; did you mean --seed?".
[[nodiscard]] std::string usage_problem(const CLI::App& app, const CLI::ParseError& error);

}  // namespace columnar::cli
