#pragma once

#include <optional>
#include <string>
#include <vector>

#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/robustness.hpp"
#include "columnar_lab/report/json.hpp"
#include "columnar_lab/report/measured_nodes.hpp"
#include "columnar_lab/report/seed_values.hpp"

/// `columnar evaluate robustness` for any caller: what is left of codes and vectors that are damaged.

namespace columnar {

struct RobustnessExperiment {
  std::vector<EmbeddingGroup> groups;
  MeasuredNodes nodes;  ///< all embeddings are taken in the rows of the graph or, without one, of the first of them
  RobustnessOptions options;  ///< the threads of its classify do not matter
  std::string reference;      ///< the group to compare with; empty: the first of vectors, if there is one
};

/// One method over its seeds: a figure for every delta.
struct MethodRobustness {
  std::string name;
  std::string kind;
  bool codes = false;
  std::size_t seeds = 0;
  std::vector<SeedValues> accuracy;
  std::vector<SeedValues> auc;
  std::vector<SeedValues> self_similarity;
  std::vector<SeedValues> repeat_sd;  ///< of the accuracy, over the draws of the damage
};

struct RobustnessResults {
  std::vector<MethodRobustness> methods;  ///< one a group
  std::optional<std::size_t> reference;   ///< which of them the others are compared with
};

/// How a method stands against the reference.
struct Lead {
  std::optional<double> overtakes;  ///< the delta from which it is more accurate
  std::optional<double> points;     ///< of accuracy, in percent, at kLeadAt; empty where that was not measured
};

inline constexpr double kLeadAt = 0.3;  ///< the delta at which the paper states its leads

[[nodiscard]] Lead lead_over(const MethodRobustness& method, const MethodRobustness& reference,
                             const std::vector<double>& deltas);

/// Throws Error(kConfig) for impossible parameters, and for a reference that is no group; nothing is loaded.
void check_robustness(const RobustnessExperiment& experiment);

/// Throws as check_robustness; Error(kInput) as load_labelled and measure_robustness.
[[nodiscard]] RobustnessResults run_robustness(const RobustnessExperiment& experiment, const RunContext& context);

/// All that `--json` prints.
[[nodiscard]] Json robustness_json(const RobustnessExperiment& experiment, const RobustnessResults& results);

}  // namespace columnar
