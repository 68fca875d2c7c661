#include "columnar_lab/baselines/logistic_step.hpp"

#include <cmath>

namespace columnar {
namespace {

double dot(std::span<const float> x, const RowMatrix& outputs, std::uint32_t row) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += static_cast<double>(x[i]) * static_cast<double>(outputs(row, static_cast<Eigen::Index>(i)));
  }
  return sum;
}

}  // namespace

double logistic_loss(std::span<const float> input, const RowMatrix& outputs, std::span<const LogisticTarget> targets) {
  double loss = 0.0;
  for (const LogisticTarget& target : targets) {
    const double score = dot(input, outputs, target.row);
    loss += std::log1p(std::exp(target.label > 0.5F ? -score : score));
  }
  return loss;
}

void logistic_step_reference(std::span<float> input, RowMatrix& outputs, std::span<const LogisticTarget> targets,
                             double rate) {
  std::vector<double> slopes;
  slopes.reserve(targets.size());
  for (const LogisticTarget& target : targets) {
    const double probability = 1.0 / (1.0 + std::exp(-dot(input, outputs, target.row)));
    slopes.push_back(rate * (static_cast<double>(target.label) - probability));
  }
  std::vector<double> gradient(input.size(), 0.0);
  for (std::size_t t = 0; t < targets.size(); ++t) {
    for (std::size_t i = 0; i < input.size(); ++i) {
      float& y = outputs(targets[t].row, static_cast<Eigen::Index>(i));
      gradient[i] += slopes[t] * static_cast<double>(y);
      y = static_cast<float>(static_cast<double>(y) + slopes[t] * static_cast<double>(input[i]));
    }
  }
  for (std::size_t i = 0; i < input.size(); ++i) {
    input[i] = static_cast<float>(static_cast<double>(input[i]) + gradient[i]);
  }
}

}  // namespace columnar
