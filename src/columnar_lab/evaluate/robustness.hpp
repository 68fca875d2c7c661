#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/baselines/embedding.hpp"
#include "columnar_lab/evaluate/classify.hpp"

namespace columnar {

struct RobustnessOptions {
  std::vector<double> deltas{0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5};
  std::uint32_t repeats = 3;      ///< draws of the damage per delta
  std::uint64_t pairs = 200'000;  ///< of labelled nodes, for the AUC
  bool train_damaged = false;     ///< also train the classifier on damaged rows: a fit for each delta and repeat
  ClassifyOptions classify;       ///< folds, cost and seed; the seed also determines damage and pairs
};

/// Quality of an embedding at one strength of damage.
struct RobustnessPoint {
  double delta = 0.0;
  double self_similarity = 0.0;  ///< measured: 1 − delta in expectation
  MeanSd accuracy;               ///< over the repeats; each is the mean of the folds
  MeanSd auc;                    ///< same-class against cross-class pairs, both rows of a pair damaged
};

/// Accuracy and same-class AUC by the strength of the damage (see corrupt()).
///
/// The classifier of a fold trains on intact rows and is tested on damaged ones: one fit per fold serves all deltas.
/// docs/decisions/0012-corruption-protocol.md says why. Throws Error(kInput) like classify(), and if there is only one
/// kind of pairs; Error(kConfig) for a delta outside [0, 1), none at all, or no repeats.
[[nodiscard]] std::vector<RobustnessPoint> measure_robustness(const Embedding& embedding, const Labels& labels,
                                                              const RobustnessOptions& options,
                                                              const RunContext& context);

/// A curve over ascending deltas, e.g. accuracies.
struct Curve {
  std::vector<double> x;
  std::vector<double> y;

  /// Linear interpolation; empty outside the range.
  [[nodiscard]] std::optional<double> at(double place) const;
};

/// The first delta from which `mine` lies above `other` (both over the same deltas), with linear
/// interpolation; the first delta of all if it starts above, empty if it never does.
[[nodiscard]] std::optional<double> overtakes_at(const Curve& mine, const Curve& other);

/// Lead of `mine` over `other` at a delta, in hundredths; empty if one of them does not reach it.
[[nodiscard]] std::optional<double> lead_at(double delta, const Curve& mine, const Curve& other);

}  // namespace columnar
