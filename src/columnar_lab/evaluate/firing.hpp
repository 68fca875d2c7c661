#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "columnar/codes.hpp"

namespace columnar {

/// Firing rates of the L2/3 neurons: the share of nodes whose code has the neuron active.
struct FiringRates {
  std::vector<double> rates;  ///< one per neuron, columns × cells
  double mean = 0.0;          ///< active columns / neurons, independent of the codes
  double sd = 0.0;            ///< over the neurons (divided by their number)
  double smallest = 0.0;
  double largest = 0.0;
};

/// Measures the L2/3 bits of a table. Throws Error(kInput) for a malformed table, one without L2/3 or without nodes.
[[nodiscard]] FiringRates firing_rates(const SdrTable& table);

/// Bins of the histogram: bin b counts the neurons that fire b / 5 to (b + 1) / 5 times as often as the mean; the last
/// bin includes all above. The mean is the same for every graph, so histograms can be compared and averaged.
inline constexpr std::size_t kFiringBins = 20;
inline constexpr double kFiringBinWidth = 0.2;

/// Share of the neurons in each bin.
[[nodiscard]] std::vector<double> firing_histogram(const FiringRates& firing);

}  // namespace columnar
