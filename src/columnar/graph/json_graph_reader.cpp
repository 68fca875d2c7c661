#include "columnar/graph/json_graph_reader.hpp"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/core/json_stream.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/weight_text.hpp"

namespace columnar {
namespace {

/// Takes nodes and edges from the lists of the outermost object; skips everything else.
class NodeLinkEvents : public JsonEvents {
 public:
  NodeLinkEvents(const JsonStream& stream, DocumentGraph& graph, IdIndex& names)
      : stream_(stream), graph_(graph), names_(names) {}

  [[nodiscard]] bool any_edges() const noexcept { return any_edges_; }

  /// Why there are no edges.
  [[nodiscard]] std::string missing_edges() const {
    if (other_form_.empty()) {
      return "no node-link graph: neither 'links' nor 'edges' in it";
    }
    return fmt::format(
        "{} is not read here; to convert it: "
        "networkx.write_graphml(networkx.{}_graph(json.load(open(FILE))), 'graph.graphml')",
        other_form_ == "elements" ? "JSON of Cytoscape" : "JSON of adjacency lists",
        other_form_ == "elements" ? "cytoscape" : "adjacency");
  }

  bool key(string_t& name) override {
    if (depth_ == kInTop) {
      section_ = Section::kOther;
      if (name == "directed") {
        section_ = Section::kDirected;
      } else if (name == "nodes") {
        section_ = Section::kNodes;
      } else if (name == "elements" || name == "adjacency") {
        other_form_ = name;
      } else if (name == "links" || name == "edges") {
        section_ = Section::kEdges;
        if (any_edges_) {
          fail("a second list of edges; one of 'links' and 'edges' is read");
        }
        any_edges_ = true;
      }
    } else if (depth_ == kInItem) {
      field_ = std::move(name);
    }
    return true;
  }

  bool null() override {
    if (depth_ == kInList && in_list()) {
      fail_item();
    }
    return true;
  }
  bool boolean(bool value) override {
    if (depth_ == kInTop && section_ == Section::kDirected) {
      graph_.set_directed(value);
    }
    return scalar(value ? "true" : "false", false);
  }
  bool number_integer(number_integer_t value) override { return scalar(std::to_string(value), true); }
  bool number_unsigned(number_unsigned_t value) override { return scalar(std::to_string(value), true); }
  bool number_float(number_float_t /*value*/, const string_t& text) override { return scalar(text, false); }
  bool string(string_t& value) override { return scalar(value, false); }

  bool start_object(std::size_t /*size*/) override {
    if (++depth_ == kInItem && in_list()) {
      id_.reset();
      name_.reset();
      source_.reset();
      target_.reset();
      weight_ = {};
    }
    return true;
  }

  bool end_object() override {
    if (depth_-- == kInItem && in_list()) {
      section_ == Section::kNodes ? end_node() : end_edge();
    }
    return true;
  }

  bool start_array(std::size_t /*size*/) override {
    if (depth_ == 0) {
      fail(
          "a list; expected an object with 'nodes' and 'links' or 'edges'; to convert a list of edges: "
          "pandas.read_json(FILE).to_csv('edges.csv', index=False)");
    }
    if (depth_ == kInList && in_list()) {
      fail_item();
    }
    ++depth_;
    return true;
  }

  bool end_array() override {
    --depth_;
    return true;
  }

 private:
  enum class Section : std::uint8_t { kOther, kDirected, kNodes, kEdges };
  static constexpr std::size_t kInTop = 1;
  static constexpr std::size_t kInList = 2;
  static constexpr std::size_t kInItem = 3;

  [[noreturn]] void fail(const std::string& reason) const { fail_input(stream_.place(), reason); }
  [[noreturn]] void fail_item() const {
    fail(section_ == Section::kNodes ? "a node that is no object" : "an edge that is no object");
  }

  [[nodiscard]] bool in_list() const { return section_ == Section::kNodes || section_ == Section::kEdges; }

  bool scalar(const std::string& text, bool is_whole) {
    if (depth_ == kInList && in_list()) {
      fail_item();
    }
    if (depth_ != kInItem || !in_list()) {
      return true;
    }
    if (section_ == Section::kNodes) {
      if (field_ == "id") {
        id_ = text;
      } else if (field_ == "name") {
        name_ = text;
      }
    } else if (field_ == "source") {
      source_ = end_of(text, is_whole);
    } else if (field_ == "target") {
      target_ = end_of(text, is_whole);
    } else if (const auto rank = EdgeWeight::rank_of(field_)) {
      weight_.offer(*rank, text);
    }
    return true;
  }

  /// The row of an edge's end.
  NodeIndex end_of(const std::string& text, bool is_whole) {
    edges_begun_ = true;
    if (!by_name_) {
      return graph_.row_of(text);
    }
    std::optional<NodeIndex> row;
    if (!is_whole) {
      if (!names_differ_) {
        fail("an edge names a node, but two nodes have the same name and no 'id'");
      }
      row = names_.find(text);
    } else if (const auto position = parse_canonical_integer(text);
               position && *position >= 0 && static_cast<std::uint64_t>(*position) < graph_.node_count()) {
      row = static_cast<NodeIndex>(*position);
    }
    if (!row) {
      fail(fmt::format("an edge names the node {}, which the file does not list", in_quotes(text)));
    }
    return *row;
  }

  void end_node() {
    if (id_) {
      if (by_name_) {
        fail("a node with 'id' after nodes without");
      }
      any_id_ = true;
      graph_.add_node(*id_);
      return;
    }
    if (any_id_ || !name_) {
      fail("a node without 'id'");
    }
    if (edges_begun_ && !by_name_) {
      fail("nodes without 'id' come after the edges; put them before");
    }
    by_name_ = true;
    const NodeIndex node = graph_.add_node(std::to_string(graph_.node_count()));
    graph_.set_label(node, *name_);
    names_differ_ = names_differ_ && names_.row_of(*name_) == node;
  }

  void end_edge() {
    if (!source_ || !target_) {
      fail(fmt::format("an edge without '{}'", source_ ? "target" : "source"));
    }
    graph_.add_edge(*source_, *target_, weight_.value([this] { return stream_.place(); }));
  }

  const JsonStream& stream_;
  DocumentGraph& graph_;
  IdIndex& names_;  ///< of nodes without ids
  std::size_t depth_ = 0;
  Section section_ = Section::kOther;
  bool any_edges_ = false;
  bool edges_begun_ = false;
  bool by_name_ = false;
  bool names_differ_ = true;
  bool any_id_ = false;
  std::string field_;
  std::string other_form_;  ///< the key by which JSON of another form is known
  std::optional<std::string> id_;
  std::optional<std::string> name_;
  std::optional<NodeIndex> source_;
  std::optional<NodeIndex> target_;
  EdgeWeight weight_;
};

}  // namespace

BuiltGraph read_json_graph(const std::string& path, const ReadOptions& options) {
  InputFile input(path);
  JsonStream stream(input.name(),
                    [&input](std::span<char> bytes) { return input.read_some(std::as_writable_bytes(bytes)); });
  DocumentGraph graph([&stream] { return stream.place(); }, input.name(), options);
  IdIndex names(input.name());
  NodeLinkEvents events(stream, graph, names);
  stream.read(events);
  if (!events.any_edges()) {
    fail_input(input.name(), events.missing_edges());
  }
  return std::move(graph).build();
}

}  // namespace columnar
