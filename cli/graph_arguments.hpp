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

/// The flags of which columns of an edge list are its edges: --header, --no-header, --edge-columns.
void add_edge_column_options(CLI::App& app, EdgeColumnOptions& edges);

/// The flags of how a graph is read: --directed, --unweighted, --largest-component, and those of its columns.
void add_read_options(CLI::App& app, ReadOptions& read);

/// A graph and the classes of its nodes: GRAPH, --labels and the flags of add_read_options.
struct GraphArguments {
  std::string graph;
  std::string labels;
  ReadOptions read;

  /// Empty help: that all share.
  void add_to(CLI::App& app, const std::string& graph_help, bool with_labels);
  /// The same of the rows of embeddings: --labels, --graph, --directed and the columns, none of them
  /// required.
  void add_rows_to(CLI::App& app, const std::string& graph_help);
  /// The graph, with the classes of --labels or else of its own file, or without where neither has any.
  [[nodiscard]] LabelledInput read_input() const;
};

}  // namespace columnar::cli
