#pragma once

#include <cstdint>
#include <string>

#include "columnar/edge_changes.hpp"
#include "columnar/graph/record_reader.hpp"

namespace columnar {

/// Reads changes from a text in portions, so that a stream need not end. docs/formats.md#edge-changes
///
/// A line is `u v [weight]` or `+ u v [weight]` (add), `- u v` (remove) or `= u v weight` (reweight); separators,
/// quotes, comments and ids are those of lists (RecordReader). Anything else throws Error(kInput) with file and line.
class EdgeChangeReader {
 public:
  explicit EdgeChangeReader(const std::string& path) : records_(path, RecordStyle::kList) {}

  /// The next changes, at most `most`; none at the end.
  [[nodiscard]] EdgeChanges next(std::uint64_t most);

  [[nodiscard]] const std::string& name() const noexcept { return records_.name(); }

 private:
  RecordReader records_;
};

}  // namespace columnar
