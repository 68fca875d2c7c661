#include "columnar/model/working_order.hpp"

#include <numeric>

#include "columnar/graph/neighbourly_order.hpp"

namespace columnar {

WorkingOrder::WorkingOrder(const Graph& graph) : graph_(graph), rows_(graph.node_count()) {
  std::iota(rows_.begin(), rows_.end(), NodeIndex{0});
}

WorkingOrder WorkingOrder::neighbourly(const Graph& graph) {
  WorkingOrder order(graph);
  order.rows_ = neighbourly_order(graph);
  order.reordered_ = in_order(graph, order.rows_);
  return order;
}

}  // namespace columnar
