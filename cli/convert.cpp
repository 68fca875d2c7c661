#include <fmt/format.h>

#include <memory>
#include <optional>

#include "arguments.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar/sdr/sdr_file.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "reports.hpp"
#include "standard_output.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct Arguments {
  std::string input;
  std::string output;
  std::string codec;
  std::string layer;
  std::string labels;
  bool quiet = false;
};

void run_convert(const Arguments& arguments) {
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

}  // namespace

void add_convert(CLI::App& app) {
  CLI::App* command = app.add_subcommand("convert", "Store codes in another format, or with another codec");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("IN", arguments->input, codes_help() + " or a model")->type_name("")->required();
  command
      ->add_option("OUT", arguments->output,
                   "Output file; its extension selects the format; - for .tsv on standard output")
      ->type_name("")
      ->required();
  add_layer_option(*command, arguments->layer);
  add_codec_option(*command, arguments->codec);
  command->add_option("--labels", arguments->labels, "Classes (id label) for .svm")->type_name("FILE");
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  command->footer(formats_text());
  command->callback([arguments] {
    run_with_output(arguments->output, ".tsv", arguments->quiet, false, [&] { run_convert(*arguments); });
  });
}

}  // namespace columnar::cli
