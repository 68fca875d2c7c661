#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/parallel.hpp"

namespace columnar {

/// Adam (Kingma and Ba, 2015): each weight moves by its mean gradient over the root of its mean squared gradient, both
/// running means freed of their start at zero.
///
///   m ← β₁ m + (1 − β₁) g     v ← β₂ v + (1 − β₂) g²     w ← w − η (m / (1 − β₁ᵗ)) / (√(v / (1 − β₂ᵗ)) + ε)
template <class Scalar>
class Adam {
 public:
  static constexpr double kBeta1 = 0.9;
  static constexpr double kBeta2 = 0.999;
  static constexpr double kEpsilon = 1e-8;

  Adam(std::size_t weights, double learning_rate) : mean_(weights), square_(weights), learning_rate_(learning_rate) {}

  /// One step; weights and gradient are as many as the constructor was told.
  void step(std::span<Scalar> weights, std::span<const Scalar> gradient, int threads) {
    ++steps_;
    const auto rate = static_cast<Scalar>(learning_rate_ / (1.0 - std::pow(kBeta1, steps_)));
    const auto unbias = static_cast<Scalar>(1.0 / (1.0 - std::pow(kBeta2, steps_)));
    constexpr auto kOld1 = static_cast<Scalar>(kBeta1);
    constexpr auto kNew1 = static_cast<Scalar>(1.0 - kBeta1);
    constexpr auto kOld2 = static_cast<Scalar>(kBeta2);
    constexpr auto kNew2 = static_cast<Scalar>(1.0 - kBeta2);
    parallel_blocks(threads, weights.size(), kBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        mean_[i] = kOld1 * mean_[i] + kNew1 * gradient[i];
        square_[i] = kOld2 * square_[i] + kNew2 * gradient[i] * gradient[i];
        weights[i] -= rate * mean_[i] / (std::sqrt(square_[i] * unbias) + static_cast<Scalar>(kEpsilon));
      }
    });
  }

 private:
  static constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::vector<Scalar> mean_;
  std::vector<Scalar> square_;
  double learning_rate_;
  std::int32_t steps_ = 0;
};

}  // namespace columnar
