#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "columnar/config.hpp"
#include "columnar/core/config_fields.hpp"

namespace columnar {

/// The constants of the baselines, as the paper sets them (d = 64, 10 epochs); their walks and their window are those
/// of WalkConfig, the same that the Embedder takes.
struct BaselineConfig {
  std::uint32_t dimensions = 64;
  std::uint32_t epochs = 10;
  std::uint32_t negatives = 5;
  double learning_rate = 0.025;
  std::uint32_t line_samples = 4000;  ///< about the work of node2vec
};

/// The one list of them, as that of Config: validation, flags, summaries and Python are made from it.
template <class AnyConfig, class Visit>
requires std::same_as<std::remove_const_t<AnyConfig>, BaselineConfig>
void visit_fields(AnyConfig& config, const Visit& visit) {
  FieldLister<Visit>{visit}.all(
      "Other methods (--method)", config,
      field("dimensions", &BaselineConfig::dimensions, {1, 16'384}, "Floats a node (d); LINE gives half to each order"),
      field("epochs", &BaselineConfig::epochs, {1, 100'000}, "Passes over all walks"),
      field("negatives", &BaselineConfig::negatives, {1, 1000}, "Noise nodes a pair"),
      field("learning_rate", &BaselineConfig::learning_rate, {.least = 0, .most = 1, .above_least = true},
            "First step of the training; falls linearly"),
      field("line_samples", &BaselineConfig::line_samples, {1, 1e9}, "Edges drawn, for each node and each order"));
}

/// Throws Error(kConfig) with one line that names the flag and the reason, for values that cannot work.
void validate(const BaselineConfig& config);

/// The same for the walks of a baseline, by the rules of the Embedder.
void validate(const WalkConfig& walks);

/// The first one, and also for a table of so many nodes and dimensions that no machine holds it.
void validate(const BaselineConfig& config, std::size_t nodes);

}  // namespace columnar
