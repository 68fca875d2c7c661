#include "columnar_lab/evaluate/firing.hpp"

#include <algorithm>
#include <cmath>

#include "columnar/error.hpp"
#include "columnar/sdr/sdr_check.hpp"

namespace columnar {

FiringRates firing_rates(const SdrTable& table) {
  check_codes(table, "codes", ErrorCode::kInput);
  if (!table.shape.has_l23() || table.size() == 0) {
    throw Error(ErrorCode::kInput, "codes: firing rates need the L2/3 bits of at least one node");
  }
  std::vector<std::uint64_t> counts(table.shape.l23_width());
  for (std::size_t node = 0; node < table.size(); ++node) {
    for (const std::uint16_t bit : table.code(node).first(table.shape.active_columns)) {
      ++counts[bit];
    }
  }
  FiringRates firing;
  firing.mean = static_cast<double>(table.shape.active_columns) / static_cast<double>(counts.size());
  double squares = 0.0;
  for (const std::uint64_t count : counts) {
    firing.rates.push_back(static_cast<double>(count) / static_cast<double>(table.size()));
    squares += (firing.rates.back() - firing.mean) * (firing.rates.back() - firing.mean);
  }
  firing.sd = std::sqrt(squares / static_cast<double>(counts.size()));
  const auto [least, most] = std::ranges::minmax_element(firing.rates);
  firing.smallest = *least;
  firing.largest = *most;
  return firing;
}

std::vector<double> firing_histogram(const FiringRates& firing) {
  std::vector<double> shares(kFiringBins);
  const double each = 1.0 / static_cast<double>(std::max<std::size_t>(1, firing.rates.size()));
  for (const double rate : firing.rates) {
    // A rate on a border belongs to the bin above it, whatever the rounding.
    const double bin = std::floor(rate / firing.mean / kFiringBinWidth + 1e-9);
    shares[std::min(kFiringBins - 1, static_cast<std::size_t>(bin))] += each;
  }
  return shares;
}

}  // namespace columnar
