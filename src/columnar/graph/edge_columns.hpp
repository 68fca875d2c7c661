#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "columnar/graph_reader.hpp"

namespace columnar {

/// The first records of a list, the fields of each.
using FirstRecords = std::vector<std::vector<std::string>>;

/// Where a list of edges has its ends and weights.
struct EdgePositions {
  EdgeColumns names;
  std::size_t source = 0;
  std::size_t target = 1;
  std::optional<std::size_t> weight = std::nullopt;
  /// The columns are the first two or three of each record, as many as it has.
  bool by_place = false;
};

/// Number of records that are looked at to find a header.
inline constexpr std::size_t kRecordsAhead = 1000;

/// Finds the columns of the edges. A header is found, unless the options say, by usual names of the ends ("source",
/// "target") that do not come again as ids, or by a column that is a number in every record but the first, which has
/// none. Throws Error for options that fit neither each other (kConfig) nor the file (kInput), and for a header of
/// several columns of which no name says which are the ends; messages begin with `place`, that of the first record.
[[nodiscard]] EdgePositions find_edge_columns(const FirstRecords& records, const EdgeColumnOptions& options,
                                              const std::string& place);

/// Whether the first record has the usual names of two ends, and no later one has them as ids.
[[nodiscard]] bool has_usual_header(const FirstRecords& records);

/// Whether some column among the first `width` is a number in all records but the first, which has no number there.
[[nodiscard]] bool first_alone_is_text(const FirstRecords& records, std::size_t width);

/// A name of a column in lower case, without blanks, dots, underscores and hyphens.
[[nodiscard]] std::string plain_name(std::string_view name);

}  // namespace columnar
