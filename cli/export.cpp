#include <fmt/format.h>

#include <memory>

#include "arguments.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/nir.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

// `columnar export`: the trained cortex for simulators of spiking networks and neuromorphic chips.

namespace columnar::cli {
namespace {

struct ExportArguments {
  std::string model;
  std::string output;
  std::string inputs;
  bool quiet = false;
  ThreadsOption threads;
};

void run_export(const ExportArguments& arguments) {
  require_nir_names(arguments.output, arguments.inputs);
  const int threads = arguments.threads.value();
  std::vector<Output> outputs{{"--output", arguments.output}};
  if (!arguments.inputs.empty()) {
    outputs.push_back({"--inputs", arguments.inputs});
  }
  require_outputs(outputs, {arguments.model});
  const Model model = load_model(arguments.model);
  ProgressLine progress(arguments.quiet);
  save_nir(arguments.output, model, arguments.inputs, {threads, &progress});
  std::vector<WrittenFile> written;
  note_written(written, arguments.output, "network");
  if (!arguments.inputs.empty()) {
    note_written(written, arguments.inputs, "inputs");
  }
  if (!arguments.quiet) {
    std::string text;
    for (const WrittenFile& file : written) {
      text += fmt::format("{}: {}, {}\n", printable(file.path), file.what, human_bytes(file.bytes));
    }
    print_written(text, written);
  }
}

}  // namespace

void add_export(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("export", "Write the trained cortex for neuromorphic tools (NIR): L4, L2/3, L5a");
  const auto arguments = std::make_shared<ExportArguments>();
  command->add_option("MODEL", arguments->model, "The model, as embed --model wrote it")->type_name("")->required();
  command->add_option("-o,--output", arguments->output, "The network, .nir (HDF5)")->type_name("FILE")->required();
  command
      ->add_option("--inputs", arguments->inputs,
                   "Also write what the host needs for every node, and what the engine finds with it (.npz)")
      ->type_name("FILE");
  arguments->threads.add_to(*command);
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  command->callback([arguments] { run_export(*arguments); });
}

}  // namespace columnar::cli
