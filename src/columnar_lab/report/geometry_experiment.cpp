#include "columnar_lab/report/geometry_experiment.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "columnar/core/stage.hpp"
#include "columnar/version.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/similarity_matrix.hpp"
#include "columnar_lab/report/geometry_matrices.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/parameters.hpp"

namespace columnar {
namespace {

constexpr std::size_t kMatrixNodes = 600;

constexpr std::array<std::pair<const char*, MethodGeometry::Correlated MethodGeometry::*>, 5> kCorrelations{{
    {"reference", &MethodGeometry::reference},
    {"cooccurrence", &MethodGeometry::cooccurrence},
    {"ppmi", &MethodGeometry::ppmi},
    {"distance", &MethodGeometry::distance},
    {"distance_within_4", &MethodGeometry::distance_local},
}};

/// What all embeddings are measured by.
struct Setting {
  NodeIds ids;
  Labels labels;
  std::optional<Graph> graph;
  std::optional<Embedding> reference;
};

Setting load_setting(const GeometryExperiment& experiment) {
  LabelledRows first = load_labelled(experiment.groups.front().seeds.front(), experiment.nodes);
  Setting setting{ids_of(first.embedding), std::move(first.labels), std::nullopt, std::nullopt};
  require_classes(setting.labels);
  if (experiment.nodes.graph != nullptr) {
    setting.graph = std::move(first.graph);
  }
  if (experiment.reference) {
    setting.reference = experiment.reference->source.load_in_rows(setting.ids);
  }
  return setting;
}

ReferenceGeometry measure_references(const Setting& setting, const FidelityOptions& options,
                                     const RunContext& context) {
  ReferenceGeometry geometry(static_cast<NodeIndex>(setting.ids.size()), options);
  if (setting.reference) {
    geometry.add_reference(*setting.reference, context.threads);
  }
  if (setting.graph) {
    run_stage(context, "walks and distances", [&] { geometry.add_graph(*setting.graph, WalkConfig{}, context); });
  }
  return geometry;
}

void add_correlation(MethodGeometry::Correlated& values, const std::optional<Correlation>& correlation) {
  if (correlation) {
    values.pairs = correlation->pairs;
    values.pearson.add(correlation->pearson);
    values.spearman.add(correlation->spearman);
  }
}

MethodGeometry measure_group(const EmbeddingGroup& group, const GeometryExperiment& experiment, const NodeIds& ids,
                             const ReferenceGeometry& geometry, const ClassPairs& pairs, const RunContext& context) {
  MethodGeometry method;
  method.name = group.name;
  for (const EmbeddingSource& source : group.seeds) {
    const Embedding embedding = source.load_in_rows(ids);
    method.kind = kind_text(embedding);
    Fidelity fidelity = geometry.compare(embedding, context.threads);
    if (experiment.reference && experiment.reference->source.is(source)) {
      fidelity.reference.reset();  // an embedding says nothing about itself
    }
    method.add(measure_separation(RowSimilarity(embedding), pairs, context.threads), fidelity);
    context.advance(static_cast<double>(method.seeds) / static_cast<double>(group.seeds.size()));
  }
  return method;
}

Json matrices_json(const GeometryExperiment& experiment, const Setting& setting, const ReferenceGeometry& geometry,
                   int threads) {
  const std::vector<NodeIndex> nodes = sample_by_class(setting.labels, kMatrixNodes, experiment.options.seed);
  Json classes = Json::array();
  for (const NodeIndex node : nodes) {
    classes.push_back(setting.labels.classes[node]);
  }
  Json json{{"class_names", setting.labels.names}, {"classes", classes}};
  if (setting.reference) {
    json["reference"] = matrix_json(RowSimilarity(*setting.reference), nodes, threads);
  }
  json["methods"] = Json::array();
  for (const EmbeddingGroup& group : experiment.groups) {
    const Embedding embedding = group.seeds.front().load_in_rows(setting.ids);
    const RowSimilarity similarity(embedding);
    Json method{{"name", group.name}, {"matrix", matrix_json(similarity, nodes, threads)}};
    if (setting.reference) {
      method["hexbin"] = hexbin_json(RowSimilarity(*setting.reference), similarity, geometry, threads);
    }
    json["methods"].push_back(std::move(method));
  }
  return json;
}

Json correlated_json(const MethodGeometry::Correlated& values) {
  if (values.pairs == 0) {
    return nullptr;
  }
  return {{"pearson", values.pearson.json()}, {"spearman", values.spearman.json()}, {"pairs", values.pairs}};
}

Json method_json(const MethodGeometry& method) {
  Json json{{"name", method.name},
            {"kind", method.kind},
            {"seeds", method.seeds},
            {"d_prime", method.d_prime.json()},
            {"auc", method.auc.json()},
            {"same_mean", method.same_mean.json()},
            {"same_sd", method.same_sd.json()},
            {"cross_mean", method.cross_mean.json()},
            {"cross_sd", method.cross_sd.json()}};
  json["by_hop"] = Json::array();
  for (std::size_t h = 0; h < method.by_hop.size(); ++h) {
    const MethodGeometry::Hop& hop = method.by_hop[h];
    const MeanSd mean = hop.mean.mean_sd();
    json["by_hop"].push_back({{"hop", h + 1},
                              {"mean", mean.mean},
                              {"sd", number_json(mean.sd)},
                              {"spread", hop.spread.mean_sd().mean},
                              {"pairs", hop.pairs}});
  }
  json["correlations"] = Json::object();
  for (const auto& [key, values] : kCorrelations) {
    json["correlations"][key] = correlated_json(method.*values);
  }
  return json;
}

}  // namespace

void MethodGeometry::add(const Separation& separation, const Fidelity& fidelity) {
  ++seeds;
  d_prime.add(separation.d_prime);
  auc.add(separation.auc);
  if (separation.same.pairs > 0) {
    same_mean.add(separation.same.mean);
    same_sd.add(separation.same.sd);
  }
  if (separation.cross.pairs > 0) {
    cross_mean.add(separation.cross.mean);
    cross_sd.add(separation.cross.sd);
  }
  add_correlation(reference, fidelity.reference);
  add_correlation(cooccurrence, fidelity.cooccurrence);
  add_correlation(ppmi, fidelity.ppmi);
  add_correlation(distance, fidelity.distance);
  add_correlation(distance_local, fidelity.distance_local);
  by_hop.resize(std::max(by_hop.size(), fidelity.by_hop.size()));
  for (std::size_t h = 0; h < fidelity.by_hop.size(); ++h) {
    by_hop[h].pairs = fidelity.by_hop[h].pairs;
    by_hop[h].mean.add(fidelity.by_hop[h].mean);
    by_hop[h].spread.add(fidelity.by_hop[h].sd);
  }
}

void check_geometry(const GeometryExperiment& experiment) {
  require_groups(experiment.groups);
  require_whole("--pairs", experiment.options.pairs, 1, kMaxPairs);
}

GeometryResults run_geometry(const GeometryExperiment& experiment, const RunContext& context) {
  check_geometry(experiment);
  const Setting setting = load_setting(experiment);
  const ReferenceGeometry geometry = measure_references(setting, experiment.options, context);
  const ClassPairs pairs = draw_class_pairs(setting.labels, experiment.options.pairs, experiment.options.seed);
  GeometryResults results;
  results.nodes = setting.ids.size();
  results.pairs = geometry.pairs().size();
  results.class_pairs = pairs.same.size() + pairs.cross.size();
  results.sampled = pairs.sampled;
  results.distance_sources = geometry.distance_sources();
  results.distance_pairs = geometry.distance_pairs();
  for (const EmbeddingGroup& group : experiment.groups) {
    results.methods.push_back(run_stage(
        context, group.name, [&] { return measure_group(group, experiment, setting.ids, geometry, pairs, context); }));
  }
  if (experiment.matrices) {
    results.matrices = matrices_json(experiment, setting, geometry, context.threads);
  }
  return results;
}

Json geometry_json(const GeometryExperiment& experiment, const GeometryResults& results) {
  Json json{{"version", kVersion},
            {"seed", experiment.options.seed},
            {"nodes", results.nodes},
            {"reference", experiment.reference ? Json(experiment.reference->name) : Json(nullptr)},
            {"pairs", results.pairs},
            {"class_pairs", results.class_pairs},
            {"sampled", results.sampled},
            {"distance_sources", results.distance_sources},
            {"distance_pairs", results.distance_pairs}};
  json["results"] = Json::array();
  for (const MethodGeometry& method : results.methods) {
    json["results"].push_back(method_json(method));
  }
  if (experiment.matrices) {
    json["matrices"] = results.matrices;
  }
  return json;
}

}  // namespace columnar
