#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "columnar/node_ids.hpp"
#include "columnar_lab/evaluate/logistic_regression.hpp"

namespace columnar {

/// The candidate values of C, ascending: steps of about four around 1, the fixed default.
/// docs/decisions/0030-choosing-the-cost.md says why these.
inline constexpr std::array<double, 8> kCostGrid{0.004, 0.016, 0.06, 0.25, 1.0, 4.0, 16.0, 64.0};

/// Number of folds of the training nodes for choosing C.
inline constexpr std::int32_t kCostFoldCount = 3;

struct CostOptions {
  std::optional<double> cost = 1.0;  ///< C for every training set; none: chosen for each
  double tolerance = 1e-4;           ///< see LogisticOptions
  std::uint64_t seed = 1;            ///< seed of these folds
  int threads = 1;                   ///< fits run in parallel; does not change a choice
  FitProgress* progress = nullptr;   ///< may be null; counts cost_fits() for each set
};

/// How many models are fit to choose one C; 0 where it is given.
[[nodiscard]] std::size_t cost_fits(std::optional<double> cost);

/// C of the logistic regression for each of several training sets: options.cost, or chosen for the set.
///
/// The nodes of a set are split into kCostFoldCount stratified folds, keyed by (seed, kCostFolds). For every C of the
/// grid each fold is predicted by a model of the others; the C with the most correct predictions over all folds wins,
/// ties go to the smallest. Uses only rows and classes of the set; every node of it must have a class.
/// A set with fewer nodes than folds gets 1.
///
/// Throws like LogisticRegression::fit() if it has to choose; a given cost is not checked here.
[[nodiscard]] std::vector<double> training_costs(const SparseRows& rows, std::span<const std::int32_t> classes,
                                                 std::span<const std::vector<NodeIndex>> training_sets,
                                                 const CostOptions& options);

/// The median of several C, the lower of two; empty if there are none.
[[nodiscard]] std::optional<double> median_cost(std::span<const double> costs);

}  // namespace columnar
