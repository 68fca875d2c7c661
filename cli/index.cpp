#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "arguments.hpp"
#include "columnar/model/stored_codes.hpp"
#include "columnar/search/index_file.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

struct IndexArguments {
  std::string codes;
  std::string output;
  bool quiet = false;
};

void run_index(const IndexArguments& arguments) {
  require_outputs({{"--output", arguments.output}}, {arguments.codes});
  const SdrTable table = read_stored_codes(arguments.codes);
  const auto start = std::chrono::steady_clock::now();
  const InvertedIndex index(table);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  save_index(arguments.output, index, table.ids);
  if (!arguments.quiet) {
    std::vector<WrittenFile> written;
    note_written(written, arguments.output, "index");
    print_written(
        fmt::format("{} codes indexed in {}; {:.1f} bytes per code besides the codes. {}: {}\n",
                    with_commas(table.size()), human_seconds(elapsed.count()),
                    static_cast<double>(index.bytes()) / static_cast<double>(std::max<std::size_t>(1, table.size())),
                    printable(arguments.output), human_bytes(written.front().bytes)),
        written);
  }
}

}  // namespace

void add_index(CLI::App& app) {
  CLI::App* command = app.add_subcommand("index", "Prepare codes for fast queries");
  const auto arguments = std::make_shared<IndexArguments>();
  command->add_option("CODES", arguments->codes, codes_help() + " or a model")->type_name("")->required();
  command->add_option("-o,--output", arguments->output, "Output file; `columnar query` accepts it in place of codes")
      ->type_name("FILE")
      ->required();
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments] { run_index(*arguments); });
}

}  // namespace columnar::cli
