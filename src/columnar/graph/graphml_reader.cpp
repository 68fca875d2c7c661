#include <map>
#include <optional>
#include <string>

#include "columnar/core/fail_input.hpp"
#include "columnar/graph/xml_graph_reader.hpp"

namespace columnar {
namespace {

class GraphmlEvents : public XmlEvents {
 public:
  GraphmlEvents(const XmlReader& reader, DocumentGraph& graph) : reader_(reader), graph_(graph) {}

  void start(std::string_view name, const XmlAttributes& attributes) override {
    const auto required = [&](std::string_view wanted) {
      return required_attribute(reader_, name, attributes, wanted);
    };
    if (name == "node") {
      graph_.add_node(required("id"));
    } else if (name == "edge") {
      open_edge(reader_, attributes, "directed", "true", graph_, edge_);
    } else if (name == "data" && edge_) {
      const auto key = ranks_.find(required("key"));
      begin_text(key == ranks_.end() ? std::nullopt : std::optional(key->second));
    } else if (name == "key") {
      begin_key(attributes);
    } else if (name == "default") {
      begin_text(declared_);
    } else if (name == "graph") {
      begin_graph(attributes);
    } else if (name == "hyperedge") {
      fail_input(reader_.place(), "hyperedges are not supported");
    }
  }

  void text(std::string_view piece) override {
    if (text_rank_) {
      text_ = text_.size() + piece.size() > kLongestNumber ? "a long text" : text_.append(piece);
    }
  }

  void end(std::string_view name) override {
    if ((name == "data" || name == "default") && text_rank_) {
      (name == "data" ? edge_->weight : default_).offer(*text_rank_, trimmed());
      text_rank_.reset();
    } else if (name == "key") {
      declared_.reset();
    } else if (name == "edge") {
      end_edge();
    } else if (name == "graph") {
      --open_graphs_;
    }
  }

 private:
  static constexpr std::size_t kLongestNumber = 4096;

  void begin_graph(const XmlAttributes& attributes) {
    if (open_graphs_ == 0) {
      if (any_graph_) {
        fail_input(reader_.place(), "a second graph; only files with one graph are read");
      }
      any_graph_ = true;
      graph_.set_directed(attributes.find("edgedefault") == "directed");
    }
    ++open_graphs_;
  }

  void begin_key(const XmlAttributes& attributes) {
    const auto id = attributes.find("id");
    const auto use = attributes.find("for");
    const auto rank = EdgeWeight::rank_of(attributes.find("attr.name").value_or(""));
    if (id && rank && (!use || *use == "edge" || *use == "all")) {
      ranks_.insert_or_assign(std::string(*id), *rank);
      declared_ = rank;
    }
  }

  void begin_text(std::optional<int> rank) {
    text_rank_ = rank;
    text_.clear();
  }

  void end_edge() {
    const auto place = [this] { return reader_.place(); };
    const auto weight = edge_->weight.value(place);
    graph_.add_edge(edge_->source, edge_->target, weight ? weight : default_.value(place), edge_->kind);
    edge_.reset();
  }

  [[nodiscard]] std::string_view trimmed() const {
    constexpr std::string_view kSpaces = " \t\r\n";
    const std::size_t begin = text_.find_first_not_of(kSpaces);
    return begin == std::string::npos
               ? std::string_view()
               : std::string_view(text_).substr(begin, text_.find_last_not_of(kSpaces) + 1 - begin);
  }

  const XmlReader& reader_;
  DocumentGraph& graph_;
  std::map<std::string, int, std::less<>> ranks_;  ///< of keys that may be weights of edges, by id
  std::optional<int> declared_;                    ///< the rank of the key whose element is open
  std::optional<int> text_rank_;                   ///< the rank of the value that is being read
  std::string text_;
  std::size_t open_graphs_ = 0;
  bool any_graph_ = false;
  std::optional<OpenEdge> edge_;
  EdgeWeight default_;  ///< of edges without a weight
};

}  // namespace

std::unique_ptr<XmlEvents> graphml_events(const XmlReader& reader, DocumentGraph& graph) {
  return std::make_unique<GraphmlEvents>(reader, graph);
}

}  // namespace columnar
