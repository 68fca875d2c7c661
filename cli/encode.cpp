#include <fmt/format.h>

#include <memory>
#include <optional>

#include "arguments.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar/model.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/report/stage_costs.hpp"
#include "commands.hpp"
#include "graph_arguments.hpp"
#include "living_graph.hpp"
#include "outputs.hpp"
#include "progress_line.hpp"
#include "reports.hpp"
#include "standard_output.hpp"
#include "summary.hpp"
#include "terminal.hpp"

// `columnar encode`: codes of nodes that a model has never seen, and bits for roles of the nodes of another graph.

namespace columnar::cli {
namespace {

struct EncodeArguments {
  std::string model;
  std::string edges;
  std::string attributes;
  std::string roles_of;
  EdgeColumnOptions columns;  ///< of roles_of
  std::string output;
  std::string layer;
  std::string codec;
  std::string labels;
  bool all = false;
  bool json = false;
  bool quiet = false;
  ThreadsOption threads;

  /// Whether new nodes are given, not known ones asked for.
  [[nodiscard]] bool has_new_nodes() const noexcept { return !edges.empty() || !attributes.empty(); }
};

/// What a run has to tell.
struct Summary {
  NewCodes encoded;  ///< without nodes where only known ones were asked for
  double seconds = 0.0;
  std::size_t rows = 0;
  SdrShape shape;
  std::vector<StageCost> stages;
  std::vector<WrittenFile> written;

