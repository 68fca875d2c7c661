#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "baseline_flags.hpp"
#include "columnar/baselines/method.hpp"
#include "columnar/core/progress.hpp"
#include "columnar/core/stage_meter.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "summary.hpp"

/// What `columnar embed` does around the method itself, whichever that is.

namespace columnar::cli {

struct EmbedArguments {
  std::string graph;
  std::string output;
  std::string method = "columnar";
  std::string layer = "all";
  std::string codec;
  std::string model;
  std::string labels;
  ReadOptions read;
  bool quiet = false;
  bool json = false;
  bool estimate = false;
  ThreadsOption threads;
  ConfigFlags flags;
  BaselineFlags baseline;
};

/// Throws Error(kConfig) for flags that the method has no use for, and for outputs of the wrong kind.
void check_flags_of(Method method, const EmbedArguments& arguments);

/// Throws Error where an output cannot be written or would replace an input: all that can be known to go wrong before
/// any work is done.
void check_outputs(const EmbedArguments& arguments);

struct Input {
  ReadResult read;
  Labels labels;
};

/// The graph, with the labels of the file that was named, else those of the graph's own file. Whatever can be wrong
/// with the input is found here, before the work begins.
[[nodiscard]] Input read_input(const EmbedArguments& arguments, Method method, std::vector<std::string>& hints);

/// Nodes whose class is known; nothing where there are no labels at all.
[[nodiscard]] std::optional<std::uint64_t> labelled_nodes_of(const Labels& labels);

/// Notes that a file was written, and how large it is.
void note_written(std::vector<WrittenFile>& written, const std::string& path, const char* what);

/// Embeds by any method but the Embedder, writes the codes or vectors and prints the summary.
void run_baseline(Method method, const EmbedArguments& arguments);

/// Runs one step of the command as a stage of its own: shown, timed, its memory measured.
template <class Step>
auto run_stage(const char* name, ProgressSink& progress, std::vector<StageCost>& costs, const Step& step) {
  progress.begin_stage(name);
  reset_peak_memory();
  const auto start = std::chrono::steady_clock::now();
  auto result = step();
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  costs.push_back({name, elapsed.count(), peak_memory()});
  progress.end_stage();
  return result;
}

}  // namespace columnar::cli
