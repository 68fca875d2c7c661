#pragma once

#include <CLI/App.hpp>
#include <string>

namespace columnar::cli {

/// What is wrong with the words of the command line that nothing takes, and what may have been meant: "--sed: no such
/// flag; did you mean --seed?". `app` has just refused them.
[[nodiscard]] std::string unexpected_words(const CLI::App& app);

}  // namespace columnar::cli
