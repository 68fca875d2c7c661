#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "columnar_lab/report/measured_nodes.hpp"
#include "native.hpp"

/// What experiments take, as Python hands it over.

namespace columnar::python {

/// A table and the place that messages about it begin with.
using TableArgument = std::pair<std::string, std::variant<const SdrTable*, const DenseTable*>>;
/// A method: its name, and a table a seed.
using GroupsArgument = std::vector<std::pair<std::string, std::vector<TableArgument>>>;
/// (classes, names, ids, offsets): the class of each of the ids, an index into names or -1. With offsets, those of id i
/// are classes[offsets[i]] to classes[offsets[i + 1]].
using LabelsArgument = std::optional<std::tuple<std::vector<std::int32_t>, std::vector<std::string>, IdsArgument,
                                                std::optional<std::vector<std::uint64_t>>>>;

[[nodiscard]] EmbeddingSource source_from(const TableArgument& table, const std::string& metadata_json = "{}");
[[nodiscard]] std::vector<EmbeddingGroup> groups_from(const GroupsArgument& groups);
/// Empty where there are none.
[[nodiscard]] RowLabels labels_from(const LabelsArgument& labels);
/// Rows and classes that embeddings are measured by; the graph may be null.
[[nodiscard]] MeasuredNodes nodes_from(const NativeGraph* graph, const LabelsArgument& labels);

void bind_experiments(nb::module_& module);
void bind_explain(nb::module_& module);

}  // namespace columnar::python
