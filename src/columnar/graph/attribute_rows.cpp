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

void NewRows::add(std::string_view id, std::string_view unit, std::uint64_t number,
                  const std::function<std::string()>& place) {
  if (id.empty()) {
    fail_input(place(), "the id of the node is missing");
  }
  if (known_.find(id)) {
    fail_input(place(), fmt::format("{} is a node of the model; only new nodes have rows here", in_quotes(id)));
  }
  const NodeIndex row = new_.row_of(id);
  if (row < number_of_.size()) {
    fail_input(place(), fmt::format("second row of {}, the first is {} {}", in_quotes(id), unit, number_of_[row]));
  }
  number_of_.push_back(number);
}

NodeIds NewRows::take_ids(const std::string& place) && {
  if (number_of_.empty()) {
    fail_input(place, "has no row of a new node");
  }
  return std::move(new_).take_ids();
}

std::vector<std::uint64_t> numbered_new_rows(const std::string& path, std::string_view what, const NodeIds& known,
                                             std::uint64_t row_count) {
  if (known.are_text()) {
    fail_input(path, fmt::format("gives {} by row number, but the ids of the model are text", what));
  }
  std::vector<bool> is_known(row_count, false);
  for (const std::int64_t id : known.integers) {
    if (id >= 0 && static_cast<std::uint64_t>(id) < row_count) {
      is_known[static_cast<std::size_t>(id)] = true;
    }
  }
  std::vector<std::uint64_t> rows;
  for (std::uint64_t row = 0; row < row_count; ++row) {
    if (!is_known[row]) {
      rows.push_back(row);
    }
  }
  if (rows.empty()) {
    fail_input(path, fmt::format("{} has {} rows, all of nodes of the model", what, row_count));
  }
  return rows;
}

void require_columns_of(const std::string& place, const Attributes& matrix, const Attributes& model) {
  if (matrix.width != model.width) {
    fail_input(place, fmt::format("{} columns, the model has {}", matrix.width, model.width));
  }
  if (matrix.names.empty() || model.names.empty()) {
    return;
  }
  const auto [other, own] = std::ranges::mismatch(matrix.names, model.names);
  if (other != matrix.names.end()) {
    fail_input(place, fmt::format("column {} is {}, that of the model {}", other - matrix.names.begin(),
                                  in_quotes(*other), in_quotes(*own)));
  }
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
