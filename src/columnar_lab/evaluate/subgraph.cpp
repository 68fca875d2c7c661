#include "columnar_lab/evaluate/subgraph.hpp"

namespace columnar {

LabelledGraph induced_subgraph(const Graph& graph, const Labels& labels, const std::vector<NodeIndex>& kept) {
  constexpr NodeIndex kGone = ~NodeIndex{0};
  std::vector<NodeIndex> row(graph.node_count(), kGone);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    row[kept[i]] = static_cast<NodeIndex>(i);
  }
  LabelledGraph part;
  part.graph.directed = graph.directed;
  part.labels.names = labels.names;
  part.labels.place = labels.place;
  for (const NodeIndex v : kept) {
    if (graph.ids.texts.empty()) {
      part.graph.ids.integers.push_back(graph.ids.integers[v]);
    } else {
      part.graph.ids.texts.push_back(graph.ids.texts[v]);
    }
    part.labels.classes.push_back(labels.classes[v]);
    for (std::uint64_t i = graph.offsets[v]; i < graph.offsets[v + 1]; ++i) {
      if (row[graph.targets[i]] != kGone) {
        part.graph.targets.push_back(row[graph.targets[i]]);
        if (graph.is_weighted()) {
          part.graph.weights.push_back(graph.weights[i]);
        }
      }
    }
    part.graph.offsets.push_back(part.graph.targets.size());
  }
  return part;
}

}  // namespace columnar
