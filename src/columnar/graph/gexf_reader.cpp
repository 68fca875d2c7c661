#include <map>
#include <string>

#include "columnar/core/fail_input.hpp"
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
      open_edge(reader_, attributes, "type", "directed", graph_, edge_);  // a `mutual` edge leads both ways
      edge_->weight.offer(0, attributes.find("weight").value_or(""));
    } else if (name == "attvalue" && edge_) {
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
      graph_.add_edge(edge_->source, edge_->target, edge_->weight.value([this] { return reader_.place(); }),
                      edge_->kind);
      edge_.reset();
    }
  }

 private:
  void begin_value(const XmlAttributes& attributes) {
    const auto id = attributes.find("for");
    const auto rank = ranks_.find(id.value_or(""));
    if (rank != ranks_.end()) {
      edge_->weight.offer(rank->second, attributes.find("value").value_or(""));
    }
  }

  const XmlReader& reader_;
  DocumentGraph& graph_;
  std::map<std::string, int, std::less<>> ranks_;  ///< of attributes of edges, by id
  bool of_edges_ = false;                          ///< inside a list of attributes of edges
  bool any_graph_ = false;
  std::optional<OpenEdge> edge_;
};

}  // namespace

std::unique_ptr<XmlEvents> gexf_events(const XmlReader& reader, DocumentGraph& graph) {
  return std::make_unique<GexfEvents>(reader, graph);
}

}  // namespace columnar
