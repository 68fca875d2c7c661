#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/node_ids.hpp"

namespace columnar {

/// One vector of floats per node, as node2vec and similar methods compute them: row v at values[v * dimensions ...].
struct DenseTable {
  NodeIds ids;
  std::uint32_t dimensions = 0;
  std::vector<float> values;

  [[nodiscard]] std::size_t size() const noexcept { return ids.size(); }
  [[nodiscard]] std::span<const float> row(std::size_t node) const noexcept {
    return {values.data() + node * dimensions, dimensions};
  }
  [[nodiscard]] std::span<float> row(std::size_t node) noexcept {
    return {values.data() + node * dimensions, dimensions};
  }
  bool operator==(const DenseTable&) const = default;
};

}  // namespace columnar
