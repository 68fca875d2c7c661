#pragma once

#include <CLI/App.hpp>

namespace columnar::cli {

/// One function a subcommand, each in its own file: declares its arguments and what runs once they are parsed.
void add_embed(CLI::App& app);
void add_encode(CLI::App& app);
void add_update(CLI::App& app);
void add_evaluate(CLI::App& app);
void add_explain(CLI::App& app);
void add_query(CLI::App& app);
void add_recommend(CLI::App& app);
void add_cluster(CLI::App& app);
void add_map(CLI::App& app);
void add_explore(CLI::App& app);
void add_serve(CLI::App& app);
void add_index(CLI::App& app);
void add_convert(CLI::App& app);
void add_export(CLI::App& app);
void add_pack(CLI::App& app);
void add_inspect(CLI::App& app);
void add_generate(CLI::App& app);
void add_demo(CLI::App& app);
void add_config(CLI::App& app);
void add_completion(CLI::App& app);
void add_help(CLI::App& app);

}  // namespace columnar::cli
