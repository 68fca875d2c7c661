#include "columnar_lab/evaluate/classify_fractions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/training_costs.hpp"

namespace columnar {
namespace {

ConfusionMatrix measure_split(const SparseRows& rows, const Labels& labels, std::span<const NodeIndex> train,
                              const LogisticOptions& options) {
  const auto model = LogisticRegression::fit(rows, labels.classes, train, options);
  ConfusionMatrix confusion(labels.names.size());
  std::size_t next = 0;
  for (NodeIndex node = 0; node < labels.classes.size(); ++node) {
    if (next < train.size() && train[next] == node) {
      ++next;
    } else if (labels.classes[node] != Labels::kUnknown) {
      ++confusion.at(static_cast<std::size_t>(labels.classes[node]),
                     static_cast<std::size_t>(model.predict(rows, node)));
    }
  }
  return confusion;
}

}  // namespace

void require_fractions(const FractionOptions& options) {
  if (options.repeats == 0) {
    throw Error(ErrorCode::kConfig, "repeats: at least one is needed");
  }
  for (const double fraction : options.fractions) {
    if (!(fraction > 0.0 && fraction < 1.0)) {
      throw Error(ErrorCode::kConfig, fmt::format("fractions: {} is not between 0 and 1", fraction));
    }
  }
}

std::vector<NodeIndex> training_share(std::span<const std::int32_t> classes, double fraction, std::uint32_t repeat,
                                      std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kTrainingShare);
  std::map<std::int32_t, std::vector<std::pair<std::uint64_t, NodeIndex>>> members;
  for (NodeIndex node = 0; node < classes.size(); ++node) {
    if (classes[node] != Labels::kUnknown) {
      members[classes[node]].emplace_back(random.bits(node, repeat), node);
    }
  }
  std::vector<NodeIndex> train;
  for (auto& [label, keyed] : members) {
    const std::size_t count = keyed.size();
    const auto wanted = static_cast<std::size_t>(std::lround(static_cast<double>(count) * fraction));
    const std::size_t taken = count == 1 ? 1 : std::clamp<std::size_t>(wanted, 1, count - 1);
    std::ranges::sort(keyed);
    for (std::size_t i = 0; i < taken; ++i) {
      train.push_back(keyed[i].second);
    }
  }
  std::ranges::sort(train);
  return train;
}

std::vector<FractionScore> classify_by_fraction(const SparseRows& rows, const Labels& labels,
                                                const FractionOptions& options) {
  require_fractions(options);
  require_labels_for(labels, rows.row_count());
  require_classes(labels);
  const auto labelled =
      labels.classes.size() - static_cast<std::size_t>(std::ranges::count(labels.classes, Labels::kUnknown));
  std::vector<FractionScore> scores(options.fractions.size());
  for (std::size_t f = 0; f < scores.size(); ++f) {
    scores[f].fraction = options.fractions[f];
    scores[f].repeat_accuracy.resize(options.repeats);
    scores[f].repeat_macro_f1.resize(options.repeats);
    scores[f].repeat_cost.resize(options.repeats);
  }
  std::vector<std::vector<NodeIndex>> training_sets(scores.size() * options.repeats);
  parallel_blocks(options.threads, training_sets.size(), 1, [&](std::size_t split, std::size_t) {
    training_sets[split] = training_share(labels.classes, options.fractions[split / options.repeats],
                                          static_cast<std::uint32_t>(split % options.repeats), options.seed);
    if (training_sets[split].size() == labelled) {
      throw Error(ErrorCode::kInput, labels.place + ": every class has one node: none is left to test");
    }
  });
  FitProgress progress(options.progress, training_sets.size() * (1 + cost_fits(options.cost)));
  const std::vector<double> costs = training_costs(
      rows, labels.classes, training_sets, {options.cost, options.tolerance, options.seed, options.threads, &progress});
  parallel_blocks(options.threads, training_sets.size(), 1, [&](std::size_t split, std::size_t) {
    FractionScore& score = scores[split / options.repeats];
    const std::size_t repeat = split % options.repeats;
    const ConfusionMatrix confusion =
        measure_split(rows, labels, training_sets[split], {costs[split], options.tolerance, progress.one_fit()});
    score.repeat_accuracy[repeat] = accuracy_of(confusion);
    score.repeat_macro_f1[repeat] = macro_f1_of(confusion);
    score.repeat_cost[repeat] = costs[split];
    if (repeat == 0) {  // a split takes as many nodes of a class in every repeat
      score.majority_rate = majority_rate_of(confusion);
    }
  });
  for (FractionScore& score : scores) {
    score.accuracy = mean_and_sd(score.repeat_accuracy);
    score.macro_f1 = mean_and_sd(score.repeat_macro_f1);
  }
  return scores;
}

}  // namespace columnar
