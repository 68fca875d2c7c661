#include "columnar_lab/evaluate/explained_attributes.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace columnar {

ExplainedAttributes::ExplainedAttributes(const Attributes& attributes)
    : attributes_(attributes), nodes_with_(attributes.width, 0) {
  for (std::size_t node = 0; node < attributes.row_count(); ++node) {
    for (const std::uint32_t column : columns_of(static_cast<NodeIndex>(node))) {
      ++nodes_with_[column];
    }
  }
}

std::vector<std::uint32_t> ExplainedAttributes::columns_of(NodeIndex node) const {
  std::vector<std::uint32_t> columns;
  for (std::uint64_t e = attributes_.offsets[node]; e < attributes_.offsets[node + std::size_t{1}]; ++e) {
    if (attributes_.value(e) != 0.0F) {
      columns.push_back(attributes_.indices[e]);
    }
  }
  std::ranges::sort(columns);
  columns.erase(std::ranges::unique(columns).begin(), columns.end());
  return columns;
}

std::vector<SharedAttribute> ExplainedAttributes::shared(NodeIndex first, NodeIndex second) const {
  std::vector<std::uint32_t> both;
  std::ranges::set_intersection(columns_of(first), columns_of(second), std::back_inserter(both));
  std::vector<SharedAttribute> attributes;
  attributes.reserve(both.size());
  for (const std::uint32_t column : both) {
    attributes.push_back({column, nodes_with_[column]});
  }
  std::ranges::stable_sort(attributes, {}, &SharedAttribute::nodes);
  return attributes;
}

std::vector<TypicalAttribute> ExplainedAttributes::typical(std::span<const NodeIndex> nodes, std::size_t most) const {
  constexpr std::uint64_t kFewest = 2;
  std::map<std::uint32_t, std::uint64_t> counts;
  for (const NodeIndex node : nodes) {
    for (const std::uint32_t column : columns_of(node)) {
      ++counts[column];
    }
  }
  std::vector<std::pair<double, TypicalAttribute>> found;
  for (const auto& [column, count] : counts) {
    const double share = static_cast<double>(count) / static_cast<double>(nodes.size());
    const double of_all = static_cast<double>(nodes_with_[column]) / static_cast<double>(attributes_.row_count());
    if (count >= kFewest && share > of_all) {
      found.push_back({share * std::log(share / of_all), {column, share, of_all}});
    }
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, [](const auto& one) { return one.first; });
  found.resize(std::min(most, found.size()));
  std::vector<TypicalAttribute> attributes;
  attributes.reserve(found.size());
  for (const auto& [score, attribute] : found) {
    attributes.push_back(attribute);
  }
  return attributes;
}

std::vector<NodeIndex> nodes_of_column(const SdrTable& codes, std::uint16_t bit) {
  const std::uint32_t cells = codes.shape.l23().width;
  const std::uint32_t per_column = codes.shape.cells_per_column;
  const std::uint32_t first = bit < cells ? bit / per_column * per_column : bit;
  const std::uint32_t end = bit < cells ? first + per_column : first + 1;
  std::vector<NodeIndex> nodes;
  for (NodeIndex node = 0; node < codes.size(); ++node) {
    const auto code = codes.code(node);
    const auto found = std::ranges::lower_bound(code, first);
    if (found != code.end() && *found < end) {
      nodes.push_back(node);
    }
  }
  return nodes;
}

}  // namespace columnar
