#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace columnar {

/// Items of a batch, grouped by the column they concern; in a group they keep their order.
template <class Item>
class GroupedByColumn {
 public:
  /// for_each(visit) calls visit(column, item) for every item, the same ones each time it is called. Memory of earlier
  /// groups is reused.
  template <class ForEach>
  void group(std::uint32_t columns, const ForEach& for_each) {
    first_.assign(std::size_t{columns} + 2, 0);
    for_each([&](std::size_t column, const Item& /*item*/) { ++first_[column + 2]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    items_.resize(first_.back());
    // Entry c + 1 walks from the beginning of column c to its end, where column c + 1 begins.
    for_each([&](std::size_t column, const Item& item) { items_[first_[column + 1]++] = item; });
  }

  [[nodiscard]] std::span<const Item> of(std::size_t column) const noexcept {
    return {items_.data() + first_[column], first_[column + 1] - first_[column]};
  }

 private:
  std::vector<std::size_t> first_;  ///< [column]: where its items begin
  std::vector<Item> items_;
};

}  // namespace columnar
