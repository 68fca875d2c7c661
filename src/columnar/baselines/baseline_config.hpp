#pragma once

#include <cstdint>

namespace columnar {

/// The constants of the baselines, as the paper sets them (d = 64, window 5, 10 epochs); their walks are those of
/// WalkConfig, the same that the Embedder takes.
struct BaselineConfig {
  std::uint32_t dimensions = 64;      ///< d: floats a node; LINE gives half to each order
  std::uint32_t window = 5;           ///< steps between two nodes of a training pair, at most
  std::uint32_t epochs = 10;          ///< passes over all walks
  std::uint32_t negatives = 5;        ///< noise nodes a pair (node2vec, LINE)
  double learning_rate = 0.025;       ///< falls linearly to almost nothing over the training
  std::uint32_t line_samples = 1000;  ///< LINE: edges drawn, for each node of the graph and each order
};

}  // namespace columnar
