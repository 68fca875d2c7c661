#pragma once

#include <optional>
#include <vector>

#include "columnar_lab/report/json.hpp"

namespace columnar {

/// One figure over the seeds of a method. A seed for which it is undefined takes no part.
class SeedValues {
 public:
  void add(const std::optional<double>& value) {
    if (value) {
      values_.push_back(*value);
    }
  }
  [[nodiscard]] bool empty() const noexcept { return values_.empty(); }
  [[nodiscard]] const std::vector<double>& values() const noexcept { return values_; }
  [[nodiscard]] MeanSd mean_sd() const { return mean_and_sd(values_); }
  /// {"mean": …, "sd": …}, or null where no seed has it.
  [[nodiscard]] Json json() const { return values_.empty() ? Json(nullptr) : mean_sd_json(mean_sd()); }

 private:
  std::vector<double> values_;
};

}  // namespace columnar
