#pragma once

#include <cstdint>
#include <string>

#include "columnar/edge_changes.hpp"
#include "columnar/files/input_file.hpp"

namespace columnar {

/// Reads changes from a text in portions, so that a stream need not end. docs/formats.md#edge-changes
///
/// A line is `u v [weight]` or `+ u v [weight]` (add), `- u v` (remove) or `= u v weight` (reweight); separators,
/// comments
/// and ids as in an edge list. Anything else throws Error(kInput) with file and line.
class EdgeChangeReader {
 public:
  explicit EdgeChangeReader(const std::string& path) : lines_(path) {}

  /// The next changes, at most `most`; none at the end.
  [[nodiscard]] EdgeChanges next(std::uint64_t most);

  [[nodiscard]] const std::string& name() const noexcept { return lines_.name(); }

 private:
  LineReader lines_;
};

}  // namespace columnar
