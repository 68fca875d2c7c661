#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace columnar {

/// Rows of every table in the program: dense, zero-based. 32 bits: four billion nodes.
using NodeIndex = std::uint32_t;

/// The names the user gave the nodes, in row order; they come back unchanged in every output.
///
/// Integers while every id is a canonical 64-bit signed integer ("7", "-3"; not "007", "+7" or anything larger), else
/// text.
struct NodeIds {
  std::vector<std::int64_t> integers;  ///< used when texts is empty
  std::vector<std::string> texts;      ///< used when not empty

  [[nodiscard]] std::size_t size() const noexcept { return texts.empty() ? integers.size() : texts.size(); }
  [[nodiscard]] bool are_text() const noexcept { return !texts.empty(); }
  /// The id of a row as the user wrote it.
  [[nodiscard]] std::string name(NodeIndex node) const {
    return texts.empty() ? std::to_string(integers[node]) : texts[node];
  }
  bool operator==(const NodeIds&) const = default;
};

}  // namespace columnar
