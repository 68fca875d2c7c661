#include "summary.hpp"

#include <fmt/format.h>

#include "columnar/core/config_fields.hpp"
#include "columnar/core/version.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/report/code_json.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", with_commas(count), one, count == 1 ? "" : "s");
}

std::vector<std::string> dropped_lines(const GraphReadReport& read) {
  std::vector<std::string> lines;
  if (read.self_loops > 0) {
    lines.push_back(counted(read.self_loops, "self-loop"));
  }
  if (read.duplicate_edges > 0) {
    lines.push_back(counted(read.duplicate_edges, "duplicate edge") + ", merged");
  }
  if (read.zero_weight_edges > 0) {
    lines.push_back(counted(read.zero_weight_edges, "edge") + " of weight 0");
  }
  if (read.nodes_outside_largest_component > 0) {
    lines.push_back(fmt::format("{} and {} outside the largest component",
                                counted(read.nodes_outside_largest_component, "node"),
                                counted(read.edges_outside_largest_component, "edge")));
  }
  if (lines.empty()) {
    lines.emplace_back("nothing");
  }
  return lines;
}

}  // namespace

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

std::string graph_text(const GraphFacts& graph) {
  std::string text = labelled(
      "Graph",
      {printable(graph.name),
       fmt::format("{}, {}, {}, {}", counted(graph.nodes, "node"), counted(graph.edges, "edge"),
                   graph.directed ? "directed" : "undirected", graph.weighted ? "weighted" : "unweighted"),
       fmt::format("{}, {}", counted(graph.components, "component"), counted(graph.isolated_nodes, "isolated node"))});
  return text + labelled("Dropped", dropped_lines(graph.read));
}

Json graph_json(const GraphFacts& graph) {
  return {{"name", graph.name},
          {"digest", graph.digest},
          {"nodes", graph.nodes},
          {"edges", graph.edges},
          {"directed", graph.directed},
          {"weighted", graph.weighted},
          {"components", graph.components},
          {"isolated_nodes", graph.isolated_nodes},
          {"dropped",
           {{"self_loops", graph.read.self_loops},
            {"duplicate_edges", graph.read.duplicate_edges},
            {"zero_weight_edges", graph.read.zero_weight_edges},
            {"nodes_outside_largest_component", graph.read.nodes_outside_largest_component},
            {"edges_outside_largest_component", graph.read.edges_outside_largest_component}}}};
}

std::string summary_text(const EmbedSummary& summary) {
  std::string text = graph_text(summary.graph);
  std::vector<std::string> notes = summary.fit.notes;
  notes.insert(notes.end(), summary.hints.begin(), summary.hints.end());
  for (std::string& note : notes) {
    note = printable(note);
  }
  text += labelled("Notes", notes);
  text += labelled("Learned",
                   {fmt::format("{} of {} pairs shown, seed {}, preset {}", with_commas(summary.fit.presentations),
                                with_commas(summary.fit.pairs), summary.config.seed, summary.preset)});
  text += fmt::format("\nCodes     {}\n", layer_name(summary.shape.layer)) + health_text(summary.health, summary.shape);
  text += '\n';
  text += stages_text(summary.fit.stages);
  std::vector<std::string> files;
  files.reserve(summary.written.size());
  for (const WrittenFile& file : summary.written) {
    files.push_back(fmt::format("{} ({}, {})", printable(file.path), file.what, human_bytes(file.bytes)));
  }
  return text + "\n" + labelled("Written", files);
}

Json summary_json(const EmbedSummary& summary) {
  Json json = {{"version", kVersion}, {"graph", graph_json(summary.graph)}};
  Json notes = summary.fit.notes;
  for (const std::string& hint : summary.hints) {
    notes.push_back(hint);
  }
  json["notes"] = notes;
  json["seed"] = summary.config.seed;
  json["method"] = "columnar";
  json["preset"] = summary.preset;
  json["threads"] = summary.threads;
  json["config"] = Json::parse(config_to_json(summary.config));
  json["pairs"] = summary.fit.pairs;
  json["distinct_pairs"] = summary.fit.distinct_pairs;
  json["presentations"] = summary.fit.presentations;
  json["tie_breaks"] = summary.fit.tie_breaks;
  json["labelled_nodes"] = summary.labelled_nodes ? Json(*summary.labelled_nodes) : Json(nullptr);
  json["layer"] = layer_flag(summary.shape.layer);
  json["health"] = health_json(summary.health);
  json.update(stages_json(summary.fit.stages));
  json["written"] = Json::array();
  for (const WrittenFile& file : summary.written) {
    json["written"].push_back({{"path", file.path}, {"what", file.what}, {"bytes", file.bytes}});
  }
  return json;
}

std::string estimate_text(const GraphFacts& graph, const Estimate& estimate, int threads) {
  return graph_text(graph) +
         labelled("Pairs", {fmt::format("about {}, {} of them distinct", with_commas(estimate.pairs),
                                        with_commas(estimate.distinct_pairs))}) +
         "\n" + stages_text(estimate.stages) +
         fmt::format("\nAn estimate for {} on a machine like the one it was fitted on; nothing was run or written.\n",
                     counted(static_cast<std::uint64_t>(threads), "thread"));
}

Json estimate_json(const GraphFacts& graph, const Estimate& estimate, int threads) {
  Json json = {{"version", kVersion},        {"estimate", true},        {"threads", threads},
               {"graph", graph_json(graph)}, {"pairs", estimate.pairs}, {"distinct_pairs", estimate.distinct_pairs}};
  json.update(stages_json(estimate.stages));
  return json;
}

}  // namespace columnar::cli
