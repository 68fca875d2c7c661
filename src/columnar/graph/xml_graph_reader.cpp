#include "columnar/graph/xml_graph_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"

namespace columnar {
namespace {

/// Chooses the format by the root element and passes all events on.
class RootEvents : public XmlEvents {
 public:
  RootEvents(const XmlReader& reader, DocumentGraph& graph) : reader_(reader), graph_(graph) {}

  void start(std::string_view name, const XmlAttributes& attributes) override {
    if (!format_) {
      if (name != "graphml" && name != "gexf") {
        fail_input(reader_.place(), fmt::format("neither GraphML nor GEXF: the root element is {}", in_quotes(name)));
      }
      format_ = name == "graphml" ? graphml_events(reader_, graph_) : gexf_events(reader_, graph_);
    }
    format_->start(name, attributes);
  }
  void end(std::string_view name) override { format_->end(name); }
  void text(std::string_view piece) override { format_->text(piece); }

 private:
  const XmlReader& reader_;
  DocumentGraph& graph_;
  std::unique_ptr<XmlEvents> format_;
};

}  // namespace

std::string_view required_attribute(const XmlReader& reader, std::string_view element, const XmlAttributes& attributes,
                                    std::string_view name) {
  const auto value = attributes.find(name);
  if (!value) {
    fail_input(reader.place(), fmt::format("<{}> without '{}'", element, name));
  }
  return *value;
}

void open_edge(const XmlReader& reader, const XmlAttributes& attributes, std::string_view direction,
               std::string_view directed, DocumentGraph& graph, std::optional<OpenEdge>& edge) {
  if (edge) {
    fail_input(reader.place(), "an edge inside an edge is not supported");
  }
  edge.emplace();
  edge->source = graph.row_of(required_attribute(reader, "edge", attributes, "source"));
  edge->target = graph.row_of(required_attribute(reader, "edge", attributes, "target"));
  if (const auto said = attributes.find(direction)) {
    edge->kind = *said == directed ? EdgeKind::kDirected : EdgeKind::kUndirected;
  }
}

BuiltGraph read_xml_graph(const std::string& path, const ReadOptions& options) {
  XmlReader reader(path);
  DocumentGraph graph([&reader] { return reader.place(); }, reader.name(), options);
  RootEvents events(reader, graph);
  reader.read(events);
  return std::move(graph).build();
}

}  // namespace columnar
