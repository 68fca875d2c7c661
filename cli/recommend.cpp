#include <fmt/format.h>

#include <limits>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar_lab/report/recommend_report.hpp"
#include "commands.hpp"
#include "node_list.hpp"
#include "progress_line.hpp"
#include "query_answers.hpp"
#include "terminal.hpp"

// `columnar recommend`: likely new edges.

namespace columnar::cli {
namespace {

struct RecommendArguments {
  std::string model;
  std::vector<std::string> nodes;
  std::string list;
  std::string hits = "10";
  std::string format;
  bool json = false;
  ThreadsOption threads;
};

std::string table_text(const Model& model, const std::vector<NodeIndex>& nodes,
                       const std::vector<std::vector<Recommendation>>& recommended) {
  constexpr std::size_t kWidestId = 40;
  const SdrShape shape = search_shape(model.config);
  Table table;
  std::vector<std::string> head{"for", "node", "score"};
  table.align_left(1);
  if (shape.has_l6()) {
    head.emplace_back("near");
  }
  head.insert(head.end(), {"bits shared", "common neighbours"});
  table.add(head);
  table.add_rule();
  bool is_empty = true;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Recommendation& one : recommended[i]) {
      is_empty = false;
      std::vector<std::string> row{shortened(model.graph.ids.name(nodes[i]), kWidestId),
                                   shortened(model.graph.ids.name(one.node), kWidestId),
                                   fmt::format("{:.3f}", one.score)};
      if (shape.has_l6()) {
        row.push_back(fmt::format("{} of {}", one.near, shape.l6().active));
      }
      row.push_back(fmt::format("{} of {}", one.overlap, shape.active() - shape.l6().active));
      row.push_back(with_commas(one.common));
      table.add(row);
    }
  }
  return is_empty ? "No other node shares a bit or a neighbour.\n" : table.text("");
}

/// A line for each recommendation: for, node, score, [near,] bits shared, common neighbours.
std::string tsv_text(const Model& model, const std::vector<NodeIndex>& nodes,
                     const std::vector<std::vector<Recommendation>>& recommended) {
  const bool has_l6 = search_shape(model.config).has_l6();
  std::string lines;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Recommendation& one : recommended[i]) {
      lines += fmt::format("{}\t{}\t{:.6g}\t{}{}\t{}\n", printable(model.graph.ids.name(nodes[i])),
                           printable(model.graph.ids.name(one.node)), one.score,
                           has_l6 ? fmt::format("{}\t", one.near) : "", one.overlap, one.common);
    }
  }
  return lines;
}

std::string answer_text(AnswerFormat format, const Model& model, const std::vector<NodeIndex>& nodes,
                        const std::vector<std::vector<Recommendation>>& recommended) {
  switch (format) {
    case AnswerFormat::kJson:
      return json_text(recommendations_json(model, nodes, recommended));
    case AnswerFormat::kTsv:
      return tsv_text(model, nodes, recommended);
    case AnswerFormat::kText:
      break;
  }
  return table_text(model, nodes, recommended);
}

/// The nodes of --node, then those of --nodes.
std::vector<NodeIndex> asked_nodes(const RecommendArguments& arguments, const NodeIds& ids) {
  if (arguments.nodes.empty() && arguments.list.empty()) {
    throw Error(ErrorCode::kConfig, "--node: name a node, or give a file of them with --nodes");
  }
  const IdIndex index(ids, arguments.model);
  std::vector<NodeIndex> nodes;
  for (const std::string& name : arguments.nodes) {
    nodes.push_back(row_of(arguments.model, name, index, ids));
  }
  if (!arguments.list.empty()) {
    const std::vector<NodeIndex> listed = rows_in_file(arguments.list, index, ids);
    nodes.insert(nodes.end(), listed.begin(), listed.end());
  }
  return nodes;
}

void run_recommend(const RecommendArguments& arguments) {
  const auto k =
      static_cast<std::size_t>(parse_whole("-k", arguments.hits, 1, std::numeric_limits<std::uint32_t>::max()));
  const AnswerFormat format = parse_answer_format(arguments.format, arguments.json);
  const int threads = arguments.threads.value();
  if (!is_model_file(arguments.model)) {
    require_no_other_kind(arguments.model);
  }
  const Model model = load_model(arguments.model);
  const std::vector<NodeIndex> nodes = asked_nodes(arguments, model.graph.ids);
  ProgressLine progress(nodes.size() < 1000);
  const RunContext context{threads, &progress};
  const auto recommended = run_stage(context, "recommend", [&] { return recommend(model, nodes, k, context); });
  print(answer_text(format, model, nodes, recommended));
}

}  // namespace

void add_recommend(CLI::App& app) {
  CLI::App* command = app.add_subcommand("recommend", "Recommend new edges: likely neighbours that are not linked yet");
  const auto arguments = std::make_shared<RecommendArguments>();
  command->add_option("MODEL", arguments->model, "A model, as embed --model wrote it: its graph and its codes")
      ->type_name("")
      ->required();
  command->add_option("--node", arguments->nodes, "Recommend for this node; may be given several times")
      ->type_name("ID")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--nodes", arguments->list, "And for the nodes in a file, one id per line; - for standard input")
      ->type_name("FILE");
  command->add_option("-k", arguments->hits, "Maximum number of recommendations per node")
      ->type_name("N")
      ->default_str(arguments->hits);
  command
      ->add_option("--format", arguments->format,
                   "text; tsv: node asked about, node, score, near, bits shared, common neighbours; or json")
      ->type_name("NAME")
      ->default_str("text on a terminal, else tsv");
  arguments->threads.add_to(*command);
  command->add_flag(
      "--json", arguments->json,
      "The same as --format json: a list with an entry per node: id, and recommended: id, score, overlap, near, "
      "common_neighbours");
  command->callback([arguments] { run_recommend(*arguments); });
}

}  // namespace columnar::cli
