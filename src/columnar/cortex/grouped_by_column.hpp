#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace columnar {

/// Items of a batch, grouped by column; items of a group keep their order.
template <class Item>
class GroupedByColumn {
 public:
  /// for_each(visit) calls visit(column, item) for every item, and repeats the same calls each time. Reuses the memory
  /// of
  /// earlier groups.
  template <class ForEach>
  void group(std::uint32_t columns, const ForEach& for_each) {
    first_.assign(std::size_t{columns} + 2, 0);
    for_each([&](std::size_t column, const Item& /*item*/) { ++first_[column + 2]; });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    items_.resize(first_.back());
    // Entry c + 1 advances from the beginning of column c to its end, where column c + 1 begins.
    for_each([&](std::size_t column, const Item& item) { items_[first_[column + 1]++] = item; });
  }

  [[nodiscard]] std::span<const Item> of(std::size_t column) const noexcept {
    return {items_.data() + first_[column], first_[column + 1] - first_[column]};
  }

 private:
  std::vector<std::size_t> first_;  ///< [column]: index of its first item
  std::vector<Item> items_;
};

}  // namespace columnar
