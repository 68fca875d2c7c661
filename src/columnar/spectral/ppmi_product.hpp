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

/// result ← a row of the matrix, times x.
template <class Row>
void multiply_row(const PpmiEntries& entries, float clip, const RowMatrix& x, Row result) {
  result.setZero();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    result.noalias() += clipped(entries.values[i], clip) * x.row(static_cast<Eigen::Index>(entries.columns[i]));
  }
}

/// result ← the PPMI matrix, times x.
void multiply(const Ppmi& ppmi, float clip, const RowMatrix& x, RowMatrix& result, int threads);

}  // namespace columnar
