#include "columnar_lab/report/link_origin.hpp"

#include <utility>

#include "columnar/core/bounded_json.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {
namespace {

/// The undirected graph as a reader of its edge list would number it: nodes in the order in which the edges name them.
Graph from_edge_list(const Graph& graph) {
  IdIndex ids("residual");
  GraphBuilder builder({.place = "residual"});
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    const auto row = graph.neighbours(u);
    const auto weights = graph.neighbour_weights(u);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (u > row[i]) {
        continue;
      }
      const NodeIndex from = ids.row_of(graph.ids.name(u));
      const NodeIndex to = ids.row_of(graph.ids.name(row[i]));
      weights.empty() ? builder.add(from, to) : builder.add(from, to, static_cast<double>(weights[i]));
    }
  }
  return std::move(builder).build(std::move(ids).take_ids()).graph;
}

}  // namespace

std::string origin_name(LinkOrigin origin) {
  switch (origin) {
    case LinkOrigin::kResidual:
      return "residual";
    case LinkOrigin::kWhole:
      return "whole";
    case LinkOrigin::kOther:
      return "other";
    case LinkOrigin::kUnknown:
      break;
  }
  return "unknown";
}

LinkOrigin origin_of(const std::string& metadata_json, const Graph& whole, const Graph& residual,
                     const std::string& place) {
  const Json metadata = parse_json(metadata_json, place + ": metadata");
  if (!metadata.is_object() || !metadata.contains("graph_digest") || !metadata["graph_digest"].is_string()) {
    return LinkOrigin::kUnknown;
  }
  const std::string digest = metadata["graph_digest"].get<std::string>();
  if (digest == graph_digest(residual) || digest == graph_digest(from_edge_list(residual))) {
    return LinkOrigin::kResidual;
  }
  return digest == graph_digest(whole) ? LinkOrigin::kWhole : LinkOrigin::kOther;
}

}  // namespace columnar
