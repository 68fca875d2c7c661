#include "columnar/graph/gml_reader.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/graph/gml_tokens.hpp"
#include "columnar/graph/weight_text.hpp"

namespace columnar {
namespace {

using Kind = GmlToken::Kind;

class GmlReader {
 public:
  GmlReader(const std::string& path, const ReadOptions& options)
      : tokens_(path), graph_([this] { return tokens_.place(); }, tokens_.name(), options) {}

  BuiltGraph read() && {
    bool any = false;
    read_list(true, [&](const std::string& key) {
      if (key != "graph" || !opens_list()) {
        return skip_value();
      }
      if (any) {
        fail_input(tokens_.place(), "a second graph; only files with one graph are read");
      }
      any = true;
      read_graph_list();
    });
    if (!any) {
      fail_input(tokens_.name(), "no 'graph [' in the file");
    }
    return std::move(graph_).build();
  }

 private:
  static constexpr std::size_t kMaxDepth = 64;

  /// Calls take_value with each key of a list, when the first token of its value is the current one. The list ends with
  /// ']', or with the file if it is the outermost.
  template <typename TakeValue>
  void read_list(bool is_outermost, const TakeValue& take_value) {
    if (++depth_ > kMaxDepth) {
      fail_input(tokens_.place(), fmt::format("GML nested deeper than {} levels", kMaxDepth));
    }
    const Kind last = is_outermost ? Kind::kEnd : Kind::kClose;
    while (true) {
      token_ = &tokens_.next();
      if (token_->kind == last) {
        break;
      }
      if (token_->kind != Kind::kWord) {
        fail_input(tokens_.place(), token_->kind == Kind::kEnd
                                        ? "the file ends inside a list"
                                        : fmt::format("expected a key, found {}", in_quotes(text())));
      }
      const std::string key = token_->text;
      token_ = &tokens_.next();
      if (token_->kind == Kind::kClose || token_->kind == Kind::kEnd) {
        fail_input(tokens_.place(), fmt::format("the key {} has no value", in_quotes(key)));
      }
      take_value(key);
    }
    --depth_;
  }

  [[nodiscard]] std::string text() const {
    switch (token_->kind) {
      case Kind::kOpen:
        return "[";
      case Kind::kClose:
        return "]";
      default:
        return token_->text;
    }
  }

  [[nodiscard]] bool opens_list() const { return token_->kind == Kind::kOpen; }

  void skip_value() {
    if (opens_list()) {
      read_list(false, [this](const std::string& /*key*/) { skip_value(); });
    }
  }

  void read_graph_list() {
    read_list(false, [this](const std::string& key) {
      if (key == "directed" && !opens_list()) {
        graph_.set_directed(token_->text == "1");
      } else if (key == "node" && opens_list()) {
        read_node();
      } else if (key == "edge" && opens_list()) {
        read_edge();
      } else {
        skip_value();
      }
    });
  }

  void read_node() {
    std::optional<std::string> id;
    std::optional<std::string> label;
    read_list(false, [&](const std::string& key) {
      if (key == "id" && !opens_list()) {
        id = token_->text;
      } else if (key == "label" && !opens_list()) {
        label = token_->text;
      } else {
        skip_value();
      }
    });
    if (!id) {
      fail_input(tokens_.place(), "a node without 'id'");
    }
    const NodeIndex node = graph_.add_node(*id);
    if (label) {
      graph_.set_label(node, *label);
    }
  }

  void read_edge() {
    std::optional<NodeIndex> source;
    std::optional<NodeIndex> target;
    EdgeWeight weight;
    read_list(false, [&](const std::string& key) {
      if (opens_list()) {
        skip_value();
      } else if (key == "source") {
        source = graph_.row_of(token_->text);
      } else if (key == "target") {
        target = graph_.row_of(token_->text);
      } else if (const auto rank = EdgeWeight::rank_of(key)) {
        weight.offer(*rank, token_->text);
      }
    });
    if (!source || !target) {
      fail_input(tokens_.place(), fmt::format("an edge without '{}'", source ? "target" : "source"));
    }
    graph_.add_edge(*source, *target, weight.value([this] { return tokens_.place(); }));
  }

  GmlTokens tokens_;
  DocumentGraph graph_;
  const GmlToken* token_ = nullptr;
  std::size_t depth_ = 0;
};

}  // namespace

BuiltGraph read_gml(const std::string& path, const ReadOptions& options) { return GmlReader(path, options).read(); }

}  // namespace columnar
