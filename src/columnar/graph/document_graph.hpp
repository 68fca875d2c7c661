#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/graph/id_index.hpp"
#include "columnar/graph_builder.hpp"
#include "columnar/graph_reader.hpp"

namespace columnar {

/// What a document says of one edge's direction.
enum class EdgeKind : std::uint8_t {
  kDefault,  ///< what it says of the graph
  kDirected,
  kUndirected,  ///< in a directed graph the edge leads both ways
};

/// Collects the graph of a document that lists nodes and edges (GraphML, GEXF, GML, JSON). Such a document may name its
/// nodes, and say whether it is directed, before or after its edges, so edges are kept until all is known.
///
/// The graph is directed if the document says so of the graph or of any edge. If it does not, --directed makes every
/// edge lead both ways.
class DocumentGraph {
 public:
  /// `place` says where the reader is ("graph.gml:17"), `name` is the name of the file.
  DocumentGraph(std::function<std::string()> place, std::string name, const ReadOptions& options);

  void set_directed(bool directed) noexcept { directed_ = directed; }

  /// Lists a node. Throws Error(kInput) if the document listed it before.
  NodeIndex add_node(std::string_view key);
  /// The name by which people know a node.
  void set_label(NodeIndex node, std::string_view label);
  /// The row of an edge's end, which need not be listed yet.
  [[nodiscard]] NodeIndex row_of(std::string_view key);
  /// Number of nodes so far.
  [[nodiscard]] std::size_t node_count() const noexcept { return keys_.size(); }

  void add_edge(NodeIndex source, NodeIndex target, std::optional<double> weight, EdgeKind kind = EdgeKind::kDefault);

  /// The graph. Node ids are the labels if every node has one and no two are alike, else the keys. Throws Error(kInput)
  /// if the document lists nodes, but not all that its edges name.
  [[nodiscard]] BuiltGraph build() &&;

 private:
  struct Edge {
    NodeIndex source;
    NodeIndex target;
    float weight;  ///< negative: none
    EdgeKind kind;
  };

  void check_memory(std::size_t bytes);
  void require_listed();
  [[nodiscard]] NodeIds take_ids();

  std::function<std::string()> place_;
  GraphBuilderOptions options_;
  GraphBuilder memory_;  ///< empty; checks the memory limit
  bool directed_ = false;
  bool any_directed_ = false;
  IdIndex keys_;
  std::size_t listed_count_ = 0;
  std::vector<bool> listed_;         ///< by row
  std::vector<std::string> labels_;  ///< by row, as far as there are any
  std::vector<Edge> edges_;
  std::size_t unchecked_bytes_ = 0;
};

}  // namespace columnar
