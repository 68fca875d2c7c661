#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/method.hpp"

namespace columnar::cli {

/// A flag for every constant of the baselines but the window, which is that of the walks.
class BaselineFlags {
 public:
  void add_to(CLI::App& app);
  /// The defaults with the flags on top, validated. Throws Error(kConfig).
  [[nodiscard]] BaselineConfig config() const;
  /// A flag that was given but that the method does not look at.
  [[nodiscard]] std::optional<std::string> first_given_without_use(Method method) const;

 private:
  std::map<std::string, std::string> given_;  ///< by flag
};

}  // namespace columnar::cli
