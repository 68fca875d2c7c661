#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/graph/npz_attributes.hpp"
#include "columnar_lab/baselines/propagation.hpp"

namespace columnar {

/// The sizes of a network of two layers. GraphSAGE has two matrices a layer, for the node and for its neighbours; they
/// stand side by side in one, so that each layer is a single product.
struct GnnShape {
  GnnKind kind = GnnKind::kGcn;
  std::size_t inputs = 0;
  std::size_t hidden = 0;
  std::size_t classes = 0;

  [[nodiscard]] std::size_t parts() const noexcept { return kind == GnnKind::kSage ? 2 : 1; }
  [[nodiscard]] std::size_t first_size() const noexcept { return inputs * hidden * parts(); }
  [[nodiscard]] std::size_t second_size() const noexcept { return hidden * classes * parts(); }
  [[nodiscard]] std::size_t size() const noexcept { return first_size() + hidden + second_size() + classes; }
};

/// Which inputs of the layers are zeroed in an epoch: a function of (seed, epoch, place) alone. The others grow by
/// 1 / (1 − rate), so that sums keep their mean. The rate counts in steps of 2⁻¹⁶.
struct Dropout {
  double rate = 0.0;  ///< at least 0, below 1
  std::uint64_t seed = 1;
  std::uint64_t epoch = 0;
};

/// A network of two layers over one graph and its features, without weights of its own.      docs/equations.md#gnn
///
///   H = ReLU(P(X W₁) + b₁)      logits = P(H W₂) + b₂
///
/// where P(Z) = Â Z for the GCN, and P([Z Z']) = Z + mean over neighbours of Z' for GraphSAGE. Products with X touch
/// its nonzeros alone. The weights are one flat list: W₁ (inputs × parts·hidden), b₁, W₂ (hidden × parts·classes), b₂,
/// rows contiguous. No result depends on `threads`.
template <class Scalar>
class GnnNetwork {
 public:
  /// `features` must have a row for each node (else Error(kInput)) and outlive the network.
  GnnNetwork(const GnnShape& shape, const Graph& graph, const Attributes& features, RowScale scale, int threads);
  ~GnnNetwork();
  GnnNetwork(const GnnNetwork&) = delete;
  GnnNetwork& operator=(const GnnNetwork&) = delete;

  /// Glorot's uniform start, keyed by (seed, kGnnWeights); biases are 0.
  [[nodiscard]] std::vector<Scalar> initial_weights(std::uint64_t seed) const;

  /// One row per node, one column per class; nothing is dropped.
  [[nodiscard]] RowsOf<Scalar> logits(std::span<const Scalar> weights) const;

  /// Mean softmax cross-entropy over `train`, plus ½ · weight_decay · |W₁|² (the first layer alone, as Kipf and Welling
  /// do), and its gradient by each weight.
  [[nodiscard]] double loss_and_gradient(std::span<const Scalar> weights, std::span<const std::int32_t> classes,
                                         std::span<const NodeIndex> train, const Dropout& dropout, double weight_decay,
                                         std::span<Scalar> gradient);

  [[nodiscard]] const GnnShape& shape() const noexcept { return shape_; }

 private:
  struct Input;  ///< the features of one pass, with or without dropout

  [[nodiscard]] Input all_features() const;
  void drop_features(const Dropout& dropout, Input& input) const;
  [[nodiscard]] RowsOf<Scalar> features_times(const Input& input, const Scalar* first) const;
  void add_features_gradient(const Input& input, const RowsOf<Scalar>& gradient, Scalar* first) const;
  [[nodiscard]] RowsOf<Scalar> propagate(const RowsOf<Scalar>& rows) const;
  [[nodiscard]] RowsOf<Scalar> propagate_back(const RowsOf<Scalar>& rows) const;
  [[nodiscard]] RowsOf<Scalar> hidden_rows(const Input& input, std::span<const Scalar> weights) const;
  [[nodiscard]] RowsOf<Scalar> output_rows(const RowsOf<Scalar>& hidden, std::span<const Scalar> weights) const;

  GnnShape shape_;
  const Attributes& features_;
  int threads_;
  std::vector<Scalar> values_;  ///< of the features, parallel to their indices
  SparseMix<Scalar> mix_;
  SparseMix<Scalar> mix_back_;
  std::unique_ptr<Input> dropped_;  ///< kept from epoch to epoch: new memory each time costs as much as the product
};

/// Mean softmax cross-entropy of the rows of logits named in `nodes`; 0 for none. Where `gradient` is not null it gets
/// the derivative by each logit, zero in all other rows.
template <class Scalar>
[[nodiscard]] double cross_entropy(const RowsOf<Scalar>& logits, std::span<const std::int32_t> classes,
                                   std::span<const NodeIndex> nodes, RowsOf<Scalar>* gradient = nullptr);

extern template class GnnNetwork<float>;
extern template class GnnNetwork<double>;

}  // namespace columnar
