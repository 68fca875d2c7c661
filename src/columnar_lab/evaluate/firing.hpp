#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columnar/codes.hpp"

namespace columnar {

/// How often the neurons of L2/3 fire: the share of the nodes in whose code each is active.
struct FiringRates {
  std::vector<double> rates;  ///< one a neuron, columns × cells
  double mean = 0.0;          ///< active columns / neurons, whatever the codes
  double sd = 0.0;            ///< over the neurons (divided by their number)
  double smallest = 0.0;
  double largest = 0.0;
};

/// Measures the L2/3 bits of a table. Throws Error(kInput) for a malformed table, one without L2/3 or without nodes.
[[nodiscard]] FiringRates firing_rates(const SdrTable& table);

/// Bins of the histogram: bin b counts the neurons that fire b / 5 to (b + 1) / 5 times as often as the mean, the last
/// all those above. The mean is the same for every graph, so histograms can be compared and averaged.
inline constexpr std::size_t kFiringBins = 20;
inline constexpr double kFiringBinWidth = 0.2;

/// Share of the neurons in each bin.
[[nodiscard]] std::vector<double> firing_histogram(const FiringRates& firing);

}  // namespace columnar
