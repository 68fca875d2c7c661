#include "columnar/cortex/cortex_bounds.hpp"

#include <fmt/format.h>

#include <limits>

#include "columnar/core/finite.hpp"
#include "columnar/cortex/column_training.hpp"

namespace columnar {
namespace {

constexpr float kSlack = 1e-3F;

void require(std::span<const float> numbers, std::string_view stage, std::string_view what, std::uint64_t shown) {
  if (!all_finite(numbers)) {
    refuse_as_not_finite(stage, fmt::format("{}, after {} presentations,", what, shown));
  }
}

}  // namespace

std::array<BoundedArray, 7> bounded_arrays(const CortexState& state, const Config& config) noexcept {
  constexpr float kLargest = std::numeric_limits<float>::max();
  constexpr auto kMostRate = static_cast<float>(kThresholdStep);
  const auto low = static_cast<float>(config.l23.minimum_threshold);
  const auto high = static_cast<float>(config.l23.maximum_threshold);
  return {{{"weights", state.weights, 0.0F, 1.0F},
           {"sums of weights", state.weight_sums, -kLargest, kLargest},
           {"thresholds", state.thresholds, low, high},
           {"sliding thresholds", state.sliding, 0.0F, 1.0F + kSlack},
           {"firing rates", state.rates, 0.0F, kMostRate * (1.0F + kSlack)},
           {"lateral weights", state.lateral, -1.0F - kSlack, 0.0F},
           {"readout weights", state.readout, 0.0F, 1.0F + kSlack}}};
}

void require_finite_cells(const CortexState& state, std::string_view stage, std::uint64_t shown) {
  require(state.weight_sums, stage, "a sum of weights", shown);
  require(state.thresholds, stage, "a threshold", shown);
  require(state.sliding, stage, "a sliding threshold", shown);
  require(state.rates, stage, "a firing rate", shown);
}

void require_finite_synapses(const CortexState& state, std::string_view stage, std::uint64_t shown) {
  require(state.weights, stage, "a weight", shown);
  require(state.lateral, stage, "a lateral weight", shown);
}

}  // namespace columnar
