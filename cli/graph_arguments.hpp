#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "columnar/graph.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/report/graph_run.hpp"

namespace columnar::cli {

/// A graph with the classes of its nodes.
struct LabelledInput {
  Graph graph;
  Labels labels;  ///< empty where no class is known
  GraphFacts facts;

  /// Lets an experiment run on it; it must outlive that.
  void give_to(GraphRun& run) const;
};

/// The flags of how a graph is read: --directed, --unweighted, --largest-component.
void add_read_options(CLI::App& app, ReadOptions& read);

/// The graph of an experiment that trains: GRAPH, --labels, --seeds and the flags of add_read_options.
struct GraphArguments {
  std::string graph;
  std::string labels;
  std::string seeds = "3";
  ReadOptions read;

  void add_to(CLI::App& app, const std::string& graph_help = "As for columnar embed");
  /// The options without the positional GRAPH.
  void add_options_to(CLI::App& app);
  /// Throws Error(kConfig) unless it is a number from 1 to 1000.
  [[nodiscard]] std::uint32_t seed_count() const;
  /// The graph, with the classes of --labels or else of its own file, or without where neither has any.
  [[nodiscard]] LabelledInput read_input() const;
};

}  // namespace columnar::cli
