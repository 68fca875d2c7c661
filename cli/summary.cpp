#include "summary.hpp"

#include <fmt/format.h>

#include "reports.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

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

std::string graph_text(const GraphFacts& graph) {
  std::string text = labelled(
      "Graph",
      {printable(graph.name),
       fmt::format("{}, {}, {}, {}", counted(graph.nodes, "node"), counted(graph.edges, "edge"),
                   graph.directed ? "directed" : "undirected", graph.weighted ? "weighted" : "unweighted"),
       fmt::format("{}, {}", counted(graph.components, "component"), counted(graph.isolated_nodes, "isolated node"))});
  if (graph.columns) {
    text += labelled("Columns", {shortened(columns_text(*graph.columns), 200)});
  }
  return text + labelled("Dropped", dropped_lines(graph.read));
}

std::string notes_text(const std::vector<std::string>& notes) {
  std::vector<std::string> lines;
  lines.reserve(notes.size());
  for (const std::string& note : notes) {
    lines.push_back(printable(note));
  }
  return labelled("Notes", lines);
}

std::string written_text(const std::vector<WrittenFile>& written) {
  std::vector<std::string> files;
  files.reserve(written.size());
  for (const WrittenFile& file : written) {
    files.push_back(fmt::format("{} ({}, {})", printable(file.path), file.what, human_bytes(file.bytes)));
  }
  return labelled("Written", files);
}

std::string summary_text(const EmbedSummary& summary) {
  std::vector<std::string> notes = summary.fit.notes;
  notes.insert(notes.end(), summary.hints.begin(), summary.hints.end());
  std::string text = graph_text(summary.graph) + notes_text(notes);
  text += labelled("Learned", {fmt::format("from {} of {} pairs of nodes on walks, seed {}, preset {}",
                                           with_commas(summary.fit.presentations), with_commas(summary.fit.pairs),
                                           summary.config.seed, summary.preset)});
  SdrShape measured = summary.shape;
  std::string layers = layer_name(measured.layer);
  if (measured.layer == Layer::kSearch) {
    measured.layer = Layer::kAll;
    layers = fmt::format("{}, and {} of {} neurons of L6", layer_name(measured.layer), measured.l6_active,
                         with_commas(measured.l6_size));
  }
  text += fmt::format("\nCodes     {}\n", layers) + health_text(summary.health, measured);
  return text + "\n" + stages_text(summary.fit.stages) + "\n" + written_text(summary.written);
}

std::string estimate_text(const GraphFacts& graph, const Estimate& estimate, int threads) {
  return graph_text(graph) +
         labelled("Pairs", {fmt::format("about {}, {} of them distinct", with_commas(estimate.pairs),
                                        with_commas(estimate.distinct_pairs))}) +
         "\n" + stages_text(estimate.stages) +
         fmt::format("\nAn estimate for {} on a machine like the one it was fitted on; nothing was run or written.\n",
                     counted(static_cast<std::uint64_t>(threads), "thread"));
}

}  // namespace columnar::cli
