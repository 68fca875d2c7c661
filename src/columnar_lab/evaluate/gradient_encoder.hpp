#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/node_ids.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// How the gradient-trained counterpart learns.
struct GradientConfig {
  std::uint32_t hidden = 64;
  std::uint32_t epochs = 10;
  double learning_rate = 0.1;
};

/// A network that shares the cortex's input and is trained by the gradient: L4 bits → hidden units (ReLU) → softmax
/// over classes. It may have several heads, one a task, over the one hidden layer; what a task changes in that layer
/// the others feel. Plain stochastic gradient descent on the cross-entropy, one node at a time.
class GradientEncoder {
 public:
  /// Small weights drawn by keys of (seed, kGnnWeights); one head for each entry of `classes`, of that many classes.
  GradientEncoder(std::uint32_t inputs, const std::vector<std::uint32_t>& classes, const GradientConfig& config,
                  std::uint64_t seed);

  /// Trains the hidden layer and one head on these nodes, in an order drawn anew for every epoch.
  void learn(const L4Codes& l4, std::span<const std::int32_t> classes, std::span<const NodeIndex> nodes,
             std::size_t head);

  /// The most likely class of one input; of equal ones, the lowest.
  [[nodiscard]] std::int32_t predict(std::span<const std::uint16_t> bits, std::size_t head) const;

  /// Cross-entropy of one input in nats, the quantity that learning descends.
  [[nodiscard]] double loss(std::span<const std::uint16_t> bits, std::int32_t label, std::size_t head) const;

  /// One step of the descent on one input.
  void step(std::span<const std::uint16_t> bits, std::int32_t label, std::size_t head, double rate);

  [[nodiscard]] RowMatrix& input_weights() noexcept { return input_; }
  [[nodiscard]] RowMatrix& head_weights(std::size_t head) noexcept { return heads_[head]; }

 private:
  [[nodiscard]] Eigen::VectorXf hidden_of(std::span<const std::uint16_t> bits) const;
  [[nodiscard]] Eigen::VectorXf probabilities(const Eigen::VectorXf& hidden, std::size_t head) const;

  GradientConfig config_;
  std::uint64_t seed_;
  std::uint64_t epochs_done_ = 0;
  RowMatrix input_;               ///< inputs × hidden
  std::vector<RowMatrix> heads_;  ///< classes × (hidden + 1), the last column is the bias
};

}  // namespace columnar
