#include "columnar_lab/evaluate/training_costs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/evaluate/stratified_folds.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::training_costs_test {
namespace {

using testing::ElementsAre;
using testing_codes::cyclic_labels;
using testing_codes::LabelledVectors;
using testing_codes::make_labels;
using testing_codes::make_vectors;
using testing_codes::random_codes;
using testing_codes::wavy_vectors;

using TrainingSets = std::vector<std::vector<NodeIndex>>;

constexpr std::optional<double> kChosen = std::nullopt;

/// Nodes that leave every `step`th one out.
std::vector<NodeIndex> all_but_every(std::size_t step, std::size_t count) {
  std::vector<NodeIndex> nodes;
  for (NodeIndex node = 0; node < count; ++node) {
    if (node % step != 0) {
      nodes.push_back(node);
    }
  }
  return nodes;
}

/// The rows of a training set alone: whatever is chosen from them cannot depend on any other.
SparseRows copied(const SparseRows& rows, std::span<const NodeIndex> train) {
  SparseRows result;
  result.width = rows.width;
  for (const NodeIndex row : train) {
    for (std::uint64_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
      result.indices.push_back(rows.indices[i]);
      if (!rows.values.empty()) {
        result.values.push_back(rows.values[i]);
      }
    }
    result.offsets.push_back(result.indices.size());
  }
  return result;
}

/// The plain twin: every C in turn, every fold in turn, on a table that holds the training rows and no others.
double chosen_by_loops(const SparseRows& rows, std::span<const std::int32_t> classes, std::span<const NodeIndex> train,
                       std::uint64_t seed) {
  const SparseRows own = copied(rows, train);
  std::vector<std::int32_t> own_classes;
  for (const NodeIndex node : train) {
    own_classes.push_back(classes[node]);
  }
  const Folds folds = stratified_folds(own_classes, 3, KeyedRandom(seed, Purpose::kCostFolds).bits(0, 0));
  double best_cost = 0.0;
  int best = -1;
  for (const double cost : {0.004, 0.016, 0.06, 0.25, 1.0, 4.0, 16.0, 64.0}) {
    int right = 0;
    for (std::int32_t fold = 0; fold < 3; ++fold) {
      const auto model = LogisticRegression::fit(own, own_classes, folds.train_nodes(fold), {.cost = cost});
      for (std::size_t row = 0; row < own_classes.size(); ++row) {
        right += static_cast<int>(folds.fold_of[row] == fold && model.predict(own, row) == own_classes[row]);
      }
    }
    if (right > best) {
      best = right;
      best_cost = cost;
    }
  }
  return best_cost;
}

TEST(TrainingCosts, AreThoseOfPlainLoopsOverCopiesOfTheTrainingRows) {
  const LabelledVectors vectors = wavy_vectors();
  const Labels labels = cyclic_labels(150, 3);
  const SdrTable codes = random_codes(labels, 5);
  const auto agree = [](const SparseRows& rows, const Labels& of_rows) {
    const TrainingSets sets{all_but_every(5, of_rows.classes.size()), all_but_every(2, of_rows.classes.size())};
    for (const std::uint64_t seed : {1U, 7U}) {
      const std::vector<double> costs =
          training_costs(rows, of_rows.classes, sets, {.cost = kChosen, .seed = seed, .threads = 2});
      ASSERT_EQ(costs.size(), 2U);
      for (std::size_t set = 0; set < 2; ++set) {
        EXPECT_EQ(costs[set], chosen_by_loops(rows, of_rows.classes, sets[set], seed)) << set << ' ' << seed;
      }
    }
  };
  agree(rows_of(vectors.table), vectors.labels);
  agree(rows_of(codes), labels);
}

TEST(TrainingCosts, IgnoreNodesOutsideTheTrainingSet) {
  LabelledVectors made = wavy_vectors();
  const TrainingSets sets{all_but_every(3, 90)};
  const CostOptions options{.cost = kChosen};
  const std::vector<double> before = training_costs(rows_of(made.table), made.labels.classes, sets, options);
  for (std::size_t node = 0; node < 90; node += 3) {
    made.labels.classes[node] = (made.labels.classes[node] + 1) % 3;
    made.table.values[2 * node] *= -100.0F;
  }
  EXPECT_EQ(training_costs(rows_of(made.table), made.labels.classes, sets, options), before);
}

TEST(TrainingCosts, FollowTheScaleOfTheRows) {
  // A third of the nodes lies at -scale, the others at +scale. Where that is large any C tells them apart; where it is
  // small, a small C leaves the weight too small to outvote the bias.
  const auto chosen_at = [](float scale) {
    std::vector<float> values(60, scale);
    std::vector<std::int32_t> classes(60, 0);
    for (std::size_t node = 0; node < 60; node += 3) {
      values[node] = -scale;
      classes[node] = 1;
    }
    return training_costs(rows_of(make_vectors(1, values)), classes, TrainingSets{all_but_every(60, 60)},
                          {.cost = kChosen})[0];
  };
  EXPECT_EQ(chosen_at(10.0F), kCostGrid.front());
  EXPECT_GT(chosen_at(0.05F), 1.0);
}

TEST(TrainingCosts, AreTheSmallestWhereAllAreAlike) {
  std::vector<std::int32_t> classes(20, 0);
  std::fill_n(classes.begin(), 5, 1);
  const SparseRows rows = rows_of(make_vectors(1, std::vector<float>(20, 1.0F)));
  EXPECT_THAT(training_costs(rows, classes, TrainingSets{all_but_every(10, 20)}, {.cost = kChosen}),
              ElementsAre(kCostGrid.front()));
}

TEST(TrainingCosts, DependOnNoNumberOfThreads) {
  const Labels labels = cyclic_labels(120, 3);
  const SparseRows rows = rows_of(random_codes(labels, 2));
  const TrainingSets sets{all_but_every(4, 120), all_but_every(3, 120)};
  EXPECT_EQ(training_costs(rows, labels.classes, sets, {.cost = kChosen, .threads = 1}),
            training_costs(rows, labels.classes, sets, {.cost = kChosen, .threads = 4}));
}

TEST(TrainingCosts, AreTheGivenOneWhereThereIsOneAndOneWhereNothingCanBeChosenBy) {
  const Labels labels = cyclic_labels(6, 2);
  const SparseRows rows = rows_of(random_codes(labels, 2));
  const TrainingSets sets{{0, 1}, {2, 3, 4, 5}};
  EXPECT_THAT(training_costs(rows, labels.classes, sets, {.cost = 0.7}), ElementsAre(0.7, 0.7));
  EXPECT_EQ(training_costs(rows, labels.classes, sets, {.cost = kChosen})[0], 1.0);
  EXPECT_TRUE(training_costs(rows, labels.classes, {}, {.cost = kChosen}).empty());
}

TEST(TrainingCosts, RefuseATrainingSetOfRowsThatAreNotThere) {
  const Labels labels = cyclic_labels(6, 2);
  const SparseRows rows = rows_of(random_codes(cyclic_labels(4, 2), 2));
  EXPECT_THROW((void)training_costs(rows, labels.classes, TrainingSets{all_but_every(7, 6)}, {.cost = kChosen}), Error);
}

TEST(CostGrid, AscendsAndHoldsTheFixedDefault) {
  EXPECT_TRUE(std::ranges::is_sorted(kCostGrid));
  EXPECT_TRUE(std::ranges::count(kCostGrid, LogisticOptions{}.cost) == 1);
}

TEST(MedianCost, IsTheMiddleOneAndTheLowerOfTwo) {
  EXPECT_EQ(median_cost(std::vector{4.0, 0.25, 1.0}), 1.0);
  EXPECT_EQ(median_cost(std::vector{4.0, 0.25, 16.0, 1.0}), 1.0);
  EXPECT_EQ(median_cost({}), std::nullopt);
}

}  // namespace
}  // namespace columnar::training_costs_test
