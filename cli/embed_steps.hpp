#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"
#include "baseline_flags.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/baselines/method.hpp"
#include "columnar_lab/report/embed_summary.hpp"
#include "device.hpp"

/// What `columnar embed` does around the method itself, whichever that is.

namespace columnar::cli {

struct EmbedArguments {
  std::string graph;
  std::string output;
  std::string method = "columnar";
  std::string layer;
  std::string codec;
  std::string model;
  std::string labels;
  std::string attributes;
  std::string checkpoint;
  std::string checkpoint_interval;
  std::string memory_limit;
  ReadOptions read;
  bool quiet = false;
  bool json = false;
  bool estimate = false;
  DeviceOption device;
  ThreadsOption threads;
  ConfigFlags flags;
  BaselineFlags baseline;
};

/// Throws Error(kConfig) for flags that the method has no use for, and for outputs of the wrong kind.
void check_flags_of(const Method& method, const EmbedArguments& arguments);

/// Throws Error where an output cannot be written or would replace an input: all that can be known to go wrong before
/// any work is done.
void check_outputs(const EmbedArguments& arguments);

struct Input {
  ReadResult read;
  Labels labels;
};

/// The graph, with the labels of the file that was named, else those of the graph's own file. Whatever can be wrong
/// with the input is found here, before the work begins.
[[nodiscard]] Input read_input(const EmbedArguments& arguments, std::vector<std::string>& hints);

/// Embeds by any method but the Embedder, writes the codes or vectors and prints the summary.
void embed_by_baseline(const Method& method, const EmbedArguments& arguments);

}  // namespace columnar::cli
