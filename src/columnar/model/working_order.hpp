#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "columnar/graph/graph.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// The order of nodes that the stages of a fit work in, and the way back to the graph's own. Keeps a reference to the
/// graph.
class WorkingOrder {
 public:
  /// The graph's own order.
  explicit WorkingOrder(const Graph& graph);
  /// One that keeps neighbours together (graph/neighbourly_order.hpp).
  [[nodiscard]] static WorkingOrder neighbourly(const Graph& graph);

  /// The graph in this order.
  [[nodiscard]] const Graph& graph() const noexcept { return reordered_ ? *reordered_ : graph_; }
  /// The graph's own row of each node, in this order.
  [[nodiscard]] const std::vector<NodeIndex>& rows() const noexcept { return rows_; }

  /// Takes what was found for the nodes back to the graph's own order.
  template <class Value>
  void put_back(std::vector<Value>& values, std::size_t per_node = 1) const {
    if (reordered_) {
      const std::vector<Value> found = std::move(values);
      values.resize(found.size());
      scatter(found.data(), per_node, values.data());
    }
  }
  void put_back(RowMatrix& rows) const {
    if (reordered_) {
      const RowMatrix found = std::move(rows);
      rows.resize(found.rows(), found.cols());
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

  const Graph& graph_;
  std::vector<NodeIndex> rows_;
  std::optional<Graph> reordered_;
};

}  // namespace columnar
