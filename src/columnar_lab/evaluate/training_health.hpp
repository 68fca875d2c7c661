#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

/// The part of the codes' health that needs training: what a file of codes cannot tell.

namespace columnar {

/// The degrees of a graph; of a directed one, those that leave a node.
struct DegreeFacts {
  double degree_one_share = 0.0;  ///< share of the nodes with one neighbour
  double median = 0.0;            ///< the lower of two
  double mean = 0.0;
};

/// Throws Error(kInput) for a graph without nodes.
[[nodiscard]] DegreeFacts degree_facts(const Graph& graph);

/// The sizes of L5a's code that are tried: 10 to 40 active neurons in steps of 5, K_of of the paper.
[[nodiscard]] const std::vector<std::uint32_t>& readout_sizes();

/// Dimensions of the PPMI's leading subspace.
inline constexpr std::uint32_t kEnergyDimensions = 300;

struct TrainingHealthOptions {
  std::uint32_t seeds = 3;  ///< config.seed and the ones after it
};

struct TrainingHealth {
  DegreeFacts degrees;
  SeedTable readout;  ///< a row for each size: uniqueness before and after ties are broken, accuracy
  SeedTable energy;   ///< rows "trained" and "initial": share of W in the PPMI's leading subspace, and chance
};

/// Trains the columns once a seed. Then, for each size of the readout, the Outstar learns and the codes are read anew,
/// with as many candidate columns as that needs. Sizes that L5a or the columns cannot hold are left out.
/// `labels` may be null; accuracy is undefined (NaN) then. Throws Error(kConfig) for no seeds or an impossible config,
/// Error(kInput) for a graph without edges or labels that cannot be classified, before the work begins.
[[nodiscard]] TrainingHealth training_health(const Graph& graph, const Labels* labels, const Config& config,
                                             const TrainingHealthOptions& options, const RunContext& context);

}  // namespace columnar
