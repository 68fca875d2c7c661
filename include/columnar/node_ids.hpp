#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace columnar {

/// Row number in every table: dense, zero-based, 32 bits.
using NodeIndex = std::uint32_t;

/// The user's node names in row order; every output returns them unchanged.
///
/// Stored as integers while every id is a canonical 64-bit signed integer ("7", "-3"; not "007", "+7" or anything
/// larger),
/// else as text.
struct NodeIds {
  std::vector<std::int64_t> integers;  ///< used if texts is empty
  std::vector<std::string> texts;      ///< used if not empty

  /// Number of nodes.
  [[nodiscard]] std::size_t size() const noexcept { return texts.empty() ? integers.size() : texts.size(); }
  /// True if the ids are stored as text.
  [[nodiscard]] bool are_text() const noexcept { return !texts.empty(); }
  /// The id of a row as the user wrote it.
  [[nodiscard]] std::string name(NodeIndex node) const {
    return texts.empty() ? std::to_string(integers[node]) : texts[node];
  }
  bool operator==(const NodeIds&) const = default;
};

/// The ids 0, 1, 2, … for unnamed nodes.
[[nodiscard]] inline NodeIds numbered_ids(std::size_t nodes) {
  NodeIds ids;
  ids.integers.resize(nodes);
  std::iota(ids.integers.begin(), ids.integers.end(), std::int64_t{0});
  return ids;
}

}  // namespace columnar
#pragma GCC visibility pop
