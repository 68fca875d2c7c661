#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "columnar/core/stage.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/fidelity.hpp"
#include "columnar_lab/evaluate/separation.hpp"
#include "columnar_lab/evaluate/similarity_matrix.hpp"
#include "columnar_lab/experiments/experiment.hpp"
#include "columnar_lab/experiments/geometry_matrices.hpp"
#include "columnar_lab/experiments/measured_groups.hpp"
#include "columnar_lab/report/limits.hpp"
#include "columnar_lab/report/numbers.hpp"

namespace columnar {
namespace {

constexpr std::size_t kMatrixNodes = 600;

/// What similarity is correlated with.
struct OtherGeometry {
  const char* name;
  std::optional<Correlation> Fidelity::*found;
  bool of_graph;  ///< else of the reference
};

constexpr std::array kOtherGeometries{
    OtherGeometry{"reference", &Fidelity::reference, false},
    OtherGeometry{"cooccurrence", &Fidelity::cooccurrence, true},
    OtherGeometry{"ppmi", &Fidelity::ppmi, true},
    OtherGeometry{"distance", &Fidelity::distance, true},
    OtherGeometry{"distance_within_4", &Fidelity::distance_local, true},
};

struct GeometryTables {
  SeedTable separation{"separation",
                       "How similarity tells classes",
                       "method",
                       {{"d_prime", "d'", "means of pairs of one class and of two, in standard deviations apart"},
                        {"auc", "AUC", "chance that a pair of one class is more similar than a pair of two"},
                        {"same_mean", "same class", "mean similarity of pairs of one class", 2},
                        {"same_sd", "same sd", "its sd over pairs", 2},
                        {"cross_mean", "other class", "mean similarity of pairs of two classes", 2},
                        {"cross_sd", "other sd", "its sd over pairs", 2}},
                       {},
                       "file"};
  SeedTable correlations{
      "correlations",
      "Correlation of similarity with other geometries of the same nodes",
      "geometry",
      {{"pearson", "Pearson's r", "of similarity with it; with a distance negative where near nodes are similar"},
       {"spearman", "Spearman's rho", "the same of ranks"},
       {"pairs", "pairs", "of nodes that it was taken over", 0}},
      {},
      "file",
      false,
      2};
  SeedTable by_hop{"by_hop",
                   "Similarity by distance in the graph",
                   "hops apart",
                   {{"mean", "mean", "similarity of pairs so far apart", 2},
                    {"spread", "sd of pairs", "its sd over pairs", 2},
                    {"pairs", "pairs", "of nodes so far apart", 0}},
                   {},
                   "file",
                   false,
                   1};

