#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "arguments.hpp"
#include "columnar/core/list_text.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/files/output_files.hpp"
#include "columnar/files/spill_file.hpp"
#include "columnar/graph/attributes_reader.hpp"
#include "columnar/graph/shared_graph.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar/model.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/estimate.hpp"
#include "columnar/model/memory_plan.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "commands.hpp"
#include "embed_steps.hpp"
#include "embedding_arguments.hpp"
#include "graph_arguments.hpp"
#include "outputs.hpp"
#include "progress_line.hpp"
#include "run_command.hpp"
#include "standard_output.hpp"
#include "summary.hpp"
#include "terminal.hpp"

namespace columnar::cli {
namespace {

std::vector<WrittenFile> write_outputs(const EmbedArguments& arguments, const SdrTable& table,
                                       const std::string& metadata, const Labels& labels, const Model& model) {
  OutputFiles outputs;
  write_codes(outputs.open(arguments.output), table, metadata, labels.empty() ? nullptr : &labels,
              parse_codec(arguments.codec, arguments.output));
  if (!arguments.model.empty()) {
    save_model(outputs.open(arguments.model), model);
  }
  outputs.commit();
  std::vector<WrittenFile> written;
  if (!arguments.model.empty()) {
    note_written(written, arguments.model, "model");
  }
  note_written(written, arguments.output, "codes");
  return written;
}

/// Where the run is kept, if it is. What can go wrong with the directory goes wrong now.
std::unique_ptr<Checkpoints> open_checkpoints(const EmbedArguments& arguments) {
  const std::string& interval = arguments.checkpoint_interval;
  const double seconds = interval.empty() ? Checkpoints::kInterval : parse_real("--checkpoint-interval", interval);
  if (!(seconds >= 0.0 && seconds <= Checkpoints::kLongestInterval)) {
    throw Error(ErrorCode::kConfig, fmt::format("--checkpoint-interval: {} is not between 0 and {:.0f} seconds",
                                                printable(interval), Checkpoints::kLongestInterval));
  }
  if (arguments.checkpoint.empty() || arguments.estimate) {
    return nullptr;
  }
  return std::make_unique<Checkpoints>(arguments.checkpoint, seconds);
}

/// A directory for temporary files: TMPDIR, else that of the output, which is on a disk, as /tmp is not everywhere.
std::string spill_directory(const EmbedArguments& arguments) {
  const char* const chosen = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  if (chosen != nullptr && *chosen != '\0') {
    return chosen;
  }
  const std::string parent = std::filesystem::path(arguments.output).parent_path().string();
  return parent.empty() ? "." : parent;
}

/// The attributes that --attributes names; none without it.
Attributes read_attributes_of(const EmbedArguments& arguments, const NodeIds& ids) {
  if (arguments.attributes.empty()) {
    return {};
  }
  const std::string& path = arguments.attributes == "graph" ? arguments.graph : arguments.attributes;
  // A graph reduced to its largest component has lost nodes that the table still names.
  return read_attributes(path, ids, arguments.read.largest_component ? UnknownRows::kIgnore : UnknownRows::kRefuse);
}

/// What several ranks are told of memory: coordinates are gathered for a model alone.
CountingMemory memory_of_ranks(const EmbedArguments& arguments) {
  CountingMemory memory;
  memory.keeps_coordinates = !arguments.model.empty();
  return memory;
}

/// How to keep within --memory-limit. That temporary files can be made is found out now.
MemoryPlan plan_of(const EmbedArguments& arguments, const Estimate& fit, std::uint64_t limit,
                   const std::vector<StageCost>& before, const std::vector<StageCost>& after) {
  std::uint64_t other_peak = 0;
  for (const auto* stages : {&before, &after}) {
    for (const StageCost& stage : *stages) {
      other_peak = std::max(other_peak, stage.peak_bytes);
    }
  }
  MemoryPlan plan = plan_memory(fit, limit, spill_directory(arguments), other_peak);
  plan.estimate.stages.insert(plan.estimate.stages.begin(), before.begin(), before.end());
  plan.estimate.stages.insert(plan.estimate.stages.end(), after.begin(), after.end());
  if (!plan.counting.spill_directory.empty() && !arguments.estimate) {
    try {
      const SpillFile probe(plan.counting.spill_directory);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("{}; TMPDIR sets the directory of temporary files", error.what()));
    }
  }
  return plan;
}

/// What the ranks but the first do: they get the graph from the first, and leave the results to it.
void help_embedding(const EmbedArguments& arguments, const Config& config, int threads, Ranks& ranks) {
  if (arguments.estimate) {
    return;
  }
  Graph graph;
  Attributes attributes;
  share_graph(ranks, graph);
  share_attributes(ranks, attributes);
  Embedder(config).fit(graph, attributes, {threads, nullptr, &ranks}, nullptr, memory_of_ranks(arguments));
}

void run_columnar(const EmbedArguments& arguments) {
  const Config config = arguments.flags.config();
  const std::optional<Layer> layer = parse_layer(arguments.layer);
  const int threads = arguments.threads.value();
  const std::uint64_t memory_limit =
      arguments.memory_limit.empty() ? 0 : parse_size("--memory-limit", arguments.memory_limit);
  if (Ranks* const ranks = command_ranks(); ranks != nullptr && !ranks->is_first()) {
    help_embedding(arguments, config, threads, *ranks);
    return;
  }
  if (!arguments.estimate) {
    check_outputs(arguments);
  }
  const std::unique_ptr<FitStages> stages = arguments.estimate ? nullptr : arguments.device.stages(threads);
  const std::unique_ptr<Checkpoints> checkpoints = open_checkpoints(arguments);

  ProgressLine progress(arguments.quiet || arguments.estimate);
  const RunContext context{threads, &progress, command_ranks()};
  std::vector<StageCost> costs;
  std::vector<std::string> hints;
  Input input = run_stage(context, "reading", costs, [&] { return read_input(arguments, hints); });
  const Graph& graph = input.read.graph;
  const Labels& labels = input.labels;
  Attributes attributes = read_attributes_of(arguments, graph.ids);
  const std::uint64_t writer_bytes =
      arguments.output.empty() ? 0 : codes_writer_bytes(arguments.output, graph.ids, search_shape(config).active());
  MemoryPlan plan = plan_of(arguments, estimate_fit(graph, config, threads, attributes), memory_limit, costs,
                            estimate_outputs(graph, config, writer_bytes, attributes));
  const GraphRun run{&graph, &labels, facts_of(arguments.graph, input.read), config, arguments.flags.preset()};
  if (arguments.estimate) {
    Json json = estimate_json(run.facts, plan.estimate, threads);
    arguments.device.add_estimate(graph, config, json);
    print(arguments.json
              ? json_text(json)
              : estimate_text(run.facts, plan.estimate, threads) + arguments.device.estimate_text(graph, config));
    return;
  }
  if (context.ranks != nullptr && !context.ranks->is_alone()) {
    share_graph(*context.ranks, input.read.graph);
    share_attributes(*context.ranks, attributes);
    plan.counting.keeps_coordinates = memory_of_ranks(arguments).keeps_coordinates;
  }
  progress.expect(plan.estimate.stages);
  Embedder embedder(config);
  const SdrTable table =
      codes_for(arguments.output,
                embedder.fit(graph, attributes, context, checkpoints.get(), plan.counting, stages.get()), layer);
  EmbedSummary summary = summarise_fit(run, embedder, table, context);
  if (const std::uint64_t spilled = embedder.report().spilled_bytes; spilled > 0) {
    hints.push_back(
        fmt::format("--memory-limit {}: {} of pairs were kept in a temporary file in {}; the peaks count what "
                    "the system has mapped of it and not yet taken back",
                    arguments.memory_limit, human_bytes(spilled), plan.counting.spill_directory));
  }
  summary.hints = std::move(hints);
  summary.written = run_stage(context, "writing", summary.fit.stages, [&] {
    return write_outputs(arguments, table, provenance_json(config, run.facts.digest), labels, embedder.model());
  });
  if (checkpoints) {
    checkpoints->remove();
  }
  summary.fit.stages.insert(summary.fit.stages.begin(), costs.begin(), costs.end());
  if (arguments.json) {
    print_written(json_text(summary_json(summary)), summary.written);
  } else if (!arguments.quiet) {
    print(is_terminal(1) && is_terminal(2) ? "\n" : "");  // apart from the progress above it
    print_written(summary_text(summary), summary.written);
  }
}

void run_embed(const EmbedArguments& arguments) {
  const Method& method = method_named(arguments.method);
  if (arguments.labels == "-" && arguments.graph == "-") {
    throw Error(ErrorCode::kConfig, "--labels: standard input is already the graph");
  }
  check_flags_of(method, arguments);
  if (const Ranks* ranks = command_ranks(); ranks != nullptr && !ranks->is_alone() && !is_embedder(method)) {
    throw Error(ErrorCode::kConfig, fmt::format("--method {} works in one process alone, not in several", method.name));
  }
  is_embedder(method) ? run_columnar(arguments) : embed_by_baseline(method, arguments);
}

}  // namespace

