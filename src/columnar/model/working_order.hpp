#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// True if a fit of this many nodes reorders them.
[[nodiscard]] inline bool reorders(const Config& config, NodeIndex nodes) noexcept {
  return nodes >= config.reorder_from;
}

/// The node order that the stages of a fit use, and its inverse.
class WorkingOrder {
 public:
  /// The graph's own order.
  explicit WorkingOrder(NodeIndex nodes);
  /// A given order: the graph row of the first node, of the second, … Every row once.
  explicit WorkingOrder(std::vector<NodeIndex> rows) : is_own_(false), rows_(std::move(rows)) {}

  /// True if it is the graph's own order.
  [[nodiscard]] bool is_own() const noexcept { return is_own_; }
  /// The graph row of each node, in this order.
  [[nodiscard]] std::span<const NodeIndex> rows() const noexcept { return rows_; }

  /// Puts per-node values back into the graph's own order.
  template <class Value>
  void put_back(std::vector<Value>& values, std::size_t per_node = 1) const {
    if (!is_own_) {
      std::vector<Value> found(values.size());
      found.swap(values);
      scatter(found.data(), per_node, values.data());
    }
  }
  void put_back(RowMatrix& rows) const {
    if (!is_own_) {
      RowMatrix found(rows.rows(), rows.cols());
      found.swap(rows);
      scatter(found.data(), static_cast<std::size_t>(found.cols()), rows.data());
    }
  }

 private:
  template <class Value>
  void scatter(const Value* from, std::size_t per_node, Value* to) const {
    for (const std::size_t row : rows_) {
      std::copy_n(from, per_node, to + row * per_node);
      from += per_node;
    }
  }

  bool is_own_ = true;
  std::vector<NodeIndex> rows_;
};

}  // namespace columnar
