#include "columnar_lab/evaluate/gradient_encoder.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"

namespace columnar {
namespace {

/// Keys of the order of nodes lie beyond those of any weight.
constexpr std::uint64_t kOrderKeys = std::uint64_t{1} << 40U;

/// Normal numbers with the variance that keeps a ReLU layer's activity level (He and others, 2015).
RowMatrix random_weights(Eigen::Index rows, Eigen::Index columns, double fan_in, std::uint64_t first_key,
                         std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kGnnWeights);
  const double scale = std::sqrt(2.0 / fan_in);
  RowMatrix weights(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) {
      weights(i, j) = static_cast<float>(
          scale * random.normal(first_key + static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)));
    }
  }
  return weights;
}

/// Inputs count 1 / √active each, so that an input is a vector of length one however many bits it has.
float input_scale(std::size_t active) { return active == 0 ? 0.0F : 1.0F / std::sqrt(static_cast<float>(active)); }

}  // namespace

GradientEncoder::GradientEncoder(std::uint32_t inputs, const std::vector<std::uint32_t>& classes,
                                 const GradientConfig& config, std::uint64_t seed)
    : config_(config), seed_(seed), input_(random_weights(inputs, config.hidden, inputs, 0, seed)) {
  std::uint64_t key = inputs;
  for (const std::uint32_t count : classes) {
    RowMatrix head(count, config.hidden + 1);
    head.leftCols(config.hidden) = random_weights(count, config.hidden, config.hidden, key, seed);
    head.col(config.hidden).setZero();
    heads_.push_back(std::move(head));
    key += count;
  }
}

Eigen::VectorXf GradientEncoder::hidden_of(std::span<const std::uint16_t> bits) const {
  Eigen::VectorXf sum = Eigen::VectorXf::Zero(input_.cols());
  for (const std::uint16_t bit : bits) {
    sum += input_.row(bit).transpose();
  }
  return (input_scale(bits.size()) * sum).cwiseMax(0.0F);
}

Eigen::VectorXf GradientEncoder::probabilities(const Eigen::VectorXf& hidden, std::size_t head) const {
  const RowMatrix& weights = heads_[head];
  Eigen::VectorXf logits = weights.leftCols(hidden.size()) * hidden + weights.col(hidden.size());
  logits = (logits.array() - logits.maxCoeff()).exp().matrix();
  return logits / logits.sum();
}

std::int32_t GradientEncoder::predict(std::span<const std::uint16_t> bits, std::size_t head) const {
  Eigen::Index best = 0;
  probabilities(hidden_of(bits), head).maxCoeff(&best);
  return static_cast<std::int32_t>(best);
}

double GradientEncoder::loss(std::span<const std::uint16_t> bits, std::int32_t label, std::size_t head) const {
  return -std::log(static_cast<double>(probabilities(hidden_of(bits), head)(label)));
}

void GradientEncoder::step(std::span<const std::uint16_t> bits, std::int32_t label, std::size_t head, double rate) {
  const Eigen::VectorXf hidden = hidden_of(bits);
  Eigen::VectorXf error = probabilities(hidden, head);  // ∂loss / ∂logits
  error(label) -= 1.0F;
  RowMatrix& weights = heads_[head];
  const Eigen::VectorXf back =
      ((weights.leftCols(hidden.size()).transpose() * error).array() * (hidden.array() > 0.0F).cast<float>()).matrix();
  const auto pace = static_cast<float>(rate);
  weights.leftCols(hidden.size()).noalias() -= pace * error * hidden.transpose();
  weights.col(hidden.size()) -= pace * error;
  const Eigen::VectorXf change = pace * input_scale(bits.size()) * back;
  for (const std::uint16_t bit : bits) {
    input_.row(bit) -= change.transpose();
  }
}

void GradientEncoder::learn(const L4Codes& l4, std::span<const std::int32_t> classes, std::span<const NodeIndex> nodes,
                            std::size_t head) {
  const KeyedRandom random(seed_, Purpose::kGnnWeights);
  std::vector<NodeIndex> order(nodes.size());
  for (std::uint32_t epoch = 0; epoch < config_.epochs; ++epoch, ++epochs_done_) {
    std::ranges::copy(nodes, order.begin());
    keyed_shuffle(std::span(order), random, kOrderKeys + epochs_done_);
    for (const NodeIndex node : order) {
      step(l4.code(node), classes[node], head, config_.learning_rate);
    }
  }
}

}  // namespace columnar
