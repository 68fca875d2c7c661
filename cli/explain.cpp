#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "arguments.hpp"
#include "close_ids.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/graph/text_fields.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar_lab/baselines/embedding_rows.hpp"
#include "columnar_lab/report/explain_report.hpp"
#include "commands.hpp"
#include "embedding_arguments.hpp"
#include "explain_text.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

constexpr std::uint64_t kMaxTypical = 1000;
constexpr const char* kNotOfThisModel = ": not the codes of this model";

struct ExplainArguments {
  std::string codes;
  std::string model;
  std::string node;
  std::string with;
  std::string labels;
  std::string typical = "5";
  bool json = false;
};

NodeIndex find_node(const std::string& flag, const std::string& id, const IdIndex& index, const NodeIds& ids,
                    const std::string& model) {
  const std::optional<NodeIndex> row = index.find(id);
  if (!row) {
    throw Error(ErrorCode::kInput, fmt::format("{}: {} is no node of {}{}", flag, columnar::in_quotes(id), model,
                                               close_ids_text(id, ids)));
  }
  return *row;
}

/// Files that say which graph their codes are of must say the model's: before or after an update it is another.
void require_same_state(const std::string& place, const std::string& metadata_json, const Model& model) {
  const Json metadata = parse_json(metadata_json, place + ": metadata");
  if (metadata.is_object() && metadata.contains("graph_digest") && metadata["graph_digest"] != model.graph_digest) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}{}: they are of another graph, or of this one before or after an update", place,
                            kNotOfThisModel));
  }
}

/// The codes in the rows of the model.
SdrTable read_codes_of(const Model& model, const std::string& text) {
  const EmbeddingSource source = parse_source(text).source;
  const std::string& place = source.place;
  std::string metadata = "{}";
  // All layers, unless one is named: what is explained is what a query finds.
  Embedding embedding = source.layer ? source.load(&metadata) : source.read(&metadata);
  if (codes_of(embedding) == nullptr) {
    throw Error(ErrorCode::kInput, source.place + ": holds vectors; only the bits of codes can be explained");
  }
  require_same_state(place, metadata, model);
  return std::get<SdrTable>(in_rows_of(place + kNotOfThisModel, model.graph.ids, std::move(embedding)));
}

void run(const ExplainArguments& arguments) {
  ExplainOptions options;
  options.typical = static_cast<std::uint32_t>(parse_whole("--typical", arguments.typical, 0, kMaxTypical));
  options.place = arguments.codes;
  if (arguments.with == arguments.node) {
    throw Error(ErrorCode::kConfig, "--with: is the node itself");
  }
  const std::string place = parse_source(arguments.codes).source.place;
  if (arguments.model.empty() && !is_model_file(place)) {
    require_no_other_kind(place);
    throw Error(ErrorCode::kConfig, "--model: name the model that made the codes, or the model in their place");
  }
  const std::string model_path = arguments.model.empty() ? place : arguments.model;
  const Model model = load_model(model_path);
  const SdrTable codes = read_codes_of(model, arguments.codes);
  const IdIndex index(model.graph.ids, model_path);
  const NodeIndex node = find_node("--node", arguments.node, index, model.graph.ids, model_path);
  Labels read;
  if (!arguments.labels.empty()) {
    read = read_labels(arguments.labels, model.graph.ids);
  }
  const Labels* labels = arguments.labels.empty() ? nullptr : &read;
  const ExplainedCodes explained{arguments.codes, codes, labels, model.attributes};
  if (arguments.with.empty()) {
    const CodeExplanation code = explain_code(codes, model, labels, node, options);
    print(arguments.json ? json_text(explanation_json(codes.ids, labels, model.attributes, code))
                         : explanation_text(explained, code));
    return;
  }
  const NodeIndex other = find_node("--with", arguments.with, index, model.graph.ids, model_path);
  const PairExplanation pair = explain_pair(codes, model, labels, node, other, options);
  print(arguments.json ? json_text(pair_json(codes.ids, labels, model.attributes, pair)) : pair_text(explained, pair));
}

}  // namespace

void add_explain(CLI::App& app) {
  const auto arguments = std::make_shared<ExplainArguments>();
  CLI::App* command = app.add_subcommand("explain", "Explain the bits of a node, or the bits that two nodes share");
  command->add_option("CODES", arguments->codes, codes_help() + " that the model made, or the model itself")
      ->type_name("")
      ->required();
  command->add_option("--node", arguments->node, "The node to explain")->type_name("ID")->required();
  command->add_option("--model", arguments->model, "The model, as embed --model wrote it; not needed if CODES is one")
      ->type_name("FILE");
  command->add_option("--with", arguments->with, "Another node: explain what both share")->type_name("ID");
  add_labels_option(*command, arguments->labels);
  command->add_option("--typical", arguments->typical, "Typical nodes to show per region")
      ->type_name("N")
      ->default_str(arguments->typical);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace columnar::cli
