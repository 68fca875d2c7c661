#include <fmt/format.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <utility>

#include "arguments.hpp"
#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/input_file.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar/sdr/sdr_file.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "commands.hpp"
#include "edge_list_output.hpp"
#include "graph_arguments.hpp"
#include "outputs.hpp"
#include "reports.hpp"
#include "standard_output.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct Arguments {
  std::string input;
  std::string output;
  std::string codec;
  std::string layer;
  std::string labels;
  ReadOptions read;
  bool quiet = false;
};

/// Throws Error(kConfig) for a flag that says nothing about this kind of input.
void refuse_flags(const std::string& input, const char* kind,
                  std::initializer_list<std::pair<const char*, bool>> flags) {
  for (const auto& [flag, given] : flags) {
    if (given) {
      throw Error(ErrorCode::kConfig, fmt::format("{}: {} holds {}", flag, input, kind));
    }
  }
}

void convert_graph(const Arguments& arguments) {
  refuse_flags(arguments.input, "a graph, no codes",
               {{"--layer", !arguments.layer.empty()},
                {"--codec", !arguments.codec.empty()},
                {"--labels", !arguments.labels.empty()}});
  if (!is_edge_list_name(arguments.output)) {
    if (arguments.input != "-") {
      static_cast<void>(InputFile(arguments.input));  // a file that cannot be read is the better reason
    }
    throw Error(ErrorCode::kConfig, fmt::format("{}: {} is read as a graph, which is written as .tsv, .csv or .txt",
                                                arguments.output, arguments.input));
  }
  require_outputs({{"OUT", arguments.output}}, {arguments.input});
  const ReadResult read = read_graph(arguments.input, arguments.read);
  AtomicFile file(arguments.output);
  write_edges(file, read.graph);
  file.commit();
  if (arguments.quiet) {
    return;
  }
  const GraphFacts facts = facts_of(arguments.input, read);
  std::vector<WrittenFile> written;
  note_written(written, arguments.output, "edges");
  std::string text = graph_text(facts);
  std::vector<std::string> notes;
  if (facts.isolated_nodes > 0) {
    notes.push_back(fmt::format("an edge list cannot hold the {}", counted(facts.isolated_nodes, "isolated node")));
  }
  if (facts.directed) {
    notes.emplace_back("an edge list does not say that its edges are directed: read it with --directed");
  }
  text += notes.empty() ? "" : notes_text(notes);
  print_written(text + written_text(written), written);
}

void convert_codes(const Arguments& arguments) {
  refuse_flags(arguments.input, "codes, no graph",
               {{"--directed", arguments.read.directed},
                {"--unweighted", arguments.read.unweighted},
                {"--largest-component", arguments.read.largest_component},
                {"--header", arguments.read.edges.header == HeaderLine::kPresent},
                {"--no-header", arguments.read.edges.header == HeaderLine::kAbsent},
                {"--edge-columns", !arguments.read.edges.columns.empty()}});
  check_codes_extension(arguments.output);
  const Codec codec = parse_codec(arguments.codec, arguments.output);
  const std::optional<Layer> layer = parse_layer(arguments.layer);
  require_holds_classes(arguments.output, arguments.labels);
  if (arguments.labels == "-" && arguments.input == "-") {
    throw Error(ErrorCode::kConfig, "--labels: standard input is already the codes");
  }
  require_outputs({{"OUT", arguments.output}}, {arguments.input, arguments.labels});
  std::string metadata;
  const SdrTable table = codes_for(arguments.output, read_stored_codes(arguments.input, &metadata), layer);
  std::optional<Labels> labels;
  if (!arguments.labels.empty()) {
    labels = read_labels(arguments.labels, table.ids);
  }
  write_codes(arguments.output, table, metadata, labels ? &*labels : nullptr, codec);
  if (arguments.quiet) {
    return;
  }
  std::vector<WrittenFile> written;
  note_written(written, arguments.output, "codes");
  std::string line = fmt::format("{}: {} codes, {}", printable(arguments.output), with_commas(table.size()),
                                 human_bytes(written.front().bytes));
  if (codes_format(arguments.output).has_codecs) {
    const std::size_t bytes = packed_codes(SectionedFile::map(arguments.output, FileKind::kCodes)).bytes();
    line += "; " + codec_text(codec, table, bytes);
  }
  if (codes_format(arguments.output).holds_classes && !labels) {
    line += "; every class is 0, for no --labels were given";
  }
  print_written(line + "\n", written);
}

void run_convert(const Arguments& arguments) {
  if (holds_codes(arguments.input)) {
    convert_codes(arguments);
  } else {
    convert_graph(arguments);
  }
}

}  // namespace

void add_convert(CLI::App& app) {
  CLI::App* command = app.add_subcommand("convert", "Store codes in another format, or a graph as an edge list");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("IN", arguments->input, codes_help() + ", a model, or a graph as for columnar embed")
      ->type_name("")
      ->required();
  command
      ->add_option("-o,--output,OUT", arguments->output,
                   "Output file; its extension selects the format: of codes, or .tsv, .csv of a graph; - for .tsv on "
                   "standard output")
      ->type_name("")
      ->required();
  add_layer_option(*command, arguments->layer);
  add_codec_option(*command, arguments->codec);
  command->add_option("--labels", arguments->labels, "Classes (id label) for .svm")->type_name("FILE");
  add_read_options(*command, arguments->read);
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  command->footer(formats_text());
  command->callback([arguments] {
    run_with_output(arguments->output, ".tsv", arguments->quiet, false, [&] { run_convert(*arguments); });
  });
}

}  // namespace columnar::cli
