#pragma once

#include <cstdint>

#include "columnar/core/random.hpp"
#include "columnar/spectral/row_matrix.hpp"
#include "columnar_cuda/stages/device_matrix.hpp"

namespace columnar::cuda {

/// A matrix on the GPU.
inline DeviceMatrix to_device(const Device& device, const RowMatrix& matrix) {
  DeviceMatrix copy(device, static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols()));
  copy.numbers.upload(numbers_of(matrix));
  return copy;
}

/// Unit rows around `centres` random directions; each `bare`-th row is zero, if `bare` is not.
inline RowMatrix scattered_rows(Eigen::Index rows, Eigen::Index rank, Eigen::Index centres, double spread,
                                Eigen::Index bare = 0) {
  const KeyedRandom random(5, Purpose::kProbe);
  const auto normal = [&](Eigen::Index i, Eigen::Index k) {
    return random.normal(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(k));
  };
  RowMatrix x(rows, rank);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index k = 0; k < rank; ++k) {
      x(i, k) = static_cast<float>(normal(i % centres, k) + spread * normal(centres + i, k));
    }
    x.row(i).normalize();
    if (bare > 0 && i % bare == 0) {
      x.row(i).setZero();
    }
  }
  return x;
}

}  // namespace columnar::cuda
