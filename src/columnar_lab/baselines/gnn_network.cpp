#include "columnar_lab/baselines/gnn_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/error.hpp"

namespace columnar {
namespace {

constexpr std::size_t kBlockRows = 256;
constexpr std::size_t kSlice = 32;  ///< columns of the first layer's gradient that one thread sums

/// Four places share the 64 bits of one key.
class DropoutMask {
 public:
  DropoutMask(const Dropout& dropout, std::uint64_t layer)
      : random_(dropout.seed, Purpose::kGnnDropout),
        stream_(2 * dropout.epoch + layer),
        threshold_(static_cast<std::uint64_t>(std::lround(dropout.rate * 65536.0))) {}

  [[nodiscard]] bool keeps(std::uint64_t place) {
    if (place / 4 != word_) {
      word_ = place / 4;
      bits_ = random_.bits(stream_, word_);
    }
    return ((bits_ >> (16U * (place % 4))) & 0xFFFFU) >= threshold_;
  }

 private:
  KeyedRandom random_;
  std::uint64_t stream_;
  std::uint64_t threshold_;
  std::uint64_t word_ = ~std::uint64_t{0};
  std::uint64_t bits_ = 0;
};

template <class Scalar>
using ConstMap = Eigen::Map<const RowsOf<Scalar>>;

/// Rows of a dense product, block by block.
template <class Scalar, class Right>
RowsOf<Scalar> product(const RowsOf<Scalar>& left, const Right& right, int threads) {
  RowsOf<Scalar> result(left.rows(), right.cols());
  parallel_blocks(threads, static_cast<std::size_t>(left.rows()), kBlockRows, [&](std::size_t begin, std::size_t end) {
    const auto first = static_cast<Eigen::Index>(begin);
    const auto count = static_cast<Eigen::Index>(end - begin);
    result.middleRows(first, count).noalias() = left.middleRows(first, count) * right;
  });
  return result;
}

/// Sums of the columns, rows in their order. By hand: Eigen's order depends on where in memory `sums` lies.
template <class Scalar>
void sum_columns(const RowsOf<Scalar>& rows, Scalar* sums) {
  std::fill_n(sums, rows.cols(), Scalar{0});
  for (Eigen::Index row = 0; row < rows.rows(); ++row) {
    for (Eigen::Index column = 0; column < rows.cols(); ++column) {
      sums[column] += rows(row, column);
    }
  }
}

/// Divides each row of `values` as the scale says; a row of zeros stays.
template <class Scalar>
void scale_rows(const Attributes& features, RowScale scale, std::vector<Scalar>& values) {
  for (std::size_t row = 0; scale != RowScale::kNone && row < features.row_count(); ++row) {
    const std::span<Scalar> of_row(values.data() + features.offsets[row], values.data() + features.offsets[row + 1]);
    double sum = 0.0;
    for (const Scalar value : of_row) {
      const auto wide = static_cast<double>(value);
      sum += scale == RowScale::kSum ? std::abs(wide) : wide * wide;
    }
    const double length = scale == RowScale::kSum ? sum : std::sqrt(sum);
    for (Scalar& value : of_row) {
      value = length > 0.0 ? static_cast<Scalar>(static_cast<double>(value) / length) : value;
    }
  }
}

}  // namespace

template <class Scalar>
struct GnnNetwork<Scalar>::Input {
  std::vector<std::uint64_t> ends;  ///< row r is [offsets[r], ends[r])
  std::vector<std::uint32_t> kept_indices;
  std::vector<Scalar> kept_values;
  const std::uint32_t* indices = nullptr;
  const Scalar* values = nullptr;
};

template <class Scalar>
GnnNetwork<Scalar>::GnnNetwork(const GnnShape& shape, const Graph& graph, const Attributes& features, RowScale scale,
                               int threads)
    : shape_(shape),
      features_(features),
      threads_(threads),
      values_(features.indices.size(), Scalar{1}),
      mix_(shape.kind == GnnKind::kGcn ? normalised_adjacency<Scalar>(graph) : neighbour_mean<Scalar>(graph)),
      mix_back_(transposed(mix_, graph.node_count())),
      dropped_(std::make_unique<Input>()) {
  if (features.row_count() != graph.node_count() || features.width != shape.inputs) {
    throw Error(ErrorCode::kInput, fmt::format("features: {} rows of {} columns, but the network takes {} of {}",
                                               features.row_count(), features.width, graph.node_count(), shape.inputs));
  }
  for (std::size_t i = 0; i < features.values.size(); ++i) {
    values_[i] = static_cast<Scalar>(features.values[i]);
  }
  scale_rows(features, scale, values_);
}

template <class Scalar>
GnnNetwork<Scalar>::~GnnNetwork() = default;

template <class Scalar>
std::vector<Scalar> GnnNetwork<Scalar>::initial_weights(std::uint64_t seed) const {
  const KeyedRandom random(seed, Purpose::kGnnWeights);
  std::vector<Scalar> weights(shape_.size(), Scalar{0});
  const auto fill = [&](std::size_t begin, std::size_t count, std::size_t in, std::size_t out, std::uint64_t layer) {
    const double bound = std::sqrt(6.0 / static_cast<double>(in + out));
    for (std::size_t i = 0; i < count; ++i) {
      weights[begin + i] = static_cast<Scalar>(bound * (2.0 * random.uniform(layer, i) - 1.0));
    }
  };
  fill(0, shape_.first_size(), shape_.inputs, shape_.hidden, 0);
  fill(shape_.first_size() + shape_.hidden, shape_.second_size(), shape_.hidden, shape_.classes, 1);
  return weights;
}

template <class Scalar>
auto GnnNetwork<Scalar>::all_features() const -> Input {
  Input input;
  input.ends.assign(features_.offsets.begin() + 1, features_.offsets.end());
  input.indices = features_.indices.data();
  input.values = values_.data();
  return input;
}

template <class Scalar>
void GnnNetwork<Scalar>::drop_features(const Dropout& dropout, Input& input) const {
  if (dropout.rate == 0.0) {
    input = all_features();
    return;
  }
  input.ends.resize(features_.row_count());
  input.kept_indices.resize(values_.size() + 1);  // one more: the loop below writes before it knows
  input.kept_values.resize(values_.size() + 1);
  const auto scale = static_cast<Scalar>(1.0 / (1.0 - dropout.rate));
  // One block: a row that keeps everything writes one place past its end, which must not be another thread's.
  DropoutMask mask(dropout, 0);
  for (std::size_t row = 0; row < features_.row_count(); ++row) {
    std::uint64_t end = features_.offsets[row];
    for (std::uint64_t i = features_.offsets[row]; i < features_.offsets[row + 1]; ++i) {
      input.kept_indices[end] = features_.indices[i];
      input.kept_values[end] = scale * values_[i];
      end += mask.keeps(i) ? 1 : 0;
    }
    input.ends[row] = end;
  }
  input.indices = input.kept_indices.data();
  input.values = input.kept_values.data();
}

template <class Scalar>
RowsOf<Scalar> GnnNetwork<Scalar>::features_times(const Input& input, const Scalar* first) const {
  const std::size_t width = shape_.hidden * shape_.parts();
  RowsOf<Scalar> result =
      RowsOf<Scalar>::Zero(static_cast<Eigen::Index>(input.ends.size()), static_cast<Eigen::Index>(width));
  parallel_blocks(threads_, input.ends.size(), kBlockRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint64_t from = features_.offsets[row];
      gather_rows(input.indices + from, input.values + from, input.ends[row] - from, first, width, width,
                  result.data() + row * width);
    }
  });
  return result;
}

