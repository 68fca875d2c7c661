#include "columnar_lab/evaluate/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/attribute_rows.hpp"
#include "columnar/graph/attributes_check.hpp"
#include "columnar/model.hpp"
#include "columnar_lab/baselines/gnn.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/gnn_classify.hpp"
#include "columnar_lab/evaluate/held_out.hpp"
#include "columnar_lab/evaluate/living.hpp"
#include "columnar_lab/evaluate/logistic_regression.hpp"

namespace columnar {
namespace {

/// Attributes as they are, as feature rows.
SparseRows raw_rows(const Attributes& attributes) {
  SparseRows rows;
  rows.width = attributes.width;
  std::map<std::uint32_t, float> row;
  for (std::size_t v = 0; v < attributes.row_count(); ++v) {
    row.clear();
    for (std::uint64_t e = attributes.offsets[v]; e < attributes.offsets[v + 1]; ++e) {
      row[attributes.indices[e]] += attributes.value(e);
    }
    for (const auto& [column, value] : row) {
      rows.indices.push_back(column);
      rows.values.push_back(value);
    }
    rows.offsets.push_back(rows.indices.size());
  }
  return rows;
}

std::vector<std::uint64_t> row_numbers(std::span<const NodeIndex> nodes) { return {nodes.begin(), nodes.end()}; }

/// The rows in a random order: as much as before, but of other nodes.
Attributes of_other_nodes(const Attributes& attributes, std::uint64_t seed) {
  std::vector<std::uint64_t> order(attributes.row_count());
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  keyed_shuffle(std::span(order), KeyedRandom(seed, Purpose::kCorruption), 0);
  return select_rows(attributes, order);
}

SeedTable classes_table() {
  return {"classes",
          "Classes told by codes without and with attributes, and by attributes alone",
          "from",
          {{"accuracy", "accuracy",
            "share of the nodes whose class is predicted, by cross-validation; of codes, by the "
            "learned bits of L2/3 and L5a"},
           {"search", "all bits", "the same by the bits of all layers"},
           {"majority", "majority", "share of the most frequent class: what always predicting it would get"}},
          {}};
}

SeedTable cold_table() {
  return {"cold",
          "Nodes never seen, without an edge: encoded by their attributes alone",
          "hidden",
          {{"encoded", "encoded", "accuracy on the hidden nodes, by a classifier of the visible nodes' codes"},
           {"search", "all bits", "the same by the bits of all layers"},
           {"raw", "raw attributes", "by a classifier of the attributes themselves, of the same nodes"},
           {"difference", "difference", "encoded - raw attributes"},
           {"with_edges", "with edges", "encoded, where the hidden nodes come with their edges, too"},
           {"majority", "majority", "share of the most frequent class among the hidden nodes"},
           {"nodes", "nodes", "hidden nodes", 0, Unit::kCount}},
          {}};
}

double majority_of(const Labels& labels, std::span<const NodeIndex> nodes) {
  std::vector<std::uint64_t> counts(labels.names.size(), 0);
  for (const NodeIndex v : nodes) {
    if (labels.classes[v] != Labels::kUnknown) {
      ++counts[static_cast<std::size_t>(labels.classes[v])];
    }
  }
  const auto all = std::reduce(counts.begin(), counts.end());
  return static_cast<double>(std::ranges::max(counts)) / static_cast<double>(std::max<std::uint64_t>(1, all));
}

/// Everything that is the same for every seed.
struct Setting {
  const Graph& graph;
  const Attributes& attributes;
  const Labels& labels;
  SparseRows raw;
  const RunContext& context;
};

void add_cold(const Setting& setting, double share, const Config& config, SeedTable& table) {
  const auto& [graph, attributes, labels, raw, context] = setting;
  const RunContext quiet{context.threads, nullptr};
  const HiddenNodes hidden = hide_nodes(graph, labels, share, config.seed);
  std::vector<NodeIndex> kept(graph.node_count());
  std::iota(kept.begin(), kept.end(), NodeIndex{0});
  std::erase_if(kept, [&](NodeIndex v) { return std::ranges::binary_search(hidden.rows, v); });
  NamedAttributes cold;
  for (const NodeIndex v : hidden.rows) {
    graph.ids.are_text() ? cold.ids.texts.push_back(graph.ids.texts[v])
                         : cold.ids.integers.push_back(graph.ids.integers[v]);
  }
  cold.attributes = select_rows(attributes, row_numbers(hidden.rows));
  Embedder embedder(config);
  const SdrTable visible = embedder.fit(hidden.visible.graph, select_rows(attributes, row_numbers(kept)), quiet);
  const auto accuracy = [&](const SparseRows& rows) { return held_out_accuracy(rows, labels, kept, hidden.rows); };
  const bool is_used = embedder.model().attributes.width > 0;  // else no code can follow from them
  const auto accuracy_of = [&](const EdgeChanges& edges, Layer layer) {
    return is_used ? accuracy(rows_of(select_layer(
                         joined_codes(graph, visible, encode(embedder.model(), edges, cold, quiet).codes), layer)))
                   : kUndefined;
  };
  const double by_code = accuracy_of({}, Layer::kAll);
  const double by_attributes = accuracy(raw);
  table.add(fmt::format("{:g} % of the nodes", 100.0 * share), share,
            {by_code, accuracy_of({}, visible.shape.layer), by_attributes, by_code - by_attributes,
             accuracy_of(hidden.edges, Layer::kAll), majority_of(labels, hidden.rows),
             static_cast<double>(hidden.rows.size())});
}

}  // namespace

std::vector<SeedTable> evaluate_attributes(const Graph& graph, const Attributes& attributes, const Labels& labels,
                                           const Config& config, const AttributesOptions& options,
                                           const RunContext& context) {
  require_trainable(graph, &labels, config, options.seeds);
  check_attributes(attributes, graph.node_count());
  const Setting setting{graph, attributes, labels, raw_rows(attributes), context};
  const RunContext quiet{context.threads, nullptr};
  ClassifyOptions folds;  // the same for all rows and seeds
  folds.threads = context.threads;
  std::vector<SeedTable> tables{classes_table(), cold_table()};
  SeedTable& classes = tables.front();
  double place = 0.0;
  for (std::uint32_t s = 0; s < options.seeds; ++s) {
    Config seeded = config;
    seeded.seed = config.seed + s;
    Config alone = seeded;
    alone.attributes.attribute_share = 1.0;
    place = 0.0;
    const auto add = [&](const std::string& name, const Attributes& given, const Config& of_row) {
      const SdrTable codes = run_stage(context, name, [&] { return Embedder(of_row).fit(graph, given, quiet); });
      const ClassificationReport all = classify(codes, labels, folds);
      const ClassificationReport learned = classify(select_layer(codes, Layer::kAll), labels, folds);
      classes.add(name, place++, {learned.accuracy.mean, all.accuracy.mean, all.majority_rate});
    };
    add("codes without attributes", {}, seeded);
    add("codes with attributes", attributes, seeded);
    add("codes of attributes alone", attributes, alone);
    add("codes with those of other nodes", of_other_nodes(attributes, seeded.seed), seeded);
    for (const double share : options.hidden) {
      run_stage(context, "cold start", [&] { add_cold(setting, share, seeded, tables.back()); });
    }
  }
  // These do not depend on the seed of the codes.
  const auto add_report = [&](const std::string& name, const ClassificationReport& report) {
    classes.add(name, place++, {report.accuracy.mean, kUndefined, report.majority_rate});
  };
  add_report("raw attributes",
             run_stage(context, "raw attributes", [&] { return classify(setting.raw, labels, folds); }));
  for (const std::string& name : options.networks) {
    add_report(name, run_stage(context, name, [&] {
                 return gnn_classify(name == "gcn" ? GnnKind::kGcn : GnnKind::kSage, graph, attributes, labels, {},
                                     folds, context);
               }));
  }
  std::erase_if(tables, [](const SeedTable& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace columnar
