#include "columnar_lab/baselines/baseline_constants.hpp"

#include <algorithm>

namespace columnar {

bool BaselineConstant::is_for(Method method) const { return std::ranges::find(methods, method) != methods.end(); }

const std::vector<BaselineConstant>& baseline_constants() {
  using enum Method;
  static const std::vector<BaselineConstant> all{
      {"dimensions",
       &BaselineConfig::dimensions,
       {kNode2vec, kDeepwalk, kLine, kPpmiSvd, kKWinners},
       "d: floats a node; LINE gives half to each order"},
      {"epochs", &BaselineConfig::epochs, {kNode2vec, kDeepwalk}, "Passes over all walks"},
      {"negatives", &BaselineConfig::negatives, {kNode2vec, kLine}, "Noise nodes a pair"},
      {"learning_rate",
       &BaselineConfig::learning_rate,
       {kNode2vec, kDeepwalk, kLine},
       "First step of the training; falls linearly"},
      {"line_samples", &BaselineConfig::line_samples, {kLine}, "Edges drawn, for each node and each order"}};
  return all;
}

std::vector<std::pair<std::string, double>> constants_of(Method method, const BaselineConfig& config,
                                                         const WalkConfig& walks) {
  std::vector<std::pair<std::string, double>> values;
  for (const BaselineConstant& constant : baseline_constants()) {
    if (constant.is_for(method)) {
      std::visit([&](const auto field) { values.emplace_back(constant.name, static_cast<double>(config.*field)); },
                 constant.field);
    }
  }
  if (method != Method::kLine) {
    values.emplace_back("window", walks.window);
  }
  return values;
}

}  // namespace columnar