void add_embed(CLI::App& app) {
  CLI::App* command = app.add_subcommand("embed", "Turn a graph into one sparse binary code, or vector, per node");
  const auto arguments = std::make_shared<EmbedArguments>();
  command->add_option("GRAPH", arguments->graph, graphs_help())->type_name("")->required();
  command
      ->add_option("-o,--output", arguments->output,
                   fmt::format("Where codes go: {}; vectors: {}; - for .tsv or .emb on standard output",
                               list_text(codes_extensions()), list_text(vectors_extensions())))
      ->type_name("OUT");
  command->add_option("--method", arguments->method, methods_help())->type_name("NAME")->default_str("columnar");
  add_layer_option(*command, arguments->layer);
  add_codec_option(*command, arguments->codec);
  command->add_option("--model", arguments->model, "Save the trained model, too")->type_name("FILE");
  command
      ->add_option("--checkpoint", arguments->checkpoint,
                   "Keep the run in this directory: after an end of any kind the same command goes on where it stood")
      ->type_name("DIR");
  command
      ->add_option("--checkpoint-interval", arguments->checkpoint_interval,
                   "Seconds between checkpoints while a stage is under way; 0: at every step")
      ->type_name("SECONDS")
      ->default_str(fmt::format("{}", Checkpoints::kInterval));
  command
      ->add_option(
          "--memory-limit", arguments->memory_limit,
          "Keep the pairs in a temporary file (in TMPDIR, else beside OUT) where memory would go beyond this: 4G or "
          "4GiB, 4GB for 4e9 bytes; K, M and T, too")
      ->type_name("SIZE")
      ->check([](const std::string& size) { return std::string(size.empty() ? "a size is missing" : ""); });
  command->add_option("--labels", arguments->labels, "Classes (id label) for the summary and .svm; not for learning")
      ->type_name("FILE");
  command
      ->add_option(
          "--attributes", arguments->attributes,
          "What the nodes are: a table (.csv, .tsv, .npz, .npy), or \"graph\" for the matrix in the graph's own "
          "file; without it codes follow the edges alone")
      ->type_name("FILE");
  add_read_options(*command, arguments->read);
  command->add_flag("--estimate", arguments->estimate, "Predict time and memory; run and write nothing");
  command->add_flag("--json", arguments->json, "Summary as one JSON object");
  command->add_flag("-q,--quiet", arguments->quiet, "Print nothing but errors");
  arguments->device.add_to(*command);
  arguments->threads.add_to(*command);
  arguments->baseline.add_to(*command);
  arguments->flags.add_to(*command);
  command->footer(methods_text());
  command->callback([arguments] {
    const std::string extension = method_named(arguments->method).makes_codes ? ".tsv" : ".emb";
    run_with_output(arguments->output, extension, arguments->quiet, arguments->json, [&] { run_embed(*arguments); });
  });
}

}  // namespace columnar::cli
