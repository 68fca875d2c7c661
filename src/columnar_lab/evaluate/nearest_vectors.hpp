#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "columnar_lab/evaluate/similarity.hpp"

namespace columnar {

/// A row and its similarity with what was asked for.
struct NearRow {
  NodeIndex row = 0;
  float similarity = 0.0F;

  bool operator==(const NearRow&) const = default;
};

/// The k rows that are most similar to all of `like`, which are left out: by the smallest similarity with any of them,
/// then the largest sum, then the lowest row.
[[nodiscard]] std::vector<NearRow> nearest_rows(const RowSimilarity& similarity, std::size_t rows,
                                                std::span<const NodeIndex> like, std::size_t k);

}  // namespace columnar
