#pragma once

#include <string>

#include "columnar/graph/document_graph.hpp"

namespace columnar {

/// Reads a graph from a GML file, plain or gzip: `graph [ directed 1 node [ id 0 label "a" ] edge [ source 0 target 1 ]
/// ]`. Node ids are the labels if every node has one and no two are alike, else the `id` of nodes. Lists are nested at
/// most 64 deep; lists and attributes that say nothing about nodes, edges and weights are skipped.
[[nodiscard]] BuiltGraph read_gml(const std::string& path, const ReadOptions& options);

}  // namespace columnar
