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

/// Training parameters of the gradient-trained counterpart.
struct GradientConfig {
  std::uint32_t hidden = 64;
  std::uint32_t epochs = 10;
  double learning_rate = 0.1;
};

/// A network with the cortex's input, trained by gradient descent: L4 bits → hidden units (ReLU) → softmax
/// over classes. It may have several heads, one per task, over one hidden layer; what one task changes in that layer
/// affects the others. Plain stochastic gradient descent on the cross-entropy, one node at a time.
class GradientEncoder {
 public:
  /// Small weights drawn by keys of (seed, kGnnWeights); one head per entry of `classes`, with that many classes.
  GradientEncoder(std::uint32_t inputs, const std::vector<std::uint32_t>& classes, const GradientConfig& config,
                  std::uint64_t seed);

  /// Trains the hidden layer and one head on these nodes, in a new random order each epoch.
  void learn(const L4Codes& l4, std::span<const std::int32_t> classes, std::span<const NodeIndex> nodes,
             std::size_t head);

  /// The most likely class of one input; ties go to the lowest.
  [[nodiscard]] std::int32_t predict(std::span<const std::uint16_t> bits, std::size_t head) const;

  /// Cross-entropy of one input in nats, the quantity that training minimises.
  [[nodiscard]] double loss(std::span<const std::uint16_t> bits, std::int32_t label, std::size_t head) const;

  /// One gradient step on one input.
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
