#pragma once

#include <span>

#include "columnar_lab/evaluate/fidelity.hpp"
#include "columnar_lab/report/json.hpp"

namespace columnar {

/// Rows of whole numbers (shared bits), or of cosines to two digits.
[[nodiscard]] Json matrix_json(const RowSimilarity& similarity, std::span<const NodeIndex> nodes, int threads);

/// Pairs by reference (40 bins) and similarity (a bin for every number of shared bits, or 40 of cosine).
[[nodiscard]] Json hexbin_json(const RowSimilarity& reference, const RowSimilarity& similarity,
                               const ReferenceGeometry& geometry, int threads);

}  // namespace columnar
