#pragma once

#include <CLI/CLI.hpp>

namespace columnar::cli {

/// One function a subcommand, each in its own file: declares its arguments and what runs once they are parsed.
void add_embed(CLI::App& app);
void add_evaluate(CLI::App& app);
/// Below `columnar evaluate`: it measures the rules, not a file of codes.
void add_learning(CLI::App& evaluate);
/// Below `columnar evaluate`, too: it hides edges of a graph and embeds what is left.
void add_links(CLI::App& evaluate);
void add_inspect(CLI::App& app);
void add_demo(CLI::App& app);
void add_config(CLI::App& app);

}  // namespace columnar::cli
