#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "columnar/edge_changes.hpp"
#include "columnar/graph/edge_columns.hpp"
#include "columnar/graph/record_reader.hpp"

namespace columnar {

/// Reads changes from a text in portions, so that a stream need not end. docs/formats.md#edge-changes
///
/// A line is `u v [weight]` or `+ u v [weight]` (add), `- u v` (remove) or `= u v weight` (reweight); separators,
/// quotes, comments and ids are those of an edge list. A first line with usual names of two ends, such as
/// `source,target`, is a header, and its columns are those of an edge list with it; every change is then an added edge.
/// Anything else throws Error(kInput) with file and line.
class EdgeChangeReader {
 public:
  explicit EdgeChangeReader(const std::string& path) : records_(path, RecordStyle::kList) {}

  /// The next changes, at most `most`; none at the end. A header is looked for in the lines of the first portion.
  [[nodiscard]] EdgeChanges next(std::uint64_t most);

  [[nodiscard]] const std::string& name() const noexcept { return records_.name(); }

 private:
  void find_header(std::uint64_t most);

  RecordReader records_;
  bool begun_ = false;
  std::optional<EdgePositions> columns_;  ///< by a header
  std::size_t width_ = 0;                 ///< its columns
};

}  // namespace columnar