template <class Scalar>
void GnnNetwork<Scalar>::add_features_gradient(const Input& input, const RowsOf<Scalar>& gradient,
                                               Scalar* first) const {
  const std::size_t width = shape_.hidden * shape_.parts();
  // Threads share out columns, not rows: each sum then runs over the rows in their order, whatever the threads.
  parallel_blocks(threads_, width, kSlice, [&](std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    for (std::size_t row = 0; row < input.ends.size(); ++row) {
      const Scalar* from = gradient.data() + row * width + begin;
      for (std::uint64_t i = features_.offsets[row]; i < input.ends[row]; ++i) {
        Scalar* to = first + input.indices[i] * width + begin;
        const Scalar value = input.values[i];
        for (std::size_t k = 0; k < count; ++k) {
          to[k] += value * from[k];
        }
      }
    }
  });
}

template <class Scalar>
RowsOf<Scalar> GnnNetwork<Scalar>::propagate(const RowsOf<Scalar>& rows) const {
  if (shape_.kind == GnnKind::kGcn) {
    return mix_.times(rows, threads_);
  }
  const Eigen::Index half = rows.cols() / 2;
  RowsOf<Scalar> result = mix_.times(rows.rightCols(half), threads_);
  result += rows.leftCols(half);
  return result;
}

template <class Scalar>
RowsOf<Scalar> GnnNetwork<Scalar>::propagate_back(const RowsOf<Scalar>& rows) const {
  if (shape_.kind == GnnKind::kGcn) {
    return mix_back_.times(rows, threads_);
  }
  RowsOf<Scalar> result(rows.rows(), 2 * rows.cols());
  result.leftCols(rows.cols()) = rows;
  result.rightCols(rows.cols()) = mix_back_.times(rows, threads_);
  return result;
}

template <class Scalar>
RowsOf<Scalar> GnnNetwork<Scalar>::hidden_rows(const Input& input, std::span<const Scalar> weights) const {
  RowsOf<Scalar> rows = propagate(features_times(input, weights.data()));
  const ConstMap<Scalar> bias(weights.data() + shape_.first_size(), 1, static_cast<Eigen::Index>(shape_.hidden));
  rows.rowwise() += bias.row(0);
  return rows.cwiseMax(Scalar{0});
}