  [[nodiscard]] double microseconds_per_node() const {
    return encoded.codes.size() == 0 ? 0.0 : 1e6 * seconds / static_cast<double>(encoded.codes.size());
  }
};

void check_arguments(const EncodeArguments& arguments) {
  require_model_path(arguments.model);
  check_codes_extension(arguments.output);
  (void)parse_codec(arguments.codec, arguments.output);
  require_holds_classes(arguments.output, arguments.labels);
  if (arguments.labels == "-" && arguments.edges == "-") {
    throw Error(ErrorCode::kConfig, "--labels: standard input is already the new edges");
  }
  if (!arguments.roles_of.empty() && (arguments.has_new_nodes() || arguments.all)) {
    throw Error(ErrorCode::kConfig,
                "--roles-of: the nodes of another graph take no new edges, no --attributes and no --all");
  }
  if (arguments.labels == "-" && arguments.roles_of == "-") {
    throw Error(ErrorCode::kConfig, "--labels: standard input is already the graph");
  }
  require_outputs({{"--output", arguments.output}},
                  {arguments.model, arguments.edges, arguments.attributes, arguments.roles_of, arguments.labels});
}

/// The rows of the output: the new nodes, or all of them, the known ones first.
SdrTable rows_asked_for(const EncodeArguments& arguments, const Model& model, const NewCodes& encoded,
                        std::optional<Layer> layer) {
  SdrTable table;
  if (arguments.roles_of.empty() && (!arguments.has_new_nodes() || arguments.all)) {
    table = codes_of(model);
    append_codes(table, encoded.codes);
  } else {
    table = encoded.codes;
  }
  return codes_for(arguments.output, std::move(table), layer);
}

std::string text_of(const EncodeArguments& arguments, const Model& model, const Summary& summary) {
  std::string text = model_text(arguments.model, model);
  const NewCodes& encoded = summary.encoded;
  if (arguments.has_new_nodes()) {
    std::vector<std::string> lines{
        fmt::format("{}, {}", counted(encoded.codes.size(), "new node"), counted(encoded.edges, "edge")),
        fmt::format("{} µs per node, {} broken",
                    with_commas(static_cast<std::uint64_t>(summary.microseconds_per_node() + 0.5)),
                    counted(encoded.tie_breaks, "tie"))};
    text += labelled("Encoded", lines);
    if (encoded.repeated > 0) {
      text += labelled("Dropped", {counted(encoded.repeated, "edge") + (encoded.repeated == 1
                                                                            ? " that came twice or leads nowhere"
                                                                            : " that came twice or lead nowhere")});
    }
    if (encoded.placeless > 0) {
      text += notes_text({placeless_text(encoded.placeless)});
    }
  } else if (!arguments.roles_of.empty()) {
    text += labelled("Roles of", {fmt::format("{}, {}", arguments.roles_of, counted(encoded.codes.size(), "node"))});
  }
  text +=
      labelled("Codes", {fmt::format("{}, {} of {} bits ({})", counted(summary.rows, "node"), summary.shape.active(),
                                     with_commas(summary.shape.width()), layer_name(summary.shape.layer))});
  return text + written_text(summary.written);
}

Json json_of(const EncodeArguments& arguments, const Model& model, const Summary& summary, int threads) {
  const NewCodes& encoded = summary.encoded;
  Json json = {{"version", kVersion}, {"model", model_json(arguments.model, model)}};
  json["roles_of"] = arguments.roles_of.empty() ? Json(nullptr) : Json(arguments.roles_of);
  json["new_nodes"] = encoded.codes.size();
  json["new_edges"] = encoded.edges;
  json["repeated_edges"] = encoded.repeated;
  json["placeless"] = encoded.placeless;
  json["tie_breaks"] = encoded.tie_breaks;
  json["microseconds_per_node"] = summary.microseconds_per_node();
  json["threads"] = threads;
  json["codes"] = summary.rows;
  json["layer"] = layer_flag(summary.shape.layer);
  json.update(stages_json(summary.stages));
  json["written"] = written_json(summary.written);
  return json;
}

void run_encode(const EncodeArguments& arguments) {
  check_arguments(arguments);
  std::optional<Layer> layer = parse_layer(arguments.layer);
  if (!arguments.roles_of.empty() && layer == Layer::kRoles) {
    layer.reset();  // another graph's nodes have no other bits
  }
  const Codec codec = parse_codec(arguments.codec, arguments.output);
  const int threads = arguments.threads.value();
  ProgressLine progress(arguments.quiet);
  const RunContext context{threads, &progress};

  Summary summary;
  struct Input {
    Model model;
    std::optional<EdgeChanges> edges;  ///< of new nodes, which may have attributes alone
    NamedAttributes attributes;
    std::optional<Graph> graph;  ///< whose roles are asked for
  };
  const Input input = run_stage(context, "reading", summary.stages, [&] {
    Input read{load_model(arguments.model), std::nullopt, {}, std::nullopt};
    if (arguments.has_new_nodes()) {
      read.edges = arguments.edges.empty() ? EdgeChanges() : read_edge_changes(arguments.edges);
      read.attributes = read_attributes_of_new(arguments.attributes, read.model);
      require_attributes_of(*read.edges, read.attributes, arguments.attributes, read.model);
      for (const NodeIds* ids : {&read.edges->ids, &read.attributes.ids}) {
        if (ids->size() > 0) {
          require_ids_fit(arguments.output, *ids);
        }
      }
    } else if (!arguments.roles_of.empty()) {
      read.graph = read_graph(arguments.roles_of, {.edges = arguments.columns}).graph;
      require_ids_fit(arguments.output, read.graph->ids);
    }
    return read;
  });
  const Model& model = input.model;
  if (input.edges) {
    summary.encoded = run_stage(context, "encoding", summary.stages,
                                [&] { return encode(model, *input.edges, input.attributes, context); });
    summary.seconds = summary.stages.back().seconds;
  } else if (input.graph) {
    summary.encoded.codes =
        run_stage(context, "encoding", summary.stages, [&] { return encode_roles(model, *input.graph, context); });
    summary.seconds = summary.stages.back().seconds;
  } else {
    summary.encoded.codes.shape = search_shape(model.config);
  }
  const SdrTable table = rows_asked_for(arguments, model, summary.encoded, layer);
  summary.rows = table.size();
  summary.shape = table.shape;
  summary.written = run_stage(context, "writing", summary.stages, [&] {
    std::optional<Labels> labels;
    if (!arguments.labels.empty()) {
      labels = read_labels(arguments.labels, table.ids);
    }
    const std::string digest = input.graph ? graph_digest(*input.graph) : model.graph_digest;
    write_codes(arguments.output, table, provenance_json(model.config, digest), labels ? &*labels : nullptr, codec);
    std::vector<WrittenFile> written;
    note_written(written, arguments.output, "codes");
    return written;
  });
  if (arguments.json) {
    print_written(json_text(json_of(arguments, model, summary, threads)), summary.written);
  } else if (!arguments.quiet) {
    print_written(text_of(arguments, model, summary), summary.written);
  }
}

}  // namespace

void add_encode(CLI::App& app) {
  CLI::App* command = app.add_subcommand("encode", "Give codes to nodes that a model has never seen");
  const auto arguments = std::make_shared<EncodeArguments>();
  command->add_option("MODEL", arguments->model, "The model, as embed --model wrote it; it is not changed")
      ->type_name("")
      ->required();
  command
      ->add_option(
          "NEW_EDGES", arguments->edges,
          "Edges of the new nodes, to known ones or to each other (u v [weight]; plain or gzip); - for standard "
          "input. Without it the codes of the known nodes are written")
      ->type_name("");
  command
      ->add_option("--attributes", arguments->attributes,
                   "What the new nodes are, for a model with attributes: a table (.csv, .tsv, .npz, .npy) with the "
                   "columns of embed --attributes. A node may have a row and no edge")
      ->type_name("FILE");
  command
      ->add_option("--roles-of", arguments->roles_of,
                   "Another graph: the bits for roles of all its nodes, as a model with --roles gives them. Roles of "
                   "both graphs can be compared")
      ->type_name("GRAPH");
  add_edge_column_options(*command, arguments->columns);
  command
      ->add_option("-o,--output", arguments->output,
                   "Where codes go: " + list_text(codes_extensions()) + "; - for .tsv on standard output")
      ->type_name("OUT")
      ->required();
  command->add_flag("--all", arguments->all, "Also write the codes of the known nodes, before the new ones");
  add_layer_option(*command, arguments->layer);
  add_codec_option(*command, arguments->codec);
  command->add_option("--labels", arguments->labels, "Classes (id label) for .svm")->type_name("FILE");
  command->add_flag("--json", arguments->json, "Summary as one JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  arguments->threads.add_to(*command);
  command->callback([arguments] {
    run_with_output(arguments->output, ".tsv", arguments->quiet, arguments->json, [&] { run_encode(*arguments); });
  });
}

}  // namespace columnar::cli
