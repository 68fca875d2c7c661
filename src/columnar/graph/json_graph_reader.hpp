#pragma once

#include <string>

#include "columnar/graph/document_graph.hpp"

namespace columnar {

/// Reads a graph from JSON in node-link form, plain or gzip, as networkx.node_link_data and D3 write it:
/// `{"directed": false, "nodes": [{"id": "a"}], "links": [{"source": "a", "target": "b", "weight": 2}]}`, with `edges`
/// in place of `links` as well. Ids are texts or whole numbers.
///
/// Nodes without `id` are named by `name`. Their edges name the ends by position in the list, from 0, or by name; the
/// list then comes before the edges.
[[nodiscard]] BuiltGraph read_json_graph(const std::string& path, const ReadOptions& options);

}  // namespace columnar
