#include "columnar_lab/baselines/alias_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "columnar/error.hpp"

namespace columnar {

AliasTable::AliasTable(std::span<const double> weights) {
  constexpr double kWhole = std::numeric_limits<std::uint32_t>::max();
  if (weights.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::kInput, "weights: an alias table numbers its entries by 32 bits");
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (!(sum > 0.0)) {
    return;
  }
  slots_.resize(weights.size());
  std::vector<double> left(weights.size());  // in units of one slot
  std::vector<std::uint32_t> small;
  std::vector<std::uint32_t> large;
  for (std::uint32_t i = 0; i < left.size(); ++i) {
    left[i] = weights[i] / sum * static_cast<double>(weights.size());
    (left[i] < 1.0 ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back();
    const std::uint32_t rich = large.back();
    small.pop_back();
    slots_[poor] = {static_cast<std::uint32_t>(std::llround(left[poor] * kWhole)), rich};
    left[rich] -= 1.0 - left[poor];
    if (left[rich] < 1.0) {
      large.pop_back();
      small.push_back(rich);
    }
  }
  // Rounding leaves some slots over, all of them full but for that. One of weight 0 must stay undrawable.
  const auto heaviest = static_cast<std::uint32_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
  for (const auto& rest : {small, large}) {
    for (const std::uint32_t i : rest) {
      slots_[i] = weights[i] > 0.0 ? Slot{std::numeric_limits<std::uint32_t>::max(), i} : Slot{0, heaviest};
    }
  }
}

}  // namespace columnar
