#include "columnar_lab/evaluate/sequential.hpp"

#include <algorithm>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/learning.hpp"
#include "columnar_lab/evaluate/prepared_graph.hpp"
#include "columnar_lab/evaluate/stratified_folds.hpp"
#include "columnar_lab/evaluate/subgraph.hpp"

namespace columnar {
namespace {

constexpr std::int32_t kSequentialFolds = 5;

/// Appends the component of `start` in breadth-first order. A directed graph is followed along its edges.
void append_from(const Graph& graph, NodeIndex start, std::vector<bool>& seen, std::vector<NodeIndex>& order) {
  seen[start] = true;
  order.push_back(start);
  for (std::size_t next = order.size() - 1; next < order.size(); ++next) {
    for (const NodeIndex neighbour : graph.neighbours(order[next])) {
      if (!seen[neighbour]) {
        seen[neighbour] = true;
        order.push_back(neighbour);
      }
    }
  }
}

std::vector<NodeIndex> breadth_first_order(const Graph& graph) {
  std::vector<bool> seen(graph.node_count(), false);
  std::vector<NodeIndex> order;
  append_from(graph, 0, seen, order);
  const NodeIndex rim = order.back();
  seen.assign(graph.node_count(), false);
  order.clear();
  append_from(graph, rim, seen, order);
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    if (!seen[v]) {
      append_from(graph, v, seen, order);
    }
  }
  return order;
}

/// Share of right answers, mean of the folds, from the answers that each fold's classifier gave about its own test.
double mean_accuracy(const Folds& folds, const Labels& labels, const std::vector<std::int32_t>& answers) {
  double sum = 0.0;
  for (std::int32_t fold = 0; fold < folds.count; ++fold) {
    const std::vector<NodeIndex> test = folds.test_nodes(fold);
    const auto right = std::ranges::count_if(test, [&](NodeIndex v) { return answers[v] == labels.classes[v]; });
    sum += static_cast<double>(right) / static_cast<double>(test.size());
  }
  return sum / folds.count;
}

/// Runs learn_and_answer(fold, answers before, answers after) for all folds.
template <class Body>
FrozenAccuracy over_folds(const Labels& labels, int threads, const Body& learn_and_answer) {
  const Folds folds = stratified_folds(labels.classes, kSequentialFolds, ClassifyOptions{}.seed, labels.place);
  std::vector<std::int32_t> before(labels.classes.size(), Labels::kUnknown);
  std::vector<std::int32_t> after = before;
  parallel_blocks(threads, kSequentialFolds, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t fold = begin; fold < end; ++fold) {
      learn_and_answer(folds, static_cast<std::int32_t>(fold), before, after);
    }
  });
  return {mean_accuracy(folds, labels, before), mean_accuracy(folds, labels, after)};
}

/// Share of the labelled nodes that are in the largest class: what knowing nothing gives.
double largest_class(const Labels& labels) {
  std::vector<std::uint64_t> sizes(labels.names.size());
  std::uint64_t all = 0;
  for (const std::int32_t label : labels.classes) {
    if (label != Labels::kUnknown) {
      ++sizes[static_cast<std::size_t>(label)];
      ++all;
    }
  }
  return static_cast<double>(*std::ranges::max_element(sizes)) / static_cast<double>(all);
}

double accuracy(const SdrTable& table, const Labels& labels, int threads) {
  ClassifyOptions options;
  options.threads = threads;
  return classify(table, labels, options).accuracy.mean;
}

}  // namespace

std::pair<LabelledGraph, LabelledGraph> split_in_halves(const Graph& graph, const Labels& labels) {
  require_labels_for(labels, graph.node_count());
  if (graph.node_count() < 4) {
    throw Error(ErrorCode::kInput, "graph: too small to be split into two");
  }
  std::vector<NodeIndex> order = breadth_first_order(graph);
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(order.size() / 2);
  std::sort(order.begin(), middle);
  std::sort(middle, order.end());
  std::pair<LabelledGraph, LabelledGraph> halves{induced_subgraph(graph, labels, {order.begin(), middle}),
                                                 induced_subgraph(graph, labels, {middle, order.end()})};
  if (halves.first.graph.targets.empty() || halves.second.graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "graph: one half of it has no edges");
  }
  return halves;
}

FrozenAccuracy frozen_accuracy(const SdrTable& before, const SdrTable& after, const Labels& labels, int threads) {
  require_labels_for(labels, before.size());
  const SparseRows old_rows = rows_of(before);
  const SparseRows new_rows = rows_of(after);
  if (before.shape != after.shape || before.ids != after.ids) {
    throw Error(ErrorCode::kInput, "codes: two tables of the same nodes and shape are needed");
  }
  return over_folds(labels, threads, [&](const Folds& folds, std::int32_t fold, auto& was, auto& is) {
    const auto model = LogisticRegression::fit(old_rows, labels.classes, folds.train_nodes(fold));
    for (const NodeIndex node : folds.test_nodes(fold)) {
      was[node] = model.predict(old_rows, node);
      is[node] = model.predict(new_rows, node);
    }
  });
}

