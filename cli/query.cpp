#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>

#include "arguments.hpp"
#include "chance_text.hpp"
#include "close_ids.hpp"
#include "columnar/error.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/model.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar/search/brute_force.hpp"
#include "columnar/search/index_file.hpp"
#include "columnar_lab/report/json.hpp"
#include "commands.hpp"
#include "living_graph.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

// `columnar query`: the nodes whose codes share most with those of a node, of several, or with a pattern.

namespace columnar::cli {
namespace {

struct QueryArguments {
  std::string file;
  std::string new_edges;
  std::string layer;
  std::string node;
  std::vector<std::string> like;
  std::vector<std::string> unlike;
  std::string bits;
  std::string hits;
  std::string at_least;
  bool json = false;
};

/// Codes that can be searched, however they are stored.
struct Searchable {
  NodeIds ids;                           ///< of the rows that are searched
  NodeIds named;                         ///< of all rows that a question may name: these, then new nodes
  std::span<const std::uint16_t> codes;  ///< of the rows that may be named
  std::shared_ptr<const void> owner;     ///< of the codes
  std::unique_ptr<const SearchIndex> index;
};

/// A single query is over before an inverted index would be built, so plain codes are searched as they are.
Searchable searchable(SdrTable table, const SdrTable* new_nodes = nullptr) {
  Searchable opened;
  opened.index = std::make_unique<const BruteForceIndex>(table);
  opened.ids = table.ids;
  if (new_nodes != nullptr) {
    append_codes(table, *new_nodes);
  }
  const auto kept = std::make_shared<const SdrTable>(std::move(table));
  opened.named = kept->ids;
  opened.codes = kept->bits;
  opened.owner = kept;
  return opened;
}

/// The layer that is searched: all that there are, unless one is named.
SdrTable layer_of(SdrTable table, const std::optional<Layer>& layer) {
  return layer ? select_layer(table, *layer) : std::move(table);
}

/// The nodes of a model, with new ones to ask about: a hit is always a known node.
Searchable open_with_new_nodes(const QueryArguments& arguments, const std::optional<Layer>& layer) {
  if (!is_model_file(arguments.file)) {
    throw Error(ErrorCode::kConfig,
                fmt::format("--new: {} is no model, which alone has codes for new nodes", printable(arguments.file)));
  }
  const Model model = load_model(arguments.file);
  const NewCodes encoded = encode(model, read_edge_changes(arguments.new_edges), {});
  if (encoded.placeless > 0) {
    ProgressLine(false).note(placeless_text(encoded.placeless));
  }
  const SdrTable new_nodes = layer_of(encoded.codes, layer);
  return searchable(layer_of(codes_of(model), layer), &new_nodes);
}

Searchable open_codes(const QueryArguments& arguments) {
  const std::optional<Layer> layer = parse_layer(arguments.layer);
  if (!arguments.new_edges.empty()) {
    return open_with_new_nodes(arguments, layer);
  }
  if (sectioned_file_kind(arguments.file) != FileKind::kIndex) {
    return searchable(layer_of(read_stored_codes(arguments.file), layer));
  }
  if (layer) {
    throw Error(ErrorCode::kConfig, fmt::format("--layer: {} is an index, which has the layers of its codes (columnar "
                                                "convert --layer makes codes of one)",
                                                printable(arguments.file)));
  }
  IndexFile file = map_index(arguments.file);
  Searchable opened;
  opened.ids = file.ids;
  opened.named = std::move(file.ids);
  opened.codes = file.index->codes();
  opened.index = std::move(file.index);
  return opened;
}

std::vector<NodeIndex> rows_of(const std::vector<std::string>& names, const IdIndex& index, const NodeIds& ids,
                               const std::string& path) {
  std::vector<NodeIndex> rows;
  for (const std::string& name : names) {
    const std::optional<NodeIndex> row = index.find(name);
    if (!row) {
      throw Error(ErrorCode::kInput,
                  fmt::format("{}: there is no node '{}'{}", path, printable(name), close_ids_text(name, ids)));
    }
    rows.push_back(*row);
  }
  return rows;
}

/// "3,17,240".
std::vector<std::uint16_t> parse_bits(const std::string& text, std::uint32_t width) {
  std::vector<std::uint16_t> bits;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    bits.push_back(static_cast<std::uint16_t>(parse_whole("--bits", text.substr(begin, end - begin), 0, width - 1)));
    begin = end + 1;
  }
  return bits;
}

Query make_query(const QueryArguments& arguments, const Searchable& codes) {
  std::vector<std::string> names = arguments.like;
  if (!arguments.node.empty()) {
    names.push_back(arguments.node);
  }
  const auto ways =
      std::ranges::count(std::array{!arguments.node.empty(), !arguments.like.empty(), !arguments.bits.empty()}, true);
  if (ways != 1) {
    throw Error(ErrorCode::kConfig,
                fmt::format("query: ask by --node, or by --like, or by --bits{}", ways > 1 ? ", not by several" : ""));
  }
  const IdIndex index(codes.named, arguments.file);
  const SdrShape& shape = codes.index->shape();
  const auto unlike = rows_of(arguments.unlike, index, codes.named, arguments.file);
  if (arguments.bits.empty()) {
    return query_like(codes.codes, shape.active(), rows_of(names, index, codes.named, arguments.file), unlike);
  }
  Query query{parse_bits(arguments.bits, shape.width()), unlike};
  const Query unwanted = query_like(codes.codes, shape.active(), unlike);
  std::erase_if(query.bits, [&](std::uint16_t bit) {
    return std::find(unwanted.bits.begin(), unwanted.bits.end(), bit) != unwanted.bits.end();
  });
  return query;
}

std::vector<Hit> find_hits(const QueryArguments& arguments, const SearchIndex& index, const Query& query) {
  constexpr std::size_t kStandard = 10;
  const auto most = [&](std::size_t standard) {
    return arguments.hits.empty() ? standard
                                  : static_cast<std::size_t>(parse_whole("-k", arguments.hits, 1,
                                                                         std::numeric_limits<std::uint32_t>::max()));
  };
  if (arguments.at_least.empty()) {
    return index.top(query, most(kStandard));
  }
  const auto overlap = static_cast<std::uint32_t>(
      parse_whole("--at-least", arguments.at_least, 1, std::numeric_limits<std::uint32_t>::max()));
  std::vector<Hit> hits = index.at_least(query, overlap);
  hits.resize(std::min(hits.size(), most(hits.size())));
  return hits;
}

Json hits_json(const std::vector<Hit>& hits, const NodeIds& ids, const SdrShape& shape) {
  Json list = Json::array();
  for (const Hit& hit : hits) {
    Json one{{"id", ids.are_text() ? Json(ids.texts[hit.row]) : Json(ids.integers[hit.row])},
             {"overlap", hit.overlap},
             {"chance", hit.chance}};
    if (shape.has_l6()) {
      one["near"] = hit.near;
    }
    list.push_back(std::move(one));
  }
  return list;
}

std::string hits_text(const std::vector<Hit>& hits, const NodeIds& ids, const SearchIndex& index, const Query& query) {
  if (hits.empty()) {
    return "No other node shares as many of its bits.\n";
  }
  const SdrShape& shape = index.shape();
  const bool others = shape.layer != Layer::kL6;  // bits that are none of L6
  const auto near =
      std::ranges::count_if(query.bits, [&](std::uint16_t bit) { return shape.has_l6() && bit >= shape.l6().begin; });
  const double least = index.least_chance(query);
  Table table;
  const auto add = [&](std::string node, std::string nearness, std::string overlap, std::string chance) {
    std::vector<std::string> row{std::move(node)};
    if (shape.has_l6()) {
      row.push_back(std::move(nearness));
    }
    if (others) {
      row.push_back(std::move(overlap));
    }
    row.push_back(std::move(chance));
    table.add(row);
  };
  add("node", "near", "bits shared", "chance");
  table.add_rule();
  for (const Hit& hit : hits) {
    add(shortened(ids.name(hit.row), 40), fmt::format("{} of {}", hit.near, near),
        fmt::format("{} of {}", hit.overlap, query.bits.size() - static_cast<std::size_t>(near)),
        chance_text(hit.chance, least));
  }
  return table.text("");
}

void run_query(const QueryArguments& arguments) {
  const Searchable codes = open_codes(arguments);
  Query query = make_query(arguments, codes);
  std::erase_if(query.left_out, [&](NodeIndex row) { return row >= codes.index->size(); });
  std::sort(query.bits.begin(), query.bits.end());
  query.bits.erase(std::unique(query.bits.begin(), query.bits.end()), query.bits.end());
  if (query.bits.empty()) {
    throw Error(ErrorCode::kConfig, "--not: takes away every bit of the query");
  }
  const std::vector<Hit> hits = find_hits(arguments, *codes.index, query);
  print(arguments.json ? json_text(hits_json(hits, codes.ids, codes.index->shape()))
                       : hits_text(hits, codes.ids, *codes.index, query));
}

}  // namespace

