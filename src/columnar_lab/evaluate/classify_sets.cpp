#include "columnar_lab/evaluate/classify_sets.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/fit_progress.hpp"

namespace columnar {
namespace {

using ClassLists = std::vector<std::vector<std::int32_t>>;

std::vector<NodeIndex> nodes_with_classes(const ClassSets& sets) {
  std::vector<NodeIndex> nodes;
  for (NodeIndex node = 0; node < sets.node_count(); ++node) {
    if (!sets.of(node).empty()) {
      nodes.push_back(node);
    }
  }
  return nodes;
}

void require_sets_possible(const SparseRows& rows, const ClassSets& sets, const FractionOptions& options) {
  require_sets_for(sets, rows.row_count());
  require_fractions(options);
  if (!options.cost) {
    throw Error(ErrorCode::kConfig, "cost: give a number; it is not chosen where nodes have several classes");
  }
  if (nodes_with_classes(sets).size() < 2) {
    fail_input(sets.place, "fewer than two nodes have a class");
  }
  if (std::ranges::all_of(sets.classes, [&](std::int32_t c) { return c == sets.classes.front(); })) {
    fail_input(sets.place, "fewer than two classes occur");
  }
}

/// The k classes with the highest scores, ascending; ties go to the lowest class.
std::vector<std::int32_t> best_classes(const std::vector<double>& scores, std::size_t k) {
  std::vector<std::int32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  const auto better = [&](std::int32_t a, std::int32_t b) {
    const double first = scores[static_cast<std::size_t>(a)];
    const double second = scores[static_cast<std::size_t>(b)];
    return first != second ? first > second : a < b;
  };
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k), order.end(), better);
  order.resize(k);
  std::ranges::sort(order);
  return order;
}

/// Trains on some of the labelled nodes and names the classes of the others.
void measure_sets_split(const SparseRows& rows, const ClassSets& sets, std::span<const NodeIndex> train,
                        const LogisticOptions& options, SetsScore& score, std::size_t repeat) {
  const auto model = LogisticRegression::fit(rows, sets, train, options);
  std::vector<double> frequency(sets.names.size(), 0.0);
  for (const NodeIndex node : train) {
    for (const std::int32_t c : sets.of(node)) {
      frequency[static_cast<std::size_t>(c)] += 1.0;
    }
  }
  ClassLists truths;
  ClassLists answers;
  ClassLists frequent;
  for (const NodeIndex node : nodes_with_classes(sets)) {
    if (std::ranges::binary_search(train, node)) {
      continue;
    }
    const std::span<const std::int32_t> truth = sets.of(node);
    truths.emplace_back(truth.begin(), truth.end());
    answers.push_back(best_classes(model.decision_values(rows, node), truth.size()));
    frequent.push_back(best_classes(frequency, truth.size()));
  }
  const SetsF1 found = f1_of_sets(truths, answers, sets.names.size());
  score.repeat_micro_f1[repeat] = found.micro;
  score.repeat_macro_f1[repeat] = found.macro;
  score.repeat_frequent_micro_f1[repeat] = f1_of_sets(truths, frequent, sets.names.size()).micro;
}

}  // namespace

std::vector<NodeIndex> random_share(const ClassSets& sets, double fraction, std::uint32_t repeat, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kTrainingShare);
  std::vector<std::pair<std::uint64_t, NodeIndex>> keyed;
  for (const NodeIndex node : nodes_with_classes(sets)) {
    keyed.emplace_back(random.bits(node, repeat), node);
  }
  const auto wanted = static_cast<std::size_t>(std::lround(static_cast<double>(keyed.size()) * fraction));
  const std::size_t taken = std::clamp<std::size_t>(wanted, 1, std::max<std::size_t>(keyed.size(), 2) - 1);
  std::ranges::sort(keyed);
  std::vector<NodeIndex> train;
  for (std::size_t i = 0; i < std::min(taken, keyed.size()); ++i) {
    train.push_back(keyed[i].second);
  }
  std::ranges::sort(train);
  return train;
}

SetsF1 f1_of_sets(const ClassLists& truths, const ClassLists& answers, std::size_t class_count) {
  std::vector<std::uint64_t> right(class_count);
  std::vector<std::uint64_t> either(class_count);  // true ones and named ones
  for (std::size_t i = 0; i < truths.size(); ++i) {
    for (const std::int32_t c : truths[i]) {
      right[static_cast<std::size_t>(c)] += std::ranges::binary_search(answers[i], c) ? 1 : 0;
      ++either[static_cast<std::size_t>(c)];
    }
    for (const std::int32_t c : answers[i]) {
      ++either[static_cast<std::size_t>(c)];
    }
  }
  const auto f1 = [](std::uint64_t hits, std::uint64_t all) {
    return all == 0 ? 0.0 : 2.0 * static_cast<double>(hits) / static_cast<double>(all);
  };
  SetsF1 found;
  for (std::size_t c = 0; c < class_count; ++c) {
    found.macro += f1(right[c], either[c]);
  }
  found.macro /= static_cast<double>(class_count);
  found.micro = f1(std::accumulate(right.begin(), right.end(), std::uint64_t{0}),
                   std::accumulate(either.begin(), either.end(), std::uint64_t{0}));
  return found;
}

std::vector<SetsScore> classify_sets(const SparseRows& rows, const ClassSets& sets, const FractionOptions& options) {
  require_sets_possible(rows, sets, options);
  std::vector<SetsScore> scores(options.fractions.size());
  for (std::size_t f = 0; f < scores.size(); ++f) {
    scores[f].fraction = options.fractions[f];
    scores[f].repeat_micro_f1.resize(options.repeats);
    scores[f].repeat_macro_f1.resize(options.repeats);
    scores[f].repeat_frequent_micro_f1.resize(options.repeats);
  }
  FitProgress progress(options.progress, scores.size() * options.repeats);
  parallel_blocks(options.threads, scores.size() * options.repeats, 1, [&](std::size_t split, std::size_t) {
    SetsScore& score = scores[split / options.repeats];
    const auto repeat = static_cast<std::uint32_t>(split % options.repeats);
    measure_sets_split(rows, sets, random_share(sets, score.fraction, repeat, options.seed),
                       {*options.cost, options.tolerance, progress.one_fit()}, score, repeat);
  });
  return scores;
}

}  // namespace columnar
