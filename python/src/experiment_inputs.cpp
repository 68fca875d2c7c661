#include "experiment_inputs.hpp"

#include <utility>

#include "columnar_lab/evaluate/checks.hpp"

namespace columnar::python {

EmbeddingSource source_from(const TableArgument& table, const std::string& metadata_json) {
  return std::visit([&](const auto* rows) { return table_source(table.first, *rows, std::nullopt, metadata_json); },
                    table.second);
}

std::vector<EmbeddingGroup> groups_from(const GroupsArgument& groups) {
  std::vector<EmbeddingGroup> out;
  for (const auto& [name, tables] : groups) {
    EmbeddingGroup group{name, {}};
    for (const TableArgument& table : tables) {
      group.seeds.push_back(source_from(table));
    }
    out.push_back(std::move(group));
  }
  return out;
}

RowLabels labels_from(const LabelsArgument& labels) {
  if (!labels) {
    return {};
  }
  const auto& [classes, names, ids, offsets] = *labels;
  if (offsets) {
    ClassSets sets{*offsets, classes, names};
    if (offsets->empty()) {
      sets.offsets = {0};
    }
    const std::size_t rows = sets.node_count();
    require_sets_for(sets, rows);
    Labels first{std::vector<std::int32_t>(rows, Labels::kUnknown), names};
    for (std::size_t row = 0; row < rows; ++row) {
      first.classes[row] = sets.of(row).empty() ? Labels::kUnknown : sets.of(row).front();
    }
    return labels_by_id(ids_from(ids, rows, "labels"), std::move(first), std::move(sets));
  }
  return labels_by_id(ids_from(ids, classes.size(), "labels"), Labels{classes, names});
}

MeasuredNodes nodes_from(const NativeGraph* graph, const LabelsArgument& labels) {
  MeasuredNodes nodes;
  if (graph != nullptr) {
    nodes.graph = &graph->read.graph;
    nodes.graph_labels = &graph->read.labels;
  }
  nodes.labels = labels_from(labels);
  nodes.labels_name = labels ? "labels" : nodes.have_classes() ? graph->place : "";
  return nodes;
}

}  // namespace columnar::python
