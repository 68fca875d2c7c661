#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "columnar/baselines/embedding_file.hpp"
#include "columnar/core/version.hpp"
#include "columnar/sdr/sdr_export.hpp"
#include "embed_steps.hpp"
#include "embedding_arguments.hpp"
#include "progress_line.hpp"
#include "terminal.hpp"

// `columnar embed --method`: the other methods, with the summary that the Embedder has.

namespace columnar::cli {
namespace {

/// Hands progress on and keeps what each stage cost, and the notes.
class StageRecorder : public ProgressSink {
 public:
  StageRecorder(ProgressSink& next, std::vector<StageCost>& costs, std::vector<std::string>& notes)
      : next_(next), costs_(costs), notes_(notes) {}
  void begin_stage(std::string_view name) override {
    next_.begin_stage(name);
    name_ = name;
    reset_peak_memory();
    start_ = std::chrono::steady_clock::now();
  }
  void advance(double fraction) override { next_.advance(fraction); }
  void end_stage() override {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    costs_.push_back({name_, elapsed.count(), peak_memory()});
    next_.end_stage();
  }
  void note(std::string_view message) override {
    notes_.emplace_back(message);
    next_.note(message);
  }

 private:
  ProgressSink& next_;
  std::vector<StageCost>& costs_;
  std::vector<std::string>& notes_;
  std::string name_;
  std::chrono::steady_clock::time_point start_;
};

/// Everything that one run has to tell.
struct BaselineSummary {
  GraphFacts graph;
  Method method = Method::kNode2vec;
  std::uint64_t seed = 1;
  int threads = 1;
  WalkConfig walks;
  BaselineConfig config;
  std::vector<std::string> notes;
  std::optional<std::uint64_t> labelled_nodes;
  std::string kind;
  std::optional<CodeHealth> health;  ///< of codes
  SdrShape shape;                    ///< of codes
  std::vector<StageCost> stages;
  std::vector<WrittenFile> written;
};

Json constants_json(const BaselineSummary& summary) {
  Json json = Json::object();
  for (const auto& [name, value] : constants_of(summary.method, summary.config, summary.walks)) {
    if (name == "learning_rate") {
      json[name] = value;
    } else {
      json[name] = static_cast<std::uint64_t>(value);
    }
  }
  if (summary.method != Method::kLine) {
    json["walks_per_node"] = summary.walks.walks_per_node;
    json["walk_length"] = summary.walks.walk_length;
  }
  if (summary.method != Method::kLine && summary.method != Method::kDeepwalk) {  // DeepWalk has neither
    json["return_p"] = summary.walks.return_p;
    json["inout_q"] = summary.walks.inout_q;
  }
  return json;
}

std::string text_of(const BaselineSummary& summary) {
  std::string text = graph_text(summary.graph);
  std::vector<std::string> notes;
  for (const std::string& note : summary.notes) {
    notes.push_back(printable(note));
  }
  text += labelled("Notes", notes);
  std::string constants;
  for (const auto& [name, value] : constants_of(summary.method, summary.config, summary.walks)) {
    constants += fmt::format(", {} {:g}", name, value);
  }
  std::replace(constants.begin(), constants.end(), '_', ' ');
  text += labelled("Method", {fmt::format("{}, seed {}{}", method_name(summary.method), summary.seed, constants)});
  text += summary.health ? "\nCodes\n" + health_text(*summary.health, summary.shape)
                         : labelled("Vectors", {summary.kind + " a node"});
  text += '\n';
  text += stages_text(summary.stages);
  std::vector<std::string> files;
  for (const WrittenFile& file : summary.written) {
    files.push_back(fmt::format("{} ({}, {})", printable(file.path), file.what, human_bytes(file.bytes)));
  }
  return text + "\n" + labelled("Written", files);
}

Json json_of(const BaselineSummary& summary) {
  Json json = {{"version", kVersion}, {"graph", graph_json(summary.graph)}};
  json["notes"] = summary.notes;
  json["seed"] = summary.seed;
  json["method"] = method_name(summary.method);
  json["threads"] = summary.threads;
  json["config"] = constants_json(summary);
  json["labelled_nodes"] = summary.labelled_nodes ? Json(*summary.labelled_nodes) : Json(nullptr);
  json["kind"] = summary.kind;
  json["health"] = summary.health ? health_json(*summary.health) : Json(nullptr);
  json.update(stages_json(summary.stages));
  json["written"] = Json::array();
  for (const WrittenFile& file : summary.written) {
    json["written"].push_back({{"path", file.path}, {"what", file.what}, {"bytes", file.bytes}});
  }
  return json;
}

/// Where codes come from. Nothing that changes from run to run.
std::string metadata_of(const BaselineSummary& summary) {
  return Json{{"program", "columnar"},
              {"version", kVersion},
              {"graph_digest", summary.graph.digest},
              {"seed", summary.seed},
              {"method", method_name(summary.method)},
              {"constants", constants_json(summary)}}
      .dump();
}

std::vector<WrittenFile> write_embedding(const std::string& path, const Embedding& embedding, const Labels& labels,
                                         const BaselineSummary& summary, Codec codec) {
  std::vector<WrittenFile> written;
  if (const SdrTable* codes = codes_of(embedding)) {
    write_codes(path, *codes, metadata_of(summary), labels.empty() ? nullptr : &labels, codec);
    note_written(written, path, "codes");
    return written;
  }
  write_vectors(path, *vectors_of(embedding));
  note_written(written, path, "vectors");
  if (vectors_format(path) == VectorsFormat::kNpy) {
    note_written(written, ids_file_of(path), "ids");
  }
  return written;
}

}  // namespace

void run_baseline(Method method, const EmbedArguments& arguments) {
  const Config config = arguments.flags.config();
  BaselineSummary summary;
  summary.method = method;
  summary.seed = config.seed;
  summary.threads = arguments.threads.value();
  summary.walks = config.walks;
  summary.config = arguments.baseline.config();
  check_outputs(arguments);

  ProgressLine progress(arguments.quiet);
  const Input input =
      run_stage("reading", progress, summary.stages, [&] { return read_input(arguments, method, summary.notes); });
  summary.graph = facts_of(arguments.graph, input.read.graph, input.read.report);
  summary.labelled_nodes = labelled_nodes_of(input.labels);
  StageRecorder recorder(progress, summary.stages, summary.notes);
  const Embedding embedding =
      embed_by(method, input.read.graph, config, summary.config, config.seed, {summary.threads, &recorder});
  summary.kind = kind_text(embedding);
  if (const SdrTable* codes = codes_of(embedding)) {
    summary.shape = codes->shape;
    summary.health = run_stage("health", progress, summary.stages,
                               [&] { return code_health(*codes, input.labels.empty() ? nullptr : &input.labels); });
  }
  summary.written = run_stage("writing", progress, summary.stages, [&] {
    return write_embedding(arguments.output, embedding, input.labels, summary,
                           parse_codec(arguments.codec, arguments.output));
  });
  if (arguments.json) {
    print(json_text(json_of(summary)));
  } else if (!arguments.quiet) {
    print(is_terminal(1) && is_terminal(2) ? "\n" : "");  // apart from the progress above it
    print(text_of(summary));
  }
}

}  // namespace columnar::cli
