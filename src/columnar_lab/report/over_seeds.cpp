#include "columnar_lab/report/over_seeds.hpp"

#include <cmath>

namespace columnar {

Json over_seeds_json(std::span<const double> values) {
  const MeanSd value = mean_and_sd(values);
  if (values.empty() || std::isnan(value.mean)) {
    return nullptr;
  }
  Json seeds = Json::array();
  for (const double seed : values) {
    seeds.push_back(seed);
  }
  return {{"mean", value.mean}, {"sd", number_json(value.sd)}, {"seeds", std::move(seeds)}};
}

}  // namespace columnar
