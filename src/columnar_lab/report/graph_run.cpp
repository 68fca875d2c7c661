#include "columnar_lab/report/graph_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "columnar/core/config_fields.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/digest.hpp"

namespace columnar {

GraphFacts facts_of(const std::string& name, const Graph& graph, const GraphReadReport& read) {
  GraphFacts facts;
  facts.name = name == "-" ? "stdin" : name;
  facts.digest = graph_digest(graph);
  facts.nodes = graph.node_count();
  facts.edges = graph.edge_count();
  const Components components = connected_components(graph);
  facts.components = components.count();
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    facts.isolated_nodes += components.sizes[components.of_node[v]] == 1 ? 1 : 0;
  }
  facts.directed = graph.directed;
  facts.weighted = graph.is_weighted();
  facts.read = read;
  return facts;
}

GraphFacts facts_of(const std::string& name, const ReadResult& read) {
  GraphFacts facts = facts_of(name, read.graph, read.report);
  facts.columns = read.columns;
  return facts;
}

std::string columns_text(const EdgeColumns& columns) {
  std::vector<std::string> unused = columns.unused;
  std::ranges::replace(unused, std::string(), std::string("one without a name"));
  return fmt::format("{}{}{}{}", columns.header ? "the first line is a header; edges by " : "edges by column ",
                     fmt::join(columns.used, ", "), unused.empty() ? "" : "; not used: ", fmt::join(unused, ", "));
}

Json graph_json(const GraphFacts& graph) {
  Json columns = nullptr;
  if (graph.columns) {
    columns = {{"header", graph.columns->header}, {"used", graph.columns->used}, {"unused", graph.columns->unused}};
  }
  return {{"name", graph.name},
          {"digest", graph.digest},
          {"nodes", graph.nodes},
          {"edges", graph.edges},
          {"directed", graph.directed},
          {"weighted", graph.weighted},
          {"components", graph.components},
          {"isolated_nodes", graph.isolated_nodes},
          {"columns", columns},
          {"dropped",
           {{"self_loops", graph.read.self_loops},
            {"duplicate_edges", graph.read.duplicate_edges},
            {"zero_weight_edges", graph.read.zero_weight_edges},
            {"nodes_outside_largest_component", graph.read.nodes_outside_largest_component},
            {"edges_outside_largest_component", graph.read.edges_outside_largest_component}}}};
}

Json config_json(const Config& config) { return parse_json(config_to_json(config), "config"); }

void require_labels(const std::string& name, const Labels* labels) {
  if (labels == nullptr || labels->empty()) {
    throw Error(ErrorCode::kInput, name + ": no classes to measure by in it: name them with --labels");
  }
}

}  // namespace columnar
