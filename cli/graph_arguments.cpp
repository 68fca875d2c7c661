#include "graph_arguments.hpp"

#include <utility>

#include "arguments.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/labels_reader.hpp"

namespace columnar::cli {

void LabelledInput::give_to(GraphRun& run) const {
  run.graph = &graph;
  run.labels = &labels;
  run.facts = facts;
}

void add_edge_column_options(CLI::App& app, EdgeColumnOptions& edges) {
  CLI::Option* const header = app.add_flag_callback(
      "--header", [&edges] { edges.header = HeaderLine::kPresent; },
      "The first line of the edge list names its columns; without the flags a header is detected");
  app.add_flag_callback(
         "--no-header", [&edges] { edges.header = HeaderLine::kAbsent; }, "Its first line is an edge")
      ->excludes(header);
  app.add_option("--edge-columns", edges.columns,
                 "Its columns to use, by name or by number from 1, where names such as source and target do not tell")
      ->type_name("SOURCE,TARGET[,WEIGHT]")
      ->delimiter(',')
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_read_options(CLI::App& app, ReadOptions& read) {
  app.add_flag("--directed", read.directed, "Edges lead from u to v only");
  app.add_flag("--unweighted", read.unweighted, "Ignore the weights of edges");
  app.add_flag("--largest-component", read.largest_component, "Leave out all other components");
  add_edge_column_options(app, read.edges);
}

void GraphArguments::add_to(CLI::App& app, const std::string& graph_help, bool with_labels) {
  app.add_option("GRAPH", graph, graph_help.empty() ? "As for columnar embed" : graph_help)->type_name("")->required();
  if (with_labels) {
    app.add_option("--labels", labels, "Classes (id label), where the graph's file has none")->type_name("FILE");
  }
  add_read_options(app, read);
}

void GraphArguments::add_rows_to(CLI::App& app, const std::string& graph_help) {
  add_labels_option(app, labels);
  app.add_option("--graph", graph,
                 graph_help.empty() ? "Take its nodes, its order where a file has no ids, and its classes" : graph_help)
      ->type_name("FILE");
  app.add_flag("--directed", read.directed, "Its edges lead from u to v only");
  add_edge_column_options(app, read.edges);
}

LabelledInput GraphArguments::read_input() const {
  if (labels == "-" && graph == "-") {
    throw Error(ErrorCode::kConfig, "--labels: standard input is already the graph");
  }
  ReadResult result = read_graph(graph, read);
  LabelledInput input;
  input.facts = facts_of(graph, result);
  input.labels = labels.empty() ? std::move(result.labels) : read_labels(labels, result.graph.ids);
  input.graph = std::move(result.graph);
  return input;
}

}  // namespace columnar::cli
