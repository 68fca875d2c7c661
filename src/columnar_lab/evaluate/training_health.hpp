#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

/// The part of the codes' health that needs training and cannot be measured on a file of codes.

namespace columnar {

/// The degrees of a graph; out-degrees if it is directed.
struct DegreeFacts {
  double degree_one_share = 0.0;  ///< share of the nodes with one neighbour
  double median = 0.0;            ///< the lower of two
  double mean = 0.0;
};

/// Throws Error(kInput) for a graph without nodes.
[[nodiscard]] DegreeFacts degree_facts(const Graph& graph);

/// Tested sizes of L5a's code: 10 to 40 active neurons in steps of 5, K_of of the paper.
[[nodiscard]] const std::vector<std::uint32_t>& readout_sizes();

/// Dimensions of the PPMI's leading subspace.
inline constexpr std::uint32_t kEnergyDimensions = 300;

struct TrainingHealthOptions {
  std::uint32_t seeds = 3;  ///< config.seed and the following
};

struct TrainingHealth {
  DegreeFacts degrees;
  SeedTable readout;  ///< a row per size: uniqueness before and after ties are broken, accuracy
  SeedTable energy;   ///< rows "trained" and "initial": share of W in the PPMI's leading subspace, and chance
};

/// Trains the columns once per seed. Then, for each readout size, trains the Outstar and reads the codes again,
/// with as many candidate columns as needed. Sizes that L5a or the columns cannot hold are skipped.
/// `labels` may be null; accuracy is then undefined (NaN). Throws Error(kConfig) for no seeds or an invalid config,
/// Error(kInput) for a graph without edges or labels that cannot be classified, before the work begins.
[[nodiscard]] TrainingHealth training_health(const Graph& graph, const Labels* labels, const Config& config,
                                             const TrainingHealthOptions& options, const RunContext& context);

}  // namespace columnar
