#include <map>
#include <string>

#include "columnar/core/fail_input.hpp"
#include "columnar/graph/weight_text.hpp"
#include "columnar/graph/xml_graph_reader.hpp"

namespace columnar {
namespace {

class GexfEvents : public XmlEvents {
 public:
  GexfEvents(const XmlReader& reader, DocumentGraph& graph) : reader_(reader), graph_(graph) {}

  void start(std::string_view name, const XmlAttributes& attributes) override {
    const auto required = [&](std::string_view wanted) {
      return required_attribute(reader_, name, attributes, wanted);
    };
    if (name == "node") {
      const NodeIndex node = graph_.add_node(required("id"));
      if (const auto label = attributes.find("label")) {
        graph_.set_label(node, *label);
      }
    } else if (name == "edge") {
      source_ = graph_.row_of(required("source"));
      target_ = graph_.row_of(required("target"));
      begin_edge(attributes);
    } else if (name == "attvalue" && in_edge_) {
      begin_value(attributes);
    } else if (name == "attributes") {
      of_edges_ = attributes.find("class") == "edge";
    } else if (name == "attribute" && of_edges_) {
      if (const auto rank = EdgeWeight::rank_of(attributes.find("title").value_or(""))) {
        ranks_.insert_or_assign(std::string(required("id")), *rank);
      }
    } else if (name == "graph") {
      if (any_graph_) {
        fail_input(reader_.place(), "a second graph; only files with one graph are read");
      }
      any_graph_ = true;
      graph_.set_directed(attributes.find("defaultedgetype") == "directed");
    }
  }

  void text(std::string_view /*piece*/) override {}

  void end(std::string_view name) override {
    if (name == "edge") {
      graph_.add_edge(source_, target_, weight_.value([this] { return reader_.place(); }), kind_);
      in_edge_ = false;
    }
  }

 private:
  /// A `mutual` edge leads both ways.
  void begin_edge(const XmlAttributes& attributes) {
    const auto type = attributes.find("type");
    kind_ = !type ? EdgeKind::kDefault : *type == "directed" ? EdgeKind::kDirected : EdgeKind::kUndirected;
    weight_ = {};
    weight_.offer(0, attributes.find("weight").value_or(""));
    in_edge_ = true;
  }

  void begin_value(const XmlAttributes& attributes) {
    const auto id = attributes.find("for");
    const auto rank = ranks_.find(id.value_or(""));
    if (rank != ranks_.end()) {
      weight_.offer(rank->second, attributes.find("value").value_or(""));
    }
  }

  const XmlReader& reader_;
  DocumentGraph& graph_;
  std::map<std::string, int, std::less<>> ranks_;  ///< of attributes of edges, by id
  bool of_edges_ = false;                          ///< inside a list of attributes of edges
  bool any_graph_ = false;
  bool in_edge_ = false;
  NodeIndex source_ = 0;
  NodeIndex target_ = 0;
  EdgeKind kind_ = EdgeKind::kDefault;
  EdgeWeight weight_;
};

}  // namespace

std::unique_ptr<XmlEvents> gexf_events(const XmlReader& reader, DocumentGraph& graph) {
  return std::make_unique<GexfEvents>(reader, graph);
}

}  // namespace columnar
