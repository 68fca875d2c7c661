#pragma once

#include <cstdint>
#include <string>

#include "columnar/attributes.hpp"
#include "columnar/edge_changes.hpp"
#include "columnar/model.hpp"
#include "columnar_lab/report/json.hpp"

/// What the commands on models of living graphs share: encode, update, query and inspect.

namespace columnar::cli {

/// Throws Error(kConfig) for standard input, where the edges come from.
void require_model_path(const std::string& path);

/// "34 nodes, 78 edges, undirected, unweighted".
[[nodiscard]] std::string graph_size_text(const Graph& graph);

/// "never updated" or "2 updates since training".
[[nodiscard]] std::string updates_text(const Model& model);

/// "Model" of a summary: the file, its graph, and how often it was updated.
[[nodiscard]] std::string model_text(const std::string& path, const Model& model);
[[nodiscard]] Json model_json(const std::string& path, const Model& model);

/// Warns of new nodes whose codes say nothing.
[[nodiscard]] std::string placeless_text(std::uint64_t count);

/// The attributes of new nodes in a file; none without a path. Throws Error(kInput) for a file that does not fit the
/// model (graph/attributes_reader.hpp).
[[nodiscard]] NamedAttributes read_attributes_of_new(const std::string& path, const Model& model);

/// Throws Error(kInput) that begins with the file of the attributes for a node of the edges that has no row there and
/// is no node of the model. Says nothing where no file is named.
void require_attributes_of(const EdgeChanges& edges, const NamedAttributes& given, const std::string& path,
                           const Model& model);

/// Adds rows of the same shape. Ids become text where those of either are.
void append_codes(SdrTable& table, const SdrTable& more);

}  // namespace columnar::cli