  void add(const std::string& group, const Separation& found) {
    const auto of_pairs = [](const PairMoments& pairs, double value) { return pairs.pairs > 0 ? value : kUndefined; };
    separation.add(group, 0.0,
                   {found.d_prime.value_or(kUndefined), found.auc.value_or(kUndefined),
                    of_pairs(found.same, found.same.mean), of_pairs(found.same, found.same.sd),
                    of_pairs(found.cross, found.cross.mean), of_pairs(found.cross, found.cross.sd)});
  }
  void add(const std::string& group, const Fidelity& found, bool with_reference, bool with_graph) {
    for (std::size_t i = 0; i < kOtherGeometries.size(); ++i) {
      const OtherGeometry& other = kOtherGeometries[i];
      if (!(other.of_graph ? with_graph : with_reference)) {
        continue;
      }
      const Correlation with = (found.*other.found).value_or(Correlation());
      correlations.add(other.name, static_cast<double>(i),
                       {with.pearson.value_or(kUndefined), with.spearman.value_or(kUndefined),
                        with.pairs > 0 ? static_cast<double>(with.pairs) : kUndefined},
                       group);
    }
    for (std::size_t h = 0; h < found.by_hop.size(); ++h) {
      const HopSimilarity& hop = found.by_hop[h];
      by_hop.add(std::to_string(h + 1), static_cast<double>(h + 1), {hop.mean, hop.sd, static_cast<double>(hop.pairs)},
                 group);
    }
  }
};

Json matrices_json(const ExperimentInput& input, const SharedRows& rows, const std::optional<Embedding>& reference,
                   const ReferenceGeometry& geometry, std::uint64_t seed, int threads) {
  const std::vector<NodeIndex> nodes = sample_by_class(rows.labels, kMatrixNodes, seed);
  Json classes = Json::array();
  for (const NodeIndex node : nodes) {
    classes.push_back(rows.labels.classes[node]);
  }
  Json json{{"class_names", rows.labels.names}, {"classes", classes}};
  if (reference) {
    json["reference"] = matrix_json(RowSimilarity(*reference), nodes, threads);
  }
  json["methods"] = Json::array();
  for (const EmbeddingGroup& group : input.groups) {
    const Embedding embedding = group.seeds.front().load_in_rows(rows.ids);
    const RowSimilarity similarity(embedding);
    Json method{{"name", group.name}, {"matrix", matrix_json(similarity, nodes, threads)}};
    if (reference) {
      method["hexbin"] = hexbin_json(RowSimilarity(*reference), similarity, geometry, threads);
    }
    json["methods"].push_back(std::move(method));
  }
  return json;
}

Results run_geometry(const ExperimentInput& input, const Options& options, const RunContext& context) {
  const std::uint64_t seed = options.whole("seed");
  const SharedRows rows = shared_rows(input);
  require_classes(rows.labels);
  const bool with_graph = input.nodes.graph != nullptr;
  std::optional<Embedding> reference;
  ReferenceGeometry geometry(static_cast<NodeIndex>(rows.ids.size()), {.pairs = options.whole("pairs"), .seed = seed});
  if (input.reference) {
    reference = input.reference->source.load_in_rows(rows.ids);
    geometry.add_reference(*reference, context.threads);
  }
  if (with_graph) {
    run_stage(context, "walks and distances", [&] { geometry.add_graph(rows.graph, WalkConfig{}, context); });
  }
  const ClassPairs pairs = draw_class_pairs(rows.labels, options.whole("pairs"), seed);
  const std::size_t class_pairs = pairs.same.size() + pairs.cross.size();
  GeometryTables tables;
  tables.correlations.side_by_side = tables.by_hop.side_by_side = input.groups.size() > 1;
  Results results;
  results.facts = {{"class_pairs", class_pairs},
                   {"pairs", geometry.pairs().size()},
                   {"sampled", pairs.sampled},
                   {"distance_sources", geometry.distance_sources()},
                   {"distance_pairs", geometry.distance_pairs()},
                   {"reference", input.reference ? Json(input.reference->name) : Json(nullptr)}};
  for_each_seed(input, results, context,
                [&](const EmbeddingGroup& group, const LabelledRows& seed_rows) {
                  const Embedding& embedding = seed_rows.embedding;
                  Fidelity fidelity = geometry.compare(embedding, context.threads);
                  if (input.reference && input.reference->source.is(*seed_rows.source)) {
                    fidelity.reference.reset();  // an embedding says nothing about itself
                  }
                  tables.add(group.name, measure_separation(RowSimilarity(embedding), pairs, context.threads));
                  tables.add(group.name, fidelity, input.reference.has_value(), with_graph);
                },
                {.rows = &rows.ids});
  results.tables.push_back(std::move(tables.separation));
  for (SeedTable* table : {&tables.correlations, &tables.by_hop}) {
    if (!table->rows.empty()) {
      results.tables.push_back(std::move(*table));
    }
  }
  if (options.is_set("matrices")) {
    results.facts["matrices"] = matrices_json(input, rows, reference, geometry, seed, context.threads);
  }
  std::string note = fmt::format("Similarity: shared bits of codes, cosine of vectors. {} of labelled nodes{}",
                                 counted(class_pairs, "pair"), pairs.sampled ? ", a sample" : ", all");
  if (geometry.distance_sources() > 0) {
    note += fmt::format("; {} by hops from {}", counted(geometry.distance_pairs(), "pair"),
                        counted(geometry.distance_sources(), "node"));
  }
  results.notes = {note + "."};
  return results;
}

}  // namespace

Experiment geometry_experiment() {
  Option matrices = switch_option(
      "matrices", "Similarity matrices of up to 600 nodes by class, and reference against similarity, in JSON");
  matrices.json_only = true;
  return {.name = "geometry",
          .summary = "How similarity tells classes and follows the graph",
          .inputs = {.embeddings = true,
                     .classes = Classes::kRequired,
                     .reference = true,
                     .graph_help =
                         "Compare with walks, PPMI and distances in this graph, too; its classes, if it has some"},
          .options = {whole_option("pairs", 3'000'000, 1, kMaxPairs,
                                   "Pairs of nodes to measure; all where there are no more"),
                      std::move(matrices), seed_option("Of the sample of pairs and of the walks")},
          .run = run_geometry};
}

}  // namespace columnar
