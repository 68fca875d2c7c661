#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// What one training step of skip-gram or LINE asks of an output vector: be near the input (1) or far (0).
struct LogisticTarget {
  std::uint32_t row = 0;
  float label = 0.0F;
};

/// The loss of one step in plain doubles.                                          docs/equations.md#logistic-step
///
///   L = − Σ_t ln σ(± x · y_t),   + where label 1, − where label 0
[[nodiscard]] double logistic_loss(std::span<const float> input, const RowMatrix& outputs,
                                   std::span<const LogisticTarget> targets);

/// One step down the gradient, in plain doubles: the twin that LogisticStep is tested against.
///
/// All scores are taken before anything moves; then the targets move in their order, and the input last.
void logistic_step_reference(std::span<float> input, RowMatrix& outputs, std::span<const LogisticTarget> targets,
                             double rate);

/// The same, fast: this is where node2vec, DeepWalk and LINE spend their time.
///
/// Rows must be `width` floats, a multiple of eight; a known width (Width, else Eigen::Dynamic) lets the compiler
/// unroll. The input may be a row of the same table as the targets, but must not be one of them.
template <int Width>
class LogisticStep {
 public:
  explicit LogisticStep(std::size_t width) : width_(static_cast<Eigen::Index>(width)), gradient_(width_) {}

  // NOLINTNEXTLINE(readability-non-const-parameter): Eigen writes to both
  void operator()(float* input, float* outputs, std::span<const LogisticTarget> targets, float rate) {
    Row x(input, width_);
    slopes_.resize((targets.size() + kLanes - 1) / kLanes * kLanes);
    for (std::size_t t = 0; t < targets.size(); ++t) {
      slopes_[t] = x.dot(row(outputs, targets[t]));
    }
    for (std::size_t t = 0; t < slopes_.size(); t += kLanes) {
      Eigen::Map<Lanes> lanes(slopes_.data() + t);
      lanes = ((-lanes).exp() + 1.0F).inverse();
    }
    Gradient gradient = gradient_;
    gradient.setZero();
    for (std::size_t t = 0; t < targets.size(); ++t) {
      Row y = row(outputs, targets[t]);
      const float slope = (targets[t].label - slopes_[t]) * rate;
      gradient += slope * y;
      y += slope * x;
    }
    x += gradient;
  }

 private:
  static constexpr std::size_t kLanes = 8;
  using Lanes = Eigen::Array<float, kLanes, 1>;
  using Vector = Eigen::Matrix<float, Width, 1>;
  using Row = Eigen::Map<Vector>;
  /// Of a known width it is a local copy, which stays in registers; else the member, which saves an allocation per
  /// step.
  using Gradient = std::conditional_t<Width == Eigen::Dynamic, Vector&, Vector>;

  // NOLINTNEXTLINE(readability-non-const-parameter): what it gives is written to
  [[nodiscard]] Row row(float* outputs, const LogisticTarget& target) const noexcept {
    return Row(outputs + static_cast<std::size_t>(target.row) * static_cast<std::size_t>(width_), width_);
  }

  Eigen::Index width_;
  Vector gradient_;
  std::vector<float> slopes_;
};

/// Floats a row takes in training: whole vectors of eight. The rest stays zero and changes nothing.
[[nodiscard]] constexpr std::size_t padded_width(std::size_t dimensions) noexcept { return (dimensions + 7) / 8 * 8; }

/// Calls body(LogisticStep) with the widths that are used most known to the compiler.
template <class Body>
void with_logistic_step(std::size_t width, const Body& body) {
  switch (width) {
    case 32:
      return body(LogisticStep<32>(width));
    case 64:
      return body(LogisticStep<64>(width));
    case 128:
      return body(LogisticStep<128>(width));
    default:
      return body(LogisticStep<Eigen::Dynamic>(width));
  }
}

/// The usual schedule of word2vec: from the rate given, linearly down to 1/250 of it (.025 to .0001).
[[nodiscard]] constexpr float falling_rate(double first, double done) noexcept {
  constexpr double kLast = 1.0 / 250.0;
  return static_cast<float>(first * (1.0 - (1.0 - kLast) * std::clamp(done, 0.0, 1.0)));
}

}  // namespace columnar
