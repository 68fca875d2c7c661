#include "columnar_lab/baselines/propagation.hpp"

#include <cmath>

#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

constexpr std::size_t kPropagatedRows = 256;

std::vector<double> row_sums(const Graph& graph) {
  std::vector<double> sums(graph.node_count());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      sums[v] += graph.edge_weight(e);
    }
  }
  return sums;
}

}  // namespace

template <class Scalar>
RowsOf<Scalar> SparseMix<Scalar>::times(const Eigen::Ref<const RowsOf<Scalar>, 0, Eigen::OuterStride<>>& dense,
                                        int threads) const {
  const std::size_t rows = offsets.size() - 1;
  RowsOf<Scalar> product = RowsOf<Scalar>::Zero(static_cast<Eigen::Index>(rows), dense.cols());
  const auto width = static_cast<std::size_t>(dense.cols());
  parallel_blocks(threads, rows, kPropagatedRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      gather_rows(columns.data() + offsets[row], values.data() + offsets[row], offsets[row + 1] - offsets[row],
                  dense.data(), static_cast<std::size_t>(dense.outerStride()), width, product.data() + row * width);
    }
  });
  return product;
}

template <class Scalar>
SparseMix<Scalar> normalised_adjacency(const Graph& graph) {
  std::vector<double> root = row_sums(graph);
  for (double& sum : root) {
    sum = 1.0 / std::sqrt(sum + 1.0);
  }
  SparseMix<Scalar> mix;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    mix.columns.push_back(v);
    mix.values.push_back(static_cast<Scalar>(root[v] * root[v]));
    for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      mix.columns.push_back(graph.targets[e]);
      mix.values.push_back(static_cast<Scalar>(graph.edge_weight(e) * root[v] * root[graph.targets[e]]));
    }
    mix.offsets.push_back(mix.columns.size());
  }
  return mix;
}

template <class Scalar>
SparseMix<Scalar> neighbour_mean(const Graph& graph) {
  const std::vector<double> sums = row_sums(graph);
  SparseMix<Scalar> mix;
  mix.offsets = graph.offsets;
  mix.columns = graph.targets;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      mix.values.push_back(static_cast<Scalar>(graph.edge_weight(e) / sums[v]));
    }
  }
  return mix;
}

template <class Scalar>
SparseMix<Scalar> transposed(const SparseMix<Scalar>& matrix, std::size_t columns) {
  SparseMix<Scalar> result;
  result.offsets.assign(columns + 1, 0);
  for (const std::uint32_t column : matrix.columns) {
    ++result.offsets[column + 1];
  }
  for (std::size_t c = 0; c < columns; ++c) {
    result.offsets[c + 1] += result.offsets[c];
  }
  result.columns.resize(matrix.columns.size());
  result.values.resize(matrix.columns.size());
  std::vector<std::uint64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::size_t row = 0; row + 1 < matrix.offsets.size(); ++row) {
    for (std::uint64_t i = matrix.offsets[row]; i < matrix.offsets[row + 1]; ++i) {
      const std::uint64_t place = next[matrix.columns[i]]++;
      result.columns[place] = static_cast<std::uint32_t>(row);
      result.values[place] = matrix.values[i];
    }
  }
  return result;
}

template struct SparseMix<float>;
template struct SparseMix<double>;
template SparseMix<float> normalised_adjacency<float>(const Graph&);
template SparseMix<double> normalised_adjacency<double>(const Graph&);
template SparseMix<float> neighbour_mean<float>(const Graph&);
template SparseMix<double> neighbour_mean<double>(const Graph&);
template SparseMix<float> transposed<float>(const SparseMix<float>&, std::size_t);
template SparseMix<double> transposed<double>(const SparseMix<double>&, std::size_t);

}  // namespace columnar