void add_query(CLI::App& app) {
  CLI::App* command = app.add_subcommand("query", "Find the nodes whose codes share most bits");
  const auto arguments = std::make_shared<QueryArguments>();
  command->add_option("CODES", arguments->file, codes_help() + ", an index made by `columnar index`, or a model")
      ->type_name("")
      ->required();
  command
      ->add_option("--new", arguments->new_edges,
                   "With a model: edges of new nodes to query for; results are known nodes; - for standard input")
      ->type_name("EDGES");
  add_layer_option(*command, arguments->layer, "all that there are");
  command->add_option("--node", arguments->node, "Find the nodes most similar to this one")->type_name("ID");
  command->add_option("--like", arguments->like, "The same for several nodes: the union of their bits")
      ->type_name("ID")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--not", arguments->unlike, "Remove the bits of this node from the query")
      ->type_name("ID")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--bits", arguments->bits, "Find the nodes that share most of these bits: 3,17,240")
      ->type_name("LIST");
  command->add_option("-k", arguments->hits, "Maximum number of results")->type_name("N")->default_str("10");
  command
      ->add_option("--at-least", arguments->at_least,
                   "Find all nodes that share at least N bits over all layers, or the best -k of them")
      ->type_name("N");
  command->add_flag("--json", arguments->json, "A JSON list of id, overlap, chance and, of codes with L6, near");
  command->callback([arguments] { run_query(*arguments); });
}

}  // namespace columnar::cli