template <class Scalar>
RowsOf<Scalar> GnnNetwork<Scalar>::output_rows(const RowsOf<Scalar>& hidden, std::span<const Scalar> weights) const {
  const auto classes = static_cast<Eigen::Index>(shape_.classes);
  const Scalar* second = weights.data() + shape_.first_size() + shape_.hidden;
  const ConstMap<Scalar> matrix(second, hidden.cols(), classes * static_cast<Eigen::Index>(shape_.parts()));
  const ConstMap<Scalar> bias(second + shape_.second_size(), 1, classes);
  RowsOf<Scalar> rows = propagate(product(hidden, matrix, threads_));
  rows.rowwise() += bias.row(0);
  return rows;
}

template <class Scalar>
RowsOf<Scalar> GnnNetwork<Scalar>::logits(std::span<const Scalar> weights) const {
  return output_rows(hidden_rows(all_features(), weights), weights);
}

template <class Scalar>
double GnnNetwork<Scalar>::loss_and_gradient(std::span<const Scalar> weights, std::span<const std::int32_t> classes,
                                             std::span<const NodeIndex> train, const Dropout& dropout,
                                             double weight_decay, std::span<Scalar> gradient) {
  Input& input = *dropped_;
  drop_features(dropout, input);
  RowsOf<Scalar> hidden = hidden_rows(input, weights);
  const auto scale = static_cast<Scalar>(1.0 / (1.0 - dropout.rate));
  if (dropout.rate > 0.0) {
    const std::size_t width = shape_.hidden;
    const std::array<Scalar, 2> factors{Scalar{0}, scale};
    parallel_blocks(
        threads_, static_cast<std::size_t>(hidden.rows()), kBlockRows, [&](std::size_t begin, std::size_t end) {
          DropoutMask mask(dropout, 1);
          for (std::size_t i = begin * width; i < end * width; ++i) {
            hidden.data()[i] *= factors[mask.keeps(i) ? 1 : 0];  // a branch would guess wrong every other time
          }
        });
  }
  RowsOf<Scalar> by_logit;
  const double loss = cross_entropy(output_rows(hidden, weights), classes, train, &by_logit);

  const auto parts = static_cast<Eigen::Index>(shape_.parts());
  const std::size_t second_at = shape_.first_size() + shape_.hidden;
  const RowsOf<Scalar> by_product = propagate_back(by_logit);
  Eigen::Map<RowsOf<Scalar>>(gradient.data() + second_at, hidden.cols(), by_logit.cols() * parts).noalias() =
      hidden.transpose() * by_product;
  sum_columns(by_logit, gradient.data() + second_at + shape_.second_size());

  const ConstMap<Scalar> second(weights.data() + second_at, hidden.cols(), by_logit.cols() * parts);
  RowsOf<Scalar> by_hidden = product(by_product, second.transpose(), threads_);
  // A hidden value above 0 was neither dropped nor cut off by the ReLU.
  by_hidden.array() *= (hidden.array() > Scalar{0}).template cast<Scalar>() * scale;
  sum_columns(by_hidden, gradient.data() + shape_.first_size());

  double squares = 0.0;
  for (std::size_t i = 0; i < shape_.first_size(); ++i) {
    squares += static_cast<double>(weights[i] * weights[i]);
    gradient[i] = static_cast<Scalar>(weight_decay) * weights[i];
  }
  add_features_gradient(input, propagate_back(by_hidden), gradient.data());
  return loss + 0.5 * weight_decay * squares;
}

template <class Scalar>
double cross_entropy(const RowsOf<Scalar>& logits, std::span<const std::int32_t> classes,
                     std::span<const NodeIndex> nodes, RowsOf<Scalar>* gradient) {
  if (gradient != nullptr) {
    gradient->setZero(logits.rows(), logits.cols());
  }
  const double share = nodes.empty() ? 0.0 : 1.0 / static_cast<double>(nodes.size());
  double loss = 0.0;
  for (const NodeIndex node : nodes) {
    const auto row = logits.row(static_cast<Eigen::Index>(node));
    const Scalar top = row.maxCoeff();
    const auto powers = (row.array() - top).exp();
    const Scalar sum = powers.sum();
    const auto truth = static_cast<Eigen::Index>(classes[node]);
    loss += share * static_cast<double>(std::log(sum) - (row(truth) - top));
    if (gradient != nullptr) {
      auto out = gradient->row(static_cast<Eigen::Index>(node));
      out = (powers * (static_cast<Scalar>(share) / sum)).matrix();
      out(truth) -= static_cast<Scalar>(share);
    }
  }
  return loss;
}

template class GnnNetwork<float>;
template class GnnNetwork<double>;
template double cross_entropy<float>(const RowsOf<float>&, std::span<const std::int32_t>, std::span<const NodeIndex>,
                                     RowsOf<float>*);
template double cross_entropy<double>(const RowsOf<double>&, std::span<const std::int32_t>, std::span<const NodeIndex>,
                                      RowsOf<double>*);

}  // namespace columnar
