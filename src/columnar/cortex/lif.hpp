#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace columnar {

/// A leaky integrate-and-fire cell under constant drive.                               docs/equations.md#lif
///
///   V(0) = 0,  V(t) = V(t-1) + (D - V(t-1)) / τ_m,  a spike at the first t in 1 … T with V(t) ≥ V_th
///
/// Under constant drive V(t) = D · (1 - (1 - 1/τ_m)^t). The bracket is tabulated once; tests compare the result with
/// simulate_spike_step below.
class LifClock {
 public:
  static constexpr std::uint32_t kSilent = 0;

  LifClock(double membrane_time, std::uint32_t steps);

  /// The step of the first spike, or kSilent.
  [[nodiscard]] std::uint32_t spike_step(float drive, float threshold) const noexcept;
  /// [t - 1]: the share of its drive that a cell has reached at step t.
  [[nodiscard]] std::span<const float> charge() const noexcept { return charge_; }
  [[nodiscard]] std::uint32_t steps() const noexcept { return static_cast<std::uint32_t>(charge_.size()); }

 private:
  std::vector<float> charge_;  ///< charge_[t - 1] = 1 - (1 - 1/τ_m)^t
};

/// The same, step by step.
[[nodiscard]] std::uint32_t simulate_spike_step(double drive, double threshold, double membrane_time,
                                                std::uint32_t steps);

/// The firing-rate proxy of the BCM rule: r = exp(-(T - t) / τ_r) as printed, a trace read at time T, or
/// r = exp(-t / τ_r), a latency code; 0 for a silent cell.                              docs/equations.md#rate
[[nodiscard]] float firing_rate(std::uint32_t spike_step, std::uint32_t steps, double rate_time,
                                bool is_trace) noexcept;

}  // namespace columnar