FrozenAccuracy gradient_accuracy(const L4Codes& first_l4, const Labels& first, const L4Codes& second_l4,
                                 const Labels& second, std::uint32_t inputs, bool one_head,
                                 const GradientConfig& config, std::uint64_t seed, int threads) {
  const auto first_classes = static_cast<std::uint32_t>(first.names.size());
  const auto second_classes = static_cast<std::uint32_t>(second.names.size());
  const std::vector<std::uint32_t> heads =
      one_head ? std::vector{std::max(first_classes, second_classes)} : std::vector{first_classes, second_classes};
  const std::vector<NodeIndex> later = labelled_nodes(second);
  return over_folds(first, threads, [&](const Folds& folds, std::int32_t fold, auto& was, auto& is) {
    GradientEncoder network(inputs, heads, config, seed);
    const auto answer = [&](std::vector<std::int32_t>& answers) {
      for (const NodeIndex node : folds.test_nodes(fold)) {
        answers[node] = network.predict(first_l4.code(node), 0);
      }
    };
    network.learn(first_l4, first.classes, folds.train_nodes(fold), 0);
    answer(was);
    network.learn(second_l4, second.classes, later, heads.size() - 1);
    answer(is);
  });
}

SeedTable sequential_table() {
  return {"sequential",
          "Trained on one graph, then on another: what is kept of the first",
          "code",
          {{"before", "before", "accuracy on the first graph once it was learnt", 3},
           {"after", "after", "and after the second, by the classifier learnt before", 3},
           {"kept", "kept", "after / before", 3},
           {"kept_above_chance", "above chance", "the same of what lies above the share of the largest class", 3},
           {"after_refit", "refitted", "accuracy after the second, by a classifier learnt anew", 3},
           {"kept_refit", "kept", "refitted / before", 3}},
          {}};
}

void add_sequential(const LabelledGraph& first, const LabelledGraph& second, const Config& config,
                    const RunContext& context, SeedTable& table) {
  require_classifiable(first.graph, first.labels);
  require_classifiable(second.graph, second.labels);
  Config plain = config;
  plain.readout.tie_break_rounds = 0;
  Config of_second = plain;
  of_second.seed = ~config.seed;
  const int threads = context.threads;
  const RunContext quiet{threads, nullptr};
  const PreparedGraph one = prepare_graph(first.graph, plain, quiet);
  const PreparedGraph two = prepare_graph(second.graph, of_second, quiet);
  const Eligibility open = open_eligibility(one.ids.size(), config.l23.columns);
  context.advance(0.1);

  CortexState cortex = initial_cortex(plain);
  const auto read = [&](const Eligibility& eligibility) {
    return read_table(one.ids, one.l4, eligibility, plain, cortex, threads);
  };
  train_cortex(one, plain, cortex, quiet);
  const SdrTable before = read(one.eligibility);
  const SdrTable driven_before = select_layer(read(open), Layer::kL23);
  train_cortex(two, of_second, cortex, quiet);
  const SdrTable after = read(one.eligibility);
  const SdrTable driven_after = select_layer(read(open), Layer::kL23);
  context.advance(0.3);

  const double chance = largest_class(first.labels);
  const auto add = [&](const char* name, const FrozenAccuracy& frozen, double refitted) {
    table.add(name, static_cast<double>(table.rows.size()),
              {frozen.before, frozen.after, frozen.after / frozen.before,
               (frozen.after - chance) / (frozen.before - chance), refitted, refitted / frozen.before});
  };
  const auto add_codes = [&](const char* name, const SdrTable& was, const SdrTable& is) {
    add(name, frozen_accuracy(was, is, first.labels, threads), accuracy(is, first.labels, threads));
  };
  add_codes("SDR-28", before, after);
  context.advance(0.5);
  add_codes("SDR-8", select_layer(before, Layer::kL23), select_layer(after, Layer::kL23));
  context.advance(0.6);
  add_codes("drive alone", driven_before, driven_after);
  context.advance(0.7);
  for (const bool one_head : {false, true}) {
    const FrozenAccuracy gradient = gradient_accuracy(one.l4, first.labels, two.l4, second.labels, config.l4.width(),
                                                      one_head, GradientConfig{}, config.seed, threads);
    add(one_head ? "gradient, one head" : "gradient, own heads", gradient, kUndefined);
    context.advance(one_head ? 1.0 : 0.85);
  }
}

}  // namespace columnar
