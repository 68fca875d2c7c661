#pragma once

#include <cstddef>
#include <cstdint>

#include "columnar/config.hpp"

namespace columnar {

/// The constants of the baselines, as the paper sets them (d = 64, 10 epochs); their walks and their window are those
/// of WalkConfig, the same that the Embedder takes.
struct BaselineConfig {
  std::uint32_t dimensions = 64;      ///< d: floats a node; LINE gives half to each order
  std::uint32_t epochs = 10;          ///< passes over all walks
  std::uint32_t negatives = 5;        ///< noise nodes a pair (node2vec, LINE)
  double learning_rate = 0.025;       ///< falls linearly to almost nothing over the training
  std::uint32_t line_samples = 4000;  ///< LINE: edges drawn, a node and order; about the work of node2vec
};

/// Throws Error(kConfig) with one line that names the flag and the reason, for values that cannot work.
void validate(const BaselineConfig& config);

/// The same for the walks of a baseline, by the rules of the Embedder.
void validate(const WalkConfig& walks);

/// The first one, and also for a table of so many nodes and dimensions that no machine holds it.
void validate(const BaselineConfig& config, std::size_t nodes);

}  // namespace columnar
