#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// One row per node, rows contiguous; in double precision for checks of the gradient.
template <class Scalar>
using RowsOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The supervised networks that baselines/gnn.hpp trains.
enum class GnnKind : std::uint8_t { kGcn, kSage };

/// What the features of a node are divided by: nothing, the sum of their sizes (Kipf and Welling), or the root of the
/// sum of their squares.
enum class RowScale : std::uint8_t { kNone, kSum, kRoot };

/// A sparse matrix in compressed rows whose coefficients mix the rows of a dense one.
template <class Scalar>
struct SparseMix {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> columns;
  std::vector<Scalar> values;

  /// The product with a dense matrix, on blocks of rows.
  [[nodiscard]] RowsOf<Scalar> times(const Eigen::Ref<const RowsOf<Scalar>, 0, Eigen::OuterStride<>>& dense,
                                     int threads) const;
};

/// Â = D̃^-1/2 (A + I) D̃^-1/2 with D̃ the row sums of A + I (Kipf and Welling, 2017).  docs/equations.md#gcn
/// Of a directed graph, a node gathers from where its arcs lead.
template <class Scalar>
[[nodiscard]] SparseMix<Scalar> normalised_adjacency(const Graph& graph);

/// Each row the weighted mean over the neighbours; a node without any has a row of zeros (GraphSAGE's mean aggregator).
template <class Scalar>
[[nodiscard]] SparseMix<Scalar> neighbour_mean(const Graph& graph);

/// The matrix with rows and columns exchanged; `columns` is the number of columns of `matrix`.
template <class Scalar>
[[nodiscard]] SparseMix<Scalar> transposed(const SparseMix<Scalar>& matrix, std::size_t columns);

/// out[0 .. width) += Σ values[i] · rows[columns[i]][0 .. width), in the order of i: the one loop in which a network
/// spends its time. Row r begins at dense + r · stride.
template <class Scalar>
inline void gather_rows(const std::uint32_t* columns, const Scalar* values, std::size_t count, const Scalar* dense,
                        std::size_t stride, std::size_t width, Scalar* out) {
  using Eight = Eigen::Array<Scalar, 8, 1>;  // by name, four of them stay in registers; an array of 32 does not
  std::size_t begin = 0;
  for (; begin + 32 <= width; begin += 32) {
    Eigen::Map<Eight> out0(out + begin);
    Eigen::Map<Eight> out1(out + begin + 8);
    Eigen::Map<Eight> out2(out + begin + 16);
    Eigen::Map<Eight> out3(out + begin + 24);
    Eight sum0 = out0;
    Eight sum1 = out1;
    Eight sum2 = out2;
    Eight sum3 = out3;
    for (std::size_t i = 0; i < count; ++i) {
      const Scalar* row = dense + columns[i] * stride + begin;
      const Scalar value = values[i];
      sum0 += value * Eigen::Map<const Eight>(row);
      sum1 += value * Eigen::Map<const Eight>(row + 8);
      sum2 += value * Eigen::Map<const Eight>(row + 16);
      sum3 += value * Eigen::Map<const Eight>(row + 24);
    }
    out0 = sum0;
    out1 = sum1;
    out2 = sum2;
    out3 = sum3;
  }
  for (std::size_t i = 0; begin < width && i < count; ++i) {
    const Scalar* row = dense + columns[i] * stride;
    for (std::size_t k = begin; k < width; ++k) {
      out[k] += values[i] * row[k];
    }
  }
}

}  // namespace columnar
