#include "columnar_lab/evaluate/training_costs.hpp"

#include <algorithm>
#include <cstddef>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/graph.hpp"
#include "columnar_lab/evaluate/stratified_folds.hpp"

namespace columnar {
namespace {

constexpr auto kCostFolds = static_cast<std::size_t>(kCostFoldCount);

/// The nodes of one training set in folds; all others are left out. No folds where there are too few nodes.
Folds folds_of(std::span<const std::int32_t> classes, std::span<const NodeIndex> train, std::uint64_t seed) {
  if (train.size() < kCostFolds) {
    return {};
  }
  std::vector<std::int32_t> known(classes.size(), Labels::kUnknown);
  for (const NodeIndex node : train) {
    known[node] = classes[node];
  }
  return stratified_folds(known, kCostFoldCount, KeyedRandom(seed, Purpose::kCostFolds).bits(0, 0));
}

/// How many nodes of a fold a model of the other folds answers right.
std::size_t right_answers(const SparseRows& rows, std::span<const std::int32_t> classes, const Folds& folds,
                          std::size_t fold, const LogisticOptions& options) {
  const auto number = static_cast<std::int32_t>(fold);
  const auto model = LogisticRegression::fit(rows, classes, folds.train_nodes(number), options);
  const std::vector<NodeIndex> tests = folds.test_nodes(number);
  return static_cast<std::size_t>(
      std::ranges::count_if(tests, [&](NodeIndex node) { return model.predict(rows, node) == classes[node]; }));
}

}  // namespace

std::size_t cost_fits(std::optional<double> cost) { return cost ? 0 : kCostGrid.size() * kCostFolds; }

std::vector<double> training_costs(const SparseRows& rows, std::span<const std::int32_t> classes,
                                   std::span<const std::vector<NodeIndex>> training_sets, const CostOptions& options) {
  std::vector<double> costs(training_sets.size(), options.cost.value_or(LogisticOptions{}.cost));
  if (options.cost) {
    return costs;
  }
  std::vector<Folds> folds;
  for (const std::vector<NodeIndex>& train : training_sets) {
    folds.push_back(folds_of(classes, train, options.seed));
  }
  // One task for each (set, C, fold), so that many threads have enough to do.
  constexpr std::size_t kTasks = kCostGrid.size() * kCostFolds;
  std::vector<std::size_t> right(training_sets.size() * kTasks);
  parallel_blocks(options.threads, right.size(), 1, [&](std::size_t task, std::size_t) {
    const std::size_t set = task / kTasks;
    const double cost = kCostGrid[task % kTasks / kCostFolds];
    if (folds[set].count > 0) {
      const ShareSink progress = options.progress == nullptr ? ShareSink{} : options.progress->one_fit();
      right[task] = right_answers(rows, classes, folds[set], task % kCostFolds, {cost, options.tolerance, progress});
    }
  });
  for (std::size_t set = 0; set < costs.size(); ++set) {
    std::array<std::size_t, kCostGrid.size()> sums{};
    for (std::size_t task = 0; task < kTasks; ++task) {
      sums[task / kCostFolds] += right[set * kTasks + task];
    }
    if (folds[set].count > 0) {  // max_element takes the first of equal ones, which has the smallest C
      costs[set] = kCostGrid[static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin())];
    }
  }
  return costs;
}

std::optional<double> median_cost(std::span<const double> costs) {
  if (costs.empty()) {
    return std::nullopt;
  }
  std::vector<double> sorted(costs.begin(), costs.end());
  std::ranges::sort(sorted);
  return sorted[(sorted.size() - 1) / 2];
}

}  // namespace columnar
