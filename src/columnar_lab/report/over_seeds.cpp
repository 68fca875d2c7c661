#include "columnar_lab/report/over_seeds.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace columnar {

std::vector<double> defined(std::span<const double> values) {
  std::vector<double> found;
  std::ranges::copy_if(values, std::back_inserter(found), [](double value) { return !std::isnan(value); });
  return found;
}

Json over_seeds_json(std::span<const double> values) {
  const std::vector<double> found = defined(values);
  if (found.empty()) {
    return nullptr;
  }
  const MeanSd value = mean_and_sd(found);
  Json seeds = Json::array();
  for (const double seed : values) {
    seeds.push_back(std::isnan(seed) ? Json(nullptr) : Json(seed));
  }
  return {{"mean", value.mean}, {"sd", number_json(value.sd)}, {"seeds", std::move(seeds)}};
}

}  // namespace columnar
