#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "columnar/files/xml_reader.hpp"
#include "columnar/graph/document_graph.hpp"
#include "columnar/graph/weight_text.hpp"

namespace columnar {

/// Reads a graph from an XML document: GraphML or GEXF, as its root element says. Limits as in XmlReader.
[[nodiscard]] BuiltGraph read_xml_graph(const std::string& path, const ReadOptions& options);

/// The events of a GraphML document (graphml_reader.cpp). Node ids are the `id` of nodes. Nodes and edges of graphs
/// inside nodes count like others. Hyperedges and a second graph are errors.
[[nodiscard]] std::unique_ptr<XmlEvents> graphml_events(const XmlReader& reader, DocumentGraph& graph);

/// The events of a GEXF document (gexf_reader.cpp). Node ids are the labels if every node has one and no two are alike,
/// else the `id` of nodes.
[[nodiscard]] std::unique_ptr<XmlEvents> gexf_events(const XmlReader& reader, DocumentGraph& graph);

/// An edge whose element is open.
struct OpenEdge {
  NodeIndex source = 0;
  NodeIndex target = 0;
  EdgeKind kind = EdgeKind::kDefault;
  EdgeWeight weight = {};
};

/// Opens the edge of an <edge>, whose attribute `direction` says `directed`, or that it is undirected. Throws
/// Error(kInput) inside another edge.
void open_edge(const XmlReader& reader, const XmlAttributes& attributes, std::string_view direction,
               std::string_view directed, DocumentGraph& graph, std::optional<OpenEdge>& edge);

/// The attribute of an element. Throws Error(kInput) if it is missing.
[[nodiscard]] std::string_view required_attribute(const XmlReader& reader, std::string_view element,
                                                  const XmlAttributes& attributes, std::string_view name);

}  // namespace columnar
