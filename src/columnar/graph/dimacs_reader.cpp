#include "columnar/graph/dimacs_reader.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/plausible_rows.hpp"
#include "columnar/graph/text_fields.hpp"

namespace columnar {
namespace {

class DimacsReader {
 public:
  DimacsReader(const std::string& path, const ReadOptions& options) : lines_(path), options_(options) {}

  BuiltGraph read() && {
    while (const auto line = lines_.next()) {
      const Fields fields = split_fields(*line);
      if (fields.count == 0) {
        continue;
      }
      const std::string_view kind = fields.field[0];
      if (kind == "p") {
        read_problem(fields);
      } else if (kind == "a" || kind == "e") {
        add(kind.front(), fields);
      } else if (kind.size() != 1 || std::string_view("cndvx").find(kind) == std::string_view::npos) {
        fail_input(lines_.place(),
                   fmt::format("expected a line 'p', 'a' or 'e' of DIMACS, found {}; name an edge list .tsv",
                               in_quotes(kind)));
      }
    }
    if (!has_problem_) {
      fail_input(lines_.name(), "no line 'p PROBLEM NODES EDGES' in the file");
    }
    if (letter_ == 'a' && found_ != promised_) {
      fail_input(lines_.place(), fmt::format("the line 'p' promises {} arcs, the file has {}", promised_, found_));
    }
    require_plausible_rows(lines_.name(), nodes_, found_, lines_.bytes_taken());
    return finish();
  }

 private:
  void read_problem(const Fields& fields) {
    if (has_problem_ || fields.count != 4) {
      fail_input(lines_.place(), has_problem_ ? "a second line 'p'" : "expected 'p PROBLEM NODES EDGES'");
    }
    has_problem_ = true;
    nodes_ = parse_count(fields.field[2], "number of nodes", lines_);
    promised_ = parse_count(fields.field[3], "number of edges", lines_);
    if (nodes_ > kMaxNodes) {
      fail_input(lines_.place(), fmt::format("{} nodes, more than the limit of {}", nodes_, kMaxNodes));
    }
  }

  void begin_edges(char letter) {
    if (!has_problem_ || builder_) {
      fail_input(lines_.place(), builder_ ? "lines 'a' and 'e' in one file" : "the line 'p' must come first");
    }
    letter_ = letter;
    const bool arcs = letter == 'a';
    builder_.emplace(GraphBuilderOptions{.directed = options_.directed && arcs,
                                         .source = arcs ? EdgeSource::kMatrix : EdgeSource::kList,
                                         .place = lines_.name(),
                                         .memory_limit = options_.memory_limit});
  }

  void add(char letter, const Fields& fields) {
    if (letter != letter_) {
      begin_edges(letter);
    }
    if (fields.count < 3 || fields.count > 4) {
      fail_input(lines_.place(),
                 fmt::format("expected '{} u v [weight]', found {}", letter, columns_text(fields.count)));
    }
    ++found_;
    const NodeIndex u = parse_index(fields.field[1], "node", nodes_, lines_);
    const NodeIndex v = parse_index(fields.field[2], "node", nodes_, lines_);
    if (fields.count == 4) {
      builder_->add(u, v, parse_weight(fields.field[3], [this] { return lines_.place(); }));
    } else {
      builder_->add(u, v);
    }
  }

  BuiltGraph finish() {
    if (!builder_) {
      builder_.emplace(GraphBuilderOptions{.place = lines_.name()});
    }
    BuiltGraph built = std::move(*builder_).build(ids_from_one(nodes_));
    built.graph.directed = options_.directed;
    return built;
  }

  LineReader lines_;
  const ReadOptions& options_;
  std::optional<GraphBuilder> builder_;
  char letter_ = 0;
  bool has_problem_ = false;
  std::uint64_t nodes_ = 0;
  std::uint64_t promised_ = 0;
  std::uint64_t found_ = 0;
};

}  // namespace

BuiltGraph read_dimacs(const std::string& path, const ReadOptions& options) {
  return DimacsReader(path, options).read();
}

}  // namespace columnar
