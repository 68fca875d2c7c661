#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "columnar/error.hpp"
#include "columnar/files/atomic_file.hpp"
#include "columnar/files/extension.hpp"
#include "columnar/graph/packed_graph.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "commands.hpp"
#include "graph_arguments.hpp"
#include "outputs.hpp"
#include "reports.hpp"
#include "standard_output.hpp"
#include "summary.hpp"

namespace columnar::cli {
namespace {

struct PackArguments {
  std::string graph;
  std::string output;
  std::string memory_limit;
  ReadOptions read;
  bool quiet = false;
};

void run_pack(PackArguments& arguments) {
  if (extension_of(arguments.output) != ".graph") {
    throw Error(ErrorCode::kConfig, arguments.output + ": a packed graph is written: name it .graph");
  }
  if (!arguments.memory_limit.empty()) {
    arguments.read.memory_limit = parse_size("--memory-limit", arguments.memory_limit);
  }
  require_outputs({{"OUT", arguments.output}}, {arguments.graph});
  const ReadResult read = read_graph(arguments.graph, arguments.read);
  AtomicFile file(arguments.output);
  make_packed_graph(read.graph, arguments.graph).write(file);
  file.commit();
  if (arguments.quiet) {
    return;
  }
  std::vector<WrittenFile> written;
  note_written(written, arguments.output, "graph");
  std::string text = graph_text(facts_of(arguments.graph, read));
  if (!read.labels.empty()) {
    text += notes_text({"a packed graph holds no classes: those of " + arguments.graph + " stay there"});
  }
  print_written(text + written_text(written), written);
}

}  // namespace

void add_pack(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("pack", "Store a graph as it is in memory, so that a large one is parsed only once");
  const auto arguments = std::make_shared<PackArguments>();
  command->add_option("GRAPH", arguments->graph, "Graph in any format that columnar embed reads")
      ->type_name("")
      ->required();
  command
      ->add_option("-o,--output,OUT", arguments->output,
                   "Packed graph to write, .graph: every command reads it in place of GRAPH; - for standard output")
      ->type_name("")
      ->required();
  command
      ->add_option("--memory-limit", arguments->memory_limit,
                   "End with an error where reading takes more memory than this: 4G or 4GiB, 4GB for 4e9 bytes")
      ->type_name("SIZE");
  add_read_options(*command, arguments->read);
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments] {
    run_with_output(arguments->output, ".graph", arguments->quiet, false, [&] { run_pack(*arguments); });
  });
}

}  // namespace columnar::cli
