#include "columnar_lab/report/embed_summary.hpp"

#include "columnar/core/stage.hpp"
#include "columnar/sdr/layer_names.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/report/code_json.hpp"
#include "columnar_lab/report/embedding_source.hpp"
#include "columnar_lab/report/stage_costs.hpp"

namespace columnar {
namespace {

/// Nodes whose class is known; nothing where there are no labels at all.
std::optional<std::uint64_t> labelled_count(const GraphRun& run) {
  return run.has_labels() ? std::optional<std::uint64_t>(labelled_nodes(*run.labels).size()) : std::nullopt;
}

CodeHealth health_of(const GraphRun& run, const SdrTable& codes, int threads) {
  return code_health(codes, run.has_labels() ? run.labels : nullptr, threads);
}

Json count_json(const std::optional<std::uint64_t>& count) { return count ? Json(*count) : Json(nullptr); }

Json constants_json(const BaselineSummary& summary) {
  Json json = Json::object();
  visit_constants(summary.method, summary.baseline, summary.config,
                  [&json](const FieldInfo& info, const auto& field) { json[std::string(info.name)] = field; });
  return json;
}

}  // namespace

EmbedSummary summarise_fit(const GraphRun& run, const Embedder& embedder, const SdrTable& codes,
                           const RunContext& context) {
  EmbedSummary summary;
  summary.graph = run.facts;
  summary.preset = run.preset;
  summary.config = embedder.model().config;
  summary.threads = context.threads;
  summary.fit = embedder.report();
  summary.labelled_nodes = labelled_count(run);
  summary.shape = codes.shape;
  summary.health =
      run_stage(context, "health", summary.fit.stages, [&] { return health_of(run, codes, context.threads); });
  return summary;
}

Json written_json(const std::vector<WrittenFile>& written) {
  Json json = Json::array();
  for (const WrittenFile& file : written) {
    json.push_back({{"path", file.path}, {"what", file.what}, {"bytes", file.bytes}});
  }
  return json;
}

Json summary_json(const EmbedSummary& summary) {
  Json json = {{"version", kVersion}, {"graph", graph_json(summary.graph)}};
  Json notes = summary.fit.notes;
  for (const std::string& hint : summary.hints) {
    notes.push_back(hint);
  }
  json["notes"] = notes;
  json["seed"] = summary.config.seed;
  json["method"] = "columnar";
  json["preset"] = summary.preset;
  json["threads"] = summary.threads;
  json["config"] = config_json(summary.config);
  json["pairs"] = summary.fit.pairs;
  json["distinct_pairs"] = summary.fit.distinct_pairs;
  json["presentations"] = summary.fit.presentations;
  json["tie_breaks"] = summary.fit.tie_breaks;
  json["labelled_nodes"] = count_json(summary.labelled_nodes);
  json["layer"] = layer_flag(summary.shape.layer);
  json["health"] = health_json(summary.health);
  json.update(stages_json(summary.fit.stages));
  json["written"] = written_json(summary.written);
  return json;
}

Json estimate_json(const GraphFacts& graph, const Estimate& estimate, int threads) {
  Json json = {{"version", kVersion},        {"estimate", true},        {"threads", threads},
               {"graph", graph_json(graph)}, {"pairs", estimate.pairs}, {"distinct_pairs", estimate.distinct_pairs}};
  json.update(stages_json(estimate.stages));
  return json;
}

BaselineRun run_baseline(const Method& method, const GraphRun& run, const BaselineConfig& baseline,
                         const RunContext& context) {
  BaselineSummary summary;
  summary.graph = run.facts;
  summary.method = method;
  summary.threads = context.threads;
  summary.config = run.config;
  summary.baseline = baseline;
  summary.labelled_nodes = labelled_count(run);
  StageRecorder recorder(context.progress, summary.stages, &summary.notes);
  Embedding embedding =
      embed_by(method, *run.graph, run.config, baseline, run.config.seed, {context.threads, &recorder});
  summary.kind = kind_text(embedding);
  if (const SdrTable* codes = codes_of(embedding)) {
    summary.shape = codes->shape;
    summary.health =
        run_stage(context, "health", summary.stages, [&] { return health_of(run, *codes, context.threads); });
  }
  return {std::move(embedding), std::move(summary)};
}

Json baseline_json(const BaselineSummary& summary) {
  Json json = {{"version", kVersion}, {"graph", graph_json(summary.graph)}};
  json["notes"] = summary.notes;
  json["seed"] = summary.config.seed;
  json["method"] = summary.method.name;
  json["threads"] = summary.threads;
  json["config"] = constants_json(summary);
  json["labelled_nodes"] = count_json(summary.labelled_nodes);
  json["kind"] = summary.kind;
  json["health"] = summary.health ? health_json(*summary.health) : Json(nullptr);
  json.update(stages_json(summary.stages));
  json["written"] = written_json(summary.written);
  return json;
}

std::string baseline_metadata(const BaselineSummary& summary) {
  return Json{{"program", "columnar"},       {"version", kVersion},           {"graph_digest", summary.graph.digest},
              {"seed", summary.config.seed}, {"method", summary.method.name}, {"constants", constants_json(summary)}}
      .dump();
}

}  // namespace columnar
