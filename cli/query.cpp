#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "arguments.hpp"
#include "chance_text.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/error.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/files/sectioned_file.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/sdr/sdr_formats.hpp"
#include "columnar/search/near_all.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "columnar_lab/evaluate/nearest_vectors.hpp"
#include "columnar_lab/report/query_report.hpp"
#include "commands.hpp"
#include "node_list.hpp"
#include "query_answers.hpp"
#include "searchable.hpp"
#include "terminal.hpp"

// `columnar query`: the nodes whose codes share most with those of a node, of several, or with a pattern; of vectors,
// those with the highest cosine.

namespace columnar::cli {
namespace {

constexpr std::size_t kStandardHits = 10;
constexpr std::size_t kQueriesAtOnce = 1024;  // whose answers are in memory

struct QueryArguments {
  std::string file;
  std::string new_edges;
  std::string new_attributes;
  std::string layer;
  std::string node;
  std::string nodes;
  std::vector<std::string> like;
  std::vector<std::string> unlike;
  std::string bits;
  std::string hits;
  std::string at_least;
  std::string format;
  bool json = false;
  ThreadsOption threads;
};

/// What is asked about: nodes one by one, or all together, or a pattern of bits.
struct Question {
  std::vector<NodeIndex> nodes;
  std::vector<NodeIndex> unlike;
  bool one_by_one = true;
};

Question question_of(const QueryArguments& arguments, const NodeIds& ids) {
  const auto ways = std::ranges::count(
      std::array{!arguments.node.empty(), !arguments.nodes.empty(), !arguments.like.empty(), !arguments.bits.empty()},
      true);
  if (ways != 1) {
    throw Error(ErrorCode::kConfig, fmt::format("query: ask by --node, or by --nodes, or by --like, or by --bits{}",
                                                ways > 1 ? ", not by several" : ""));
  }
  const IdIndex index(ids, arguments.file);
  const auto rows_of = [&](const std::vector<std::string>& names) {
    std::vector<NodeIndex> rows;
    rows.reserve(names.size());
    for (const std::string& name : names) {
      rows.push_back(row_of(arguments.file, name, index, ids));
    }
    return rows;
  };
  Question question;
  question.unlike = rows_of(arguments.unlike);
  question.one_by_one = arguments.like.empty();
  if (!arguments.nodes.empty()) {
    question.nodes = rows_in_file(arguments.nodes, index, ids);
  } else if (arguments.bits.empty()) {
    question.nodes = rows_of(arguments.like.empty() ? std::vector{arguments.node} : arguments.like);
  }
  return question;
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

/// -k, or the standard where it was not given.
std::size_t most_hits(const QueryArguments& arguments, std::size_t standard) {
  return arguments.hits.empty() ? standard
                                : static_cast<std::size_t>(
                                      parse_whole("-k", arguments.hits, 1, std::numeric_limits<std::uint32_t>::max()));
}

/// --at-least, or 0.
std::uint32_t least_overlap(const QueryArguments& arguments) {
  return arguments.at_least.empty()
             ? 0
             : static_cast<std::uint32_t>(
                   parse_whole("--at-least", arguments.at_least, 1, std::numeric_limits<std::uint32_t>::max()));
}

/// The queries, each without the bits of --not, in ascending order. One per node, or one of --bits.
std::vector<Query> queries_of(const QueryArguments& arguments, const Question& question, const Searchable& codes) {
  const SdrShape& shape = codes.index->shape();
  std::vector<Query> queries;
  queries.reserve(question.nodes.size());
  for (const NodeIndex node : question.nodes) {
    queries.push_back(query_like(codes.codes, shape.active(), std::span(&node, 1), question.unlike));
  }
  if (!arguments.bits.empty()) {
    queries.push_back({parse_bits(arguments.bits, shape.width()), question.unlike});
    const Query unwanted = query_like(codes.codes, shape.active(), question.unlike);
    std::erase_if(queries.front().bits, [&](std::uint16_t bit) {
      return std::find(unwanted.bits.begin(), unwanted.bits.end(), bit) != unwanted.bits.end();
    });
  }
  for (Query& query : queries) {
    std::erase_if(query.left_out, [&](NodeIndex row) { return row >= codes.index->size(); });
    std::sort(query.bits.begin(), query.bits.end());
    query.bits.erase(std::unique(query.bits.begin(), query.bits.end()), query.bits.end());
    if (query.bits.empty()) {
      throw Error(ErrorCode::kConfig, "--not: takes away every bit of the query");
    }
  }
  return queries;
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

Answer answer_of(AnswerFormat format, const std::vector<Hit>& hits, const Searchable& codes, const Query& query) {
  Answer answer;
  if (format == AnswerFormat::kText) {
    answer.text = hits_text(hits, codes.ids, *codes.index, query);
  } else if (format == AnswerFormat::kJson) {
    answer.json = hits_json(hits, codes.ids, codes.index->shape());
  } else {
    for (const Hit& hit : hits) {
      answer.rows.push_back({codes.ids.name(hit.row), fmt::format("{}", hit.near), fmt::format("{}", hit.overlap),
                             fmt::format("{:.6g}", hit.chance)});
    }
  }
  return answer;
}

void query_codes(const QueryArguments& arguments, const Searchable& codes, AnswerPrinter& printer) {
  const Question question = question_of(arguments, codes.named);
  const std::vector<Query> queries = queries_of(arguments, question, codes);
  const std::uint32_t least = least_overlap(arguments);
  if (!question.one_by_one && queries.size() > 1) {
    const std::size_t most = most_hits(arguments, least == 0 ? kStandardHits : codes.index->size());
    const auto hits = near_all(*codes.index, queries, std::max(least, 1U), most);
    const auto& largest = *std::ranges::max_element(queries, {}, [](const Query& one) { return one.bits.size(); });
    printer.add(answer_of(printer.format(), hits, codes, largest));
    return;
  }
  const RunContext context{arguments.threads.value(), nullptr};
  for (std::size_t begin = 0; begin < queries.size(); begin += kQueriesAtOnce) {
    const auto some = std::span(queries).subspan(begin, std::min(kQueriesAtOnce, queries.size() - begin));
    auto answers = least == 0 ? codes.index->top(some, most_hits(arguments, kStandardHits), context)
                              : codes.index->at_least(some, least, context);
    for (std::size_t i = 0; i < some.size(); ++i) {
      answers[i].resize(std::min(answers[i].size(), most_hits(arguments, answers[i].size())));
      Answer answer = answer_of(printer.format(), answers[i], codes, some[i]);
      arguments.bits.empty() ? printer.add(codes.named, question.nodes[begin + i], std::move(answer))
                             : printer.add(std::move(answer));
    }
  }
}

Answer answer_of(AnswerFormat format, const std::vector<NearRow>& nearest, const NodeIds& ids) {
  Answer answer;
  Table table;
  table.add({"node", "cosine"});
  table.add_rule();
  for (const NearRow& near : nearest) {
    if (format == AnswerFormat::kText) {
      table.add({shortened(ids.name(near.row), 40), fmt::format("{:.4f}", near.similarity)});
    } else if (format == AnswerFormat::kJson) {
      answer.json.push_back({{"id", id_json(ids, near.row)}, {"cosine", near.similarity}});
    } else {
      answer.rows.push_back({ids.name(near.row), fmt::format("{:.6g}", near.similarity)});
    }
  }
  answer.text = nearest.empty() ? "There is no other node.\n" : table.text("");
  return answer;
}

void query_vectors(const QueryArguments& arguments, const DenseTable& vectors, AnswerPrinter& printer) {
  for (const auto& [flag, given] : {std::pair("--bits", !arguments.bits.empty()),
                                    {"--not", !arguments.unlike.empty()},
                                    {"--layer", !arguments.layer.empty()},
                                    {"--at-least", !arguments.at_least.empty()}}) {
    if (given) {
      throw Error(ErrorCode::kConfig, fmt::format("{}: {} holds vectors, which have no bits", flag, arguments.file));
    }
  }
  const Question question = question_of(arguments, vectors.ids);
  const RowSimilarity similarity(vectors);
  const std::size_t most = most_hits(arguments, kStandardHits);
  if (!question.one_by_one) {
    const auto nearest = nearest_rows(similarity, vectors.size(), question.nodes, most);
    printer.add(answer_of(printer.format(), nearest, vectors.ids));
    return;
  }
  for (const NodeIndex node : question.nodes) {
    const auto nearest = nearest_rows(similarity, vectors.size(), std::span(&node, 1), most);
    printer.add(vectors.ids, node, answer_of(printer.format(), nearest, vectors.ids));
  }
}

/// Whether the name of a file says that it may hold vectors.
bool may_hold_vectors(const std::string& path) {
  const std::string extension = unpacked_extension_of(path);
  const std::vector<std::string_view> of_vectors = vectors_extensions();
  return std::ranges::find(of_vectors, extension) != of_vectors.end() && !sectioned_file_kind(path);
}

void run_query(const QueryArguments& arguments) {
  if (arguments.nodes == "-" && (arguments.new_edges == "-" || arguments.file == "-")) {
    throw Error(ErrorCode::kConfig, "--nodes: standard input is read already");
  }
  AnswerPrinter printer(parse_answer_format(arguments.format, arguments.json), !arguments.nodes.empty());
  const std::optional<Layer> layer = parse_layer(arguments.layer);
  const NewNodeFiles new_nodes{arguments.new_edges, arguments.new_attributes};
  if (!new_nodes.any() && may_hold_vectors(arguments.file)) {
    Embedding embedding = read_embedding(arguments.file);
    const DenseTable* vectors = vectors_of(embedding);
    vectors != nullptr
        ? query_vectors(arguments, *vectors, printer)
        : query_codes(arguments, searchable(layer_of(std::get<SdrTable>(std::move(embedding)), layer)), printer);
  } else {
    query_codes(arguments, open_codes(arguments.file, new_nodes, layer), printer);
  }
  printer.finish();
}

}  // namespace

void add_query(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("query", "Find the nodes whose codes share most bits, or whose vectors are most alike");
  const auto arguments = std::make_shared<QueryArguments>();
  command
      ->add_option("CODES", arguments->file,
                   fmt::format("{}, an index made by `columnar index`, a model, or vectors ({})", codes_help(),
                               list_text(vectors_extensions())))
      ->type_name("")
      ->required();
  command
      ->add_option("--new", arguments->new_edges,
                   "With a model: edges of new nodes to query for; results are known nodes; - for standard input")
      ->type_name("EDGES");
  command
      ->add_option("--new-attributes", arguments->new_attributes,
                   "The same by what they are, for a model with attributes: as encode --attributes, with or without "
                   "--new")
      ->type_name("FILE");
  add_layer_option(*command, arguments->layer, "all that there are");
  command->add_option("--node", arguments->node, "Find the nodes most similar to this one")->type_name("ID");
  command
      ->add_option("--nodes", arguments->nodes,
                   "The same for each of these: a file of ids, one per line; - for standard input")
      ->type_name("FILE");
  command
      ->add_option("--like", arguments->like,
                   "Find the nodes near all of several: ranked by the one that each is least similar to")
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
  command
      ->add_option("--format", arguments->format,
                   "text; tsv: [node asked about,] node, near, bits shared, chance, or node, cosine; or json")
      ->type_name("NAME")
      ->default_str("text on a terminal, else tsv");
  command->add_flag("--json", arguments->json,
                    "The same as --format json: a list of id, overlap, chance and, of codes "
                    "with L6, near; of vectors id and cosine");
  arguments->threads.add_to(*command);
  command->callback([arguments] { run_query(*arguments); });
}

}  // namespace columnar::cli
