#include "columnar/cortex/lif.hpp"

#include <cmath>

namespace columnar {

LifClock::LifClock(double membrane_time, std::uint32_t steps) {
  const double keep = 1.0 - 1.0 / membrane_time;
  double remaining = 1.0;
  for (std::uint32_t t = 0; t < steps; ++t) {
    remaining *= keep;
    charge_.push_back(static_cast<float>(1.0 - remaining));
  }
}

std::uint32_t LifClock::spike_step(float drive, float threshold) const noexcept {
  for (std::uint32_t t = 0; t < charge_.size(); ++t) {
    if (drive * charge_[t] >= threshold) {
      return t + 1;
    }
  }
  return kSilent;
}

std::uint32_t simulate_spike_step(double drive, double threshold, double membrane_time, std::uint32_t steps) {
  double potential = 0.0;
  for (std::uint32_t t = 1; t <= steps; ++t) {
    potential += (drive - potential) / membrane_time;
    if (potential >= threshold) {
      return t;
    }
  }
  return LifClock::kSilent;
}

float firing_rate(std::uint32_t spike_step, std::uint32_t steps, double rate_time, bool is_trace) noexcept {
  if (spike_step == LifClock::kSilent) {
    return 0.0F;
  }
  const double age = is_trace ? static_cast<double>(steps) - spike_step : static_cast<double>(spike_step);
  return static_cast<float>(std::exp(-age / rate_time));
}

}  // namespace columnar
