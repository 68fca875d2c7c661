#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/ranks.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// Rows of numbers, one for each node of a graph, of which each rank has some; and those that neighbours of its nodes
/// have elsewhere, fetched for some nodes at a time.
template <class T>
class NeighbourRows {
 public:
  /// `row_of` gives the row of each node; empty: nodes are rows. Both it and the shares must outlive this.
  NeighbourRows(Ranks& ranks, const RowShares& shares, std::span<const NodeIndex> row_of, std::size_t nodes)
      : ranks_(ranks), shares_(shares), row_of_(row_of), place_(ranks.is_alone() ? 0 : nodes, kNone) {}

  /// Fetches the rows of all neighbours of these nodes. `own` are the rows of this rank, `per_row` numbers each; they
  /// must stay where they are. All ranks call it together.
  void fetch(const Graph& graph, std::span<const NodeIndex> nodes, std::size_t per_row, const T* own) {
    own_ = own;
    per_row_ = per_row;
    for (const NodeIndex node : fetched_) {
      place_[node] = kNone;
    }
    fetched_.clear();
    std::vector<NodeIndex> wanted;
    for (std::size_t i = 0; !ranks_.is_alone() && i < nodes.size(); ++i) {
      for (const NodeIndex neighbour : graph.neighbours(nodes[i])) {
        if (place_[neighbour] == kNone && !shares_.has(row(neighbour))) {
          place_[neighbour] = static_cast<NodeIndex>(fetched_.size());
          fetched_.push_back(neighbour);
          wanted.push_back(row(neighbour));
        }
      }
    }
    rows_ = fetch_rows<T>(ranks_, shares_, per_row, own, wanted);
  }

  /// The row of a node of this rank, or of a neighbour of the nodes.
  [[nodiscard]] const T* of(NodeIndex node) const noexcept {
    const std::size_t at = row(node);
    return shares_.has(at) ? own_ + (at - shares_.first()) * per_row_ : rows_.data() + place_[node] * per_row_;
  }

 private:
  static constexpr NodeIndex kNone = ~NodeIndex{0};

  [[nodiscard]] NodeIndex row(NodeIndex node) const noexcept { return row_of_.empty() ? node : row_of_[node]; }

  Ranks& ranks_;
  const RowShares& shares_;
  std::span<const NodeIndex> row_of_;
  const T* own_ = nullptr;
  std::size_t per_row_ = 0;
  std::vector<NodeIndex> fetched_;
  std::vector<NodeIndex> place_;  ///< of each node, in rows_
  std::vector<T> rows_;
};

}  // namespace columnar
