#include <map>
#include <string>

#include "columnar/core/fail_input.hpp"
#include "columnar/graph/weight_text.hpp"
#include "columnar/graph/xml_graph_reader.hpp"

namespace columnar {
namespace {

/// An attribute of edges that may be their weight.
struct GraphmlKey {
  int rank = 0;
  std::string default_text;
};

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
      source_ = graph_.row_of(required("source"));
      target_ = graph_.row_of(required("target"));
      begin_edge(attributes.find("directed"));
    } else if (name == "data" && in_edge_) {
      const auto key = keys_.find(required("key"));
      text_key_ = key == keys_.end() ? nullptr : &key->second;
      text_.clear();
    } else if (name == "key") {
      begin_key(attributes);
    } else if (name == "default" && declared_ != nullptr) {
      text_key_ = declared_;
      text_.clear();
    } else if (name == "graph") {
      begin_graph(attributes);
    } else if (name == "hyperedge") {
      fail_input(reader_.place(), "hyperedges are not supported");
    }
  }

  void text(std::string_view piece) override {
    if (text_key_ != nullptr) {
      text_ = text_.size() + piece.size() > kLongestNumber ? "a long text" : text_.append(piece);
    }
  }

  void end(std::string_view name) override {
    if (name == "data" && text_key_ != nullptr) {
      weight_.offer(text_key_->rank, trimmed());
      text_key_ = nullptr;
    } else if (name == "default" && text_key_ != nullptr) {
      text_key_->default_text = trimmed();
      text_key_ = nullptr;
    } else if (name == "key") {
      declared_ = nullptr;
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
      declared_ = &keys_[std::string(*id)];
      declared_->rank = *rank;
    }
  }

  void begin_edge(std::optional<std::string_view> directed) {
    kind_ = !directed ? EdgeKind::kDefault : *directed == "true" ? EdgeKind::kDirected : EdgeKind::kUndirected;
    weight_ = {};
    in_edge_ = true;
  }

  void end_edge() {
    for (const auto& [id, key] : keys_) {
      defaults_.offer(key.rank, key.default_text);
    }
    const auto place = [this] { return reader_.place(); };
    const auto weight = weight_.value(place);
    graph_.add_edge(source_, target_, weight ? weight : defaults_.value(place), kind_);
    in_edge_ = false;
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
  std::map<std::string, GraphmlKey, std::less<>> keys_;  ///< by id
  GraphmlKey* declared_ = nullptr;                       ///< the key whose element is open
  GraphmlKey* text_key_ = nullptr;                       ///< the key whose value is being read
  std::string text_;
  std::size_t open_graphs_ = 0;
  bool any_graph_ = false;
  bool in_edge_ = false;
  NodeIndex source_ = 0;
  NodeIndex target_ = 0;
  EdgeKind kind_ = EdgeKind::kDefault;
  EdgeWeight weight_;
  EdgeWeight defaults_;
};

}  // namespace

std::unique_ptr<XmlEvents> graphml_events(const XmlReader& reader, DocumentGraph& graph) {
  return std::make_unique<GraphmlEvents>(reader, graph);
}

}  // namespace columnar
