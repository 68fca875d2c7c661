#include "columnar_lab/evaluate/living.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <utility>

#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph_builder.hpp"
#include "columnar/model.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "columnar_lab/evaluate/held_out.hpp"
#include "columnar_lab/evaluate/logistic_regression.hpp"
#include "columnar_lab/evaluate/subgraph.hpp"

namespace columnar {
namespace {

/// Collects changes under the ids of a graph.
class ChangeCollector {
 public:
  explicit ChangeCollector(const Graph& graph) : graph_(graph) {}

  void add(NodeIndex u, std::uint64_t edge) {
    EdgeChange change;
    change.u = row_of(u);
    change.v = row_of(graph_.targets[edge]);
    if (graph_.is_weighted()) {
      change.weight = static_cast<double>(graph_.weights[edge]);
    }
    change.line = changes_.changes.size() + 1;
    changes_.changes.push_back(change);
  }
  [[nodiscard]] bool empty() const noexcept { return changes_.changes.empty(); }
  EdgeChanges take() {
    changes_.ids = std::move(ids_).take_ids();
    changes_.place = "held back";
    return std::move(changes_);
  }

 private:
  NodeIndex row_of(NodeIndex node) { return ids_.row_of(graph_.ids.name(node)); }

  const Graph& graph_;
  IdIndex ids_;
  EdgeChanges changes_;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string percent_name(double share, const char* what) {
  return fmt::format("{:g} % of the {}", 100.0 * share, what);
}

SeedTable unseen_table() {
  return {"unseen",
          "Nodes never seen: hidden with their edges, then encoded by a model of the rest",
          "hidden",
          {{"encoded", "encoded", "accuracy on the hidden nodes, by a classifier of the visible nodes' codes", 3},
           {"trained", "trained", "the same where the hidden nodes were there in training", 3},
           {"difference", "difference", "encoded - trained", 3},
           {"search_encoded", "encoded, all bits", "encoded, with the bits of all layers", 3},
           {"search_trained", "trained, all bits", "trained, with the bits of all layers", 3},
           {"search_difference", "difference, all bits", "the difference of these two", 3},
           {"updated", "updated", "the same where a model of the rest was updated with the hidden nodes", 3},
           {"updated_difference", "updated - trained", "the difference to training with them", 3},
           {"microseconds", "µs per node", "microseconds to encode a node, in one batch", 1},
           {"placeless", "no place", "share of the hidden nodes from which no walk leads to a visible one", 3}},
          {}};
}

SeedTable stream_table() {
  return {"stream",
          "Edges that arrive after training: the model updated, or trained from scratch",
          "arrive later",
          {{"before", "before", "accuracy of the codes before they arrive, 5-fold", 3},
           {"updated", "updated", "accuracy of the updated model's codes", 3},
           {"scratch", "scratch", "accuracy of codes trained from scratch on the whole graph", 3},
           {"difference", "difference", "updated - scratch", 3},
           {"seconds", "seconds", "of the update", 2},
           {"scratch_seconds", "scratch s", "seconds of training from scratch", 2},
           {"ratio", "ratio", "update / scratch", 3},
           {"learned", "learned", "share of the nodes learned again", 3},
           {"unchanged", "unchanged", "share of the codes that stayed as they were, bit for bit", 3}},
          {}};
}

void add_unseen(const Graph& graph, const Labels& labels, double share, const SdrTable& trained, const Config& config,
                int threads, SeedTable& table) {
  const HiddenNodes hidden = hide_nodes(graph, labels, share, config.seed);
  Embedder embedder(config);
  const SdrTable visible = embedder.fit(hidden.visible.graph, {threads, nullptr});
  const auto start = std::chrono::steady_clock::now();
  const NewCodes encoded = encode(embedder.model(), hidden.edges, {threads, nullptr});
  const double seconds = seconds_since(start);
  // A hidden node without any edge is not encoded and not asked about.
  std::vector<NodeIndex> test;
  const IdIndex rows(graph.ids);
  for (NodeIndex i = 0; i < encoded.codes.size(); ++i) {
    test.push_back(rows.find(encoded.codes.ids.name(i)).value());
  }
  std::vector<NodeIndex> train(graph.node_count());
  std::iota(train.begin(), train.end(), NodeIndex{0});
  std::erase_if(train, [&](NodeIndex v) { return std::ranges::binary_search(hidden.rows, v); });
  const double nodes = static_cast<double>(encoded.codes.size());
  const SdrTable joined = joined_codes(graph, visible, encoded.codes);
  std::vector<double> figures;
  for (const Layer layer : {Layer::kAll, joined.shape.layer}) {
    const double by_encoding = held_out_accuracy(rows_of(select_layer(joined, layer)), labels, train, test);
    const double by_training = held_out_accuracy(rows_of(select_layer(trained, layer)), labels, train, test);
    figures.insert(figures.end(), {by_encoding, by_training, by_encoding - by_training});
  }
  // Nodes are hidden with their edges, which the visible ones miss as well: an update gives both what they miss.
  Model model = std::move(embedder).take_model();
  (void)update(model, hidden.edges, NewNodes::kAdmit, {threads, nullptr});
  const SdrTable codes = codes_of(model);
  const SdrTable updated = select_layer(joined_codes(graph, codes, {codes.shape, {}, {}}), Layer::kAll);
  const double by_update = held_out_accuracy(rows_of(updated), labels, train, test);
  figures.insert(figures.end(), {by_update, by_update - figures[1]});
  figures.insert(figures.end(), {1e6 * seconds / nodes, static_cast<double>(encoded.placeless) / nodes});
  table.add(percent_name(share, "nodes"), share, figures);
}

void add_stream(const Graph& graph, const Labels& labels, double share, const SdrTable& trained, double scratch_seconds,
                const Config& config, int threads, SeedTable& table) {
  const LateEdges late = hold_back_edges(graph, share, config.seed);
  Embedder embedder(config);
  (void)embedder.fit(late.before, {threads, nullptr});
  Model model = std::move(embedder).take_model();
  const SdrTable before = select_layer(codes_of(model), Layer::kAll);
  const auto start = std::chrono::steady_clock::now();
  const UpdateReport report = update(model, late.edges, NewNodes::kRefuse, {threads, nullptr});
  const double seconds = seconds_since(start);
  const auto accuracy = [&](const SdrTable& codes) {
    ClassifyOptions options;
    options.threads = threads;
    return classify(codes, labels, options).accuracy.mean;
  };
  const double updated = accuracy(select_layer(codes_of(model), Layer::kAll));
  const double scratch = accuracy(select_layer(trained, Layer::kAll));
  table.add(percent_name(share, "edges"), share,
            {accuracy(before), updated, scratch, updated - scratch, seconds, scratch_seconds, seconds / scratch_seconds,
             static_cast<double>(report.learned) / static_cast<double>(report.nodes), report.unchanged_share()});
}

}  // namespace

HiddenNodes hide_nodes(const Graph& graph, const Labels& labels, double share, std::uint64_t seed) {
  require_labels_for(labels, graph.node_count());
  std::vector<NodeIndex> order(graph.node_count());
  std::iota(order.begin(), order.end(), NodeIndex{0});
  keyed_shuffle(std::span(order), KeyedRandom(seed, Purpose::kHiddenNodes), 0);
  const auto count = static_cast<std::ptrdiff_t>(std::llround(share * static_cast<double>(order.size())));
  HiddenNodes result;
  result.rows.assign(order.begin(), order.begin() + count);
  std::vector<NodeIndex> kept(order.begin() + count, order.end());
  std::ranges::sort(result.rows);
  std::ranges::sort(kept);
  result.visible = induced_subgraph(graph, labels, kept);
  ChangeCollector edges(graph);
  std::vector<bool> is_hidden(graph.node_count(), false);
  for (const NodeIndex v : result.rows) {
    is_hidden[v] = true;
  }
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (std::uint64_t e = graph.offsets[u]; e < graph.offsets[u + 1]; ++e) {
      const NodeIndex v = graph.targets[e];
      if ((is_hidden[u] || is_hidden[v]) && (graph.directed || u < v)) {
        edges.add(u, e);
      }
    }
  }
  if (edges.empty() || result.visible.graph.targets.empty()) {
    throw Error(ErrorCode::kInput, fmt::format("graph: too small to hide {:g} % of its nodes", 100.0 * share));
  }
  result.edges = edges.take();
  return result;
}

LateEdges hold_back_edges(const Graph& graph, double share, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kHiddenNodes);
  GraphBuilder kept({graph.directed, EdgeSource::kList, "graph"});
  std::vector<std::pair<std::uint64_t, std::pair<NodeIndex, std::uint64_t>>> late;  // by a random key: the order
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (std::uint64_t e = graph.offsets[u]; e < graph.offsets[u + 1]; ++e) {
      const NodeIndex v = graph.targets[e];
      if (!graph.directed && v < u) {
        continue;
      }
      const std::uint64_t key = (std::uint64_t{u} << 32U) | v;
      if (random.uniform(key, 1) < share) {
        late.push_back({random.bits(key, 2), {u, e}});
      } else if (graph.is_weighted()) {
        kept.add(u, v, static_cast<double>(graph.weights[e]));
      } else {
        kept.add(u, v);
      }
    }
  }
  if (late.empty() || kept.kept_edges() == 0) {
    throw Error(ErrorCode::kInput, fmt::format("graph: too small to hold back {:g} % of its edges", 100.0 * share));
  }
  std::ranges::sort(late);
  LateEdges result;
  ChangeCollector edges(graph);
  for (const auto& [key, edge] : late) {
    edges.add(edge.first, edge.second);
  }
  result.edges = edges.take();
  result.before = std::move(kept).build(graph.ids).graph;
  return result;
}

std::vector<SeedTable> evaluate_living(const Graph& graph, const Labels& labels, const Config& config,
                                       const LivingOptions& options, const RunContext& context) {
  require_classifiable(graph, labels);
  std::vector<SeedTable> tables{unseen_table(), stream_table()};
  const double steps = options.seeds * (1.0 + static_cast<double>(options.hidden.size() + options.late.size()));
  double done = 0.0;
  const auto step = [&] { context.advance(++done / steps); };
  for (std::uint32_t s = 0; s < options.seeds; ++s) {
    Config seeded = config;
    seeded.seed = config.seed + s;
    const auto start = std::chrono::steady_clock::now();
    const SdrTable trained = Embedder(seeded).fit(graph, {context.threads, nullptr});
    const double scratch_seconds = seconds_since(start);
    step();
    for (const double share : options.hidden) {
      add_unseen(graph, labels, share, trained, seeded, context.threads, tables[0]);
      step();
    }
    for (const double share : options.late) {
      add_stream(graph, labels, share, trained, scratch_seconds, seeded, context.threads, tables[1]);
      step();
    }
  }
  std::erase_if(tables, [](const SeedTable& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace columnar
