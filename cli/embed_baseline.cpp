#include <fmt/format.h>

#include <algorithm>

#include "columnar/core/stage.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "columnar_lab/baselines/embedding_file.hpp"
#include "embed_steps.hpp"
#include "outputs.hpp"
#include "progress_line.hpp"
#include "reports.hpp"
#include "summary.hpp"
#include "terminal.hpp"

// `columnar embed --method`: the other methods, with the summary that the Embedder has.

namespace columnar::cli {
namespace {

std::string text_of(const BaselineSummary& summary) {
  std::string constants;
  visit_constants(summary.method, summary.baseline, summary.config, [&](const FieldInfo& info, const auto& field) {
    constants += fmt::format(", {} {}", info.name, field_text(field));
  });
  std::replace(constants.begin(), constants.end(), '_', ' ');
  std::string text = graph_text(summary.graph) + notes_text(summary.notes);
  text += labelled("Method", {fmt::format("{}, seed {}{}", summary.method.name, summary.config.seed, constants)});
  text += summary.health ? "\nCodes\n" + health_text(*summary.health, summary.shape)
                         : labelled("Vectors", {summary.kind + " per node"});
  return text + "\n" + stages_text(summary.stages) + "\n" + written_text(summary.written);
}

std::vector<WrittenFile> write_embedding(const std::string& path, const Embedding& embedding, const Labels& labels,
                                         const BaselineSummary& summary, Codec codec) {
  std::vector<WrittenFile> written;
  if (const SdrTable* codes = codes_of(embedding)) {
    write_codes(path, *codes, baseline_metadata(summary), labels.empty() ? nullptr : &labels, codec);
    note_written(written, path, "codes");
    return written;
  }
  write_vectors(path, *vectors_of(embedding));
  note_written(written, path, "vectors");
  if (vectors_format(path).ids_beside) {
    note_written(written, ids_file_of(path), "ids");
  }
  return written;
}

}  // namespace

void embed_by_baseline(const Method& method, const EmbedArguments& arguments) {
  const Config config = arguments.flags.config();
  const BaselineConfig baseline = arguments.baseline.config();
  const int threads = arguments.threads.value();
  check_outputs(arguments);

  ProgressLine progress(arguments.quiet);
  const RunContext context{threads, &progress};
  std::vector<StageCost> costs;
  std::vector<std::string> hints;
  const Input input = run_stage(context, "reading", costs, [&] { return read_input(arguments, hints); });
  const Graph& graph = input.read.graph;
  auto [embedding, summary] = run_baseline(
      method, {&graph, &input.labels, facts_of(arguments.graph, input.read), config, arguments.flags.preset()},
      baseline, context);
  summary.notes.insert(summary.notes.begin(), hints.begin(), hints.end());
  summary.written = run_stage(context, "writing", summary.stages, [&, &made = embedding, &told = summary] {
    return write_embedding(arguments.output, made, input.labels, told, parse_codec(arguments.codec, arguments.output));
  });
  summary.stages.insert(summary.stages.begin(), costs.begin(), costs.end());
  if (arguments.json) {
    print_written(json_text(baseline_json(summary)), summary.written);
  } else if (!arguments.quiet) {
    print(is_terminal(1) && is_terminal(2) ? "\n" : "");  // apart from the progress above it
    print_written(text_of(summary), summary.written);
  }
}

}  // namespace columnar::cli
