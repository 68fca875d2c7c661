#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "columnar/graph/graph.hpp"
#include "columnar/graph/graph_reader.hpp"
#include "summary.hpp"

namespace columnar::cli {

/// A graph with the classes of its nodes.
struct LabelledInput {
  Graph graph;
  Labels labels;
  GraphFacts facts;
};

/// The graph of an experiment that trains: GRAPH, --labels, --directed, --largest-component, --seeds.
struct GraphArguments {
  std::string graph;
  std::string labels;
  std::string seeds = "3";
  ReadOptions read;

  void add_to(CLI::App& app);
  /// The options without the positional GRAPH.
  void add_options_to(CLI::App& app);
  /// Throws Error(kConfig) unless it is a number from 1 to 1000.
  [[nodiscard]] std::uint32_t seed_count() const;
  /// The graph, with the classes of --labels or else of its own file, or without where neither has any.
  [[nodiscard]] LabelledInput read_any() const;
  /// The same; throws Error(kInput) where there are no classes.
  [[nodiscard]] LabelledInput read_labelled() const;
};

}  // namespace columnar::cli
