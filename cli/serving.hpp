#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"

/// What `columnar serve` and `columnar explore` share.

namespace columnar::cli {

struct ServingArguments {
  std::string model;  ///< empty: the embedded graph of --demo
  std::string port;
  std::string address = "127.0.0.1";
  std::string token;
  std::vector<std::string> hosts;
  std::string labels;
  bool updates = false;
  bool quiet = false;
  bool with_page = false;
  ThreadsOption threads;
};

/// Declares the flags.
void add_serving_options(CLI::App& command, ServingArguments& arguments);

/// Serves until a signal ends it.
void run_server(const ServingArguments& arguments);

}  // namespace columnar::cli
