#include "columnar/graph/attribute_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"

namespace columnar {

std::optional<NodeIndex> NamedRows::take(std::string_view id, std::string_view unit, std::uint64_t number,
                                         const std::function<std::string()>& place) {
  const auto node = rows_.find(id);
  if (!node) {
    if (policy_ == UnknownRows::kRefuse) {
      fail_input(place(), fmt::format("the graph has no node {}", in_quotes(id)));
    }
    return std::nullopt;
  }
  if (number_of_[*node] != kNone) {
    fail_input(place(), fmt::format("second row of {}, the first is {} {}", in_quotes(id), unit, number_of_[*node]));
  }
  number_of_[*node] = number;
  --missing_;
  return node;
}

void NamedRows::require_all(const std::string& place, const NodeIds& ids) const {
  if (missing_ == 0) {
    return;
  }
  const auto first = static_cast<NodeIndex>(std::ranges::find(number_of_, kNone) - number_of_.begin());
  fail_input(place, fmt::format("no row for node {}{}", in_quotes(ids.name(first)),
                                missing_ == 1 ? "" : fmt::format(" (and {} more)", missing_ - 1)));
}

std::vector<std::uint64_t> numbered_rows(const std::string& path, std::string_view what, const NodeIds& ids,
                                         std::uint64_t row_count) {
  if (ids.are_text()) {
    fail_input(path, fmt::format("gives {} by row number, but the ids of the graph are text", what));
  }
  std::vector<std::uint64_t> rows;
  rows.reserve(ids.size());
  for (const std::int64_t id : ids.integers) {
    if (id < 0 || static_cast<std::uint64_t>(id) >= row_count) {
      fail_input(path, fmt::format("{} has {} rows, but the graph has a node {}", what, row_count, id));
    }
    rows.push_back(static_cast<std::uint64_t>(id));
  }
  return rows;
}

Attributes select_rows(Attributes all, const std::vector<std::uint64_t>& rows) {
  Attributes chosen;
  chosen.width = all.width;
  chosen.names = std::move(all.names);
  chosen.offsets.reserve(rows.size() + 1);
  for (const std::uint64_t row : rows) {
    for (std::uint64_t i = all.offsets[row]; i < all.offsets[row + 1]; ++i) {
      if (all.value(i) != 0.0F) {
        chosen.indices.push_back(all.indices[i]);
        chosen.values.push_back(all.value(i));
      }
    }
    chosen.offsets.push_back(chosen.indices.size());
  }
  if (std::ranges::all_of(chosen.values, [](float value) { return value == 1.0F; })) {
    chosen.values = {};
  }
  return chosen;
}

}  // namespace columnar
