#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar_lab/baselines/dense_table.hpp"

namespace columnar::testing_support {

/// Cosine of two rows.
[[nodiscard]] inline double cosine(const DenseTable& table, std::size_t u, std::size_t v) {
  double product = 0.0;
  double left = 0.0;
  double right = 0.0;
  for (std::size_t i = 0; i < table.dimensions; ++i) {
    const auto x = static_cast<double>(table.row(u)[i]);
    const auto y = static_cast<double>(table.row(v)[i]);
    product += x * y;
    left += x * x;
    right += y * y;
  }
  return product / std::sqrt(left * right);
}

/// Share of the nodes whose nearest other node, by cosine, is of their own class.
[[nodiscard]] inline double nearest_is_of_same_class(const DenseTable& table, const Labels& labels) {
  std::size_t right = 0;
  for (std::size_t u = 0; u < table.size(); ++u) {
    std::size_t best = u == 0 ? 1 : 0;
    for (std::size_t v = 0; v < table.size(); ++v) {
      if (v != u && cosine(table, u, v) > cosine(table, u, best)) {
        best = v;
      }
    }
    right += labels.classes[u] == labels.classes[best] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(table.size());
}

[[nodiscard]] inline bool all_finite(const DenseTable& table) {
  return std::all_of(table.values.begin(), table.values.end(), [](float x) { return std::isfinite(x); });
}

}  // namespace columnar::testing_support
