#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace columnar {

/// The classes of each node, where a node may have several, in compressed sparse rows.
struct ClassSets {
  std::vector<std::uint64_t> offsets{0};  ///< n + 1 entries
  std::vector<std::int32_t> classes;      ///< indices into names, ascending in each row; none where unknown
  std::vector<std::string> names;         ///< the classes as the user wrote them
  std::string place = "labels";           ///< source file, the prefix of error messages

  [[nodiscard]] std::size_t node_count() const noexcept { return offsets.size() - 1; }
  /// The classes of a node.
  [[nodiscard]] std::span<const std::int32_t> of(std::size_t node) const noexcept {
    return {classes.data() + offsets[node], offsets[node + 1] - offsets[node]};
  }
};

}  // namespace columnar
