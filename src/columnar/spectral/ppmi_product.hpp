#pragma once

#include <algorithm>
#include <cstdint>

#include "columnar/ppmi/ppmi.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// An entry of the PPMI matrix as the spectral stage uses it: at most `clip`; 0 = not clipped.
[[nodiscard]] inline float clipped(float value, float clip) noexcept {
  return clip > 0.0F ? std::min(clip, value) : value;
}

/// result ← the row of a node, times x.
template <class Row>
void multiply_row(const Ppmi& ppmi, float clip, std::size_t node, const RowMatrix& x, Row result) {
  result.setZero();
  for (std::uint64_t i = ppmi.offsets[node]; i < ppmi.offsets[node + 1]; ++i) {
    result.noalias() += clipped(ppmi.values[i], clip) * x.row(static_cast<Eigen::Index>(ppmi.columns[i]));
  }
}

/// result ← the PPMI matrix, times x.
void multiply(const Ppmi& ppmi, float clip, const RowMatrix& x, RowMatrix& result, int threads);

}  // namespace columnar
