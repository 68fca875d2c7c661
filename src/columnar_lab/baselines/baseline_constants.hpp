#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/method.hpp"

namespace columnar {

/// A constant of the baselines, as the command line and the summaries know it.
struct BaselineConstant {
  using Whole = std::uint32_t BaselineConfig::*;
  using Real = double BaselineConfig::*;

  std::string_view name;  ///< snake_case; the flag is the same with dashes
  std::variant<Whole, Real> field;
  std::vector<Method> methods;  ///< that look at it
  std::string_view help;        ///< one line

  [[nodiscard]] bool is_for(Method method) const;
};

/// The one list of them: flags, summaries and refusals are made from it. The window is not among them: it is that of
/// the walks.
[[nodiscard]] const std::vector<BaselineConstant>& baseline_constants();

/// The constants that a method looks at, the window last, by name: for its summary.
[[nodiscard]] std::vector<std::pair<std::string, double>> constants_of(Method method, const BaselineConfig& config,
                                                                       const WalkConfig& walks);

}  // namespace columnar
