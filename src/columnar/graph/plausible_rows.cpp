#include "columnar/graph/plausible_rows.hpp"

#include <fmt/format.h>

#include "columnar/error.hpp"

namespace columnar {

void require_plausible_rows(const std::string& place, std::uint64_t rows, std::uint64_t entries,
                            std::uint64_t file_bytes) {
  if (rows <= kFreelyClaimedRows) {
    return;
  }
  if (rows / kRowsAnEntry > entries) {
    throw Error(ErrorCode::kInput, fmt::format("{}: {} rows are implausible for {} entries", place, rows, entries));
  }
  if (rows / kRowsAnEntry > file_bytes) {
    throw Error(ErrorCode::kInput,
                fmt::format("{}: {} rows are implausible for a file of {} bytes", place, rows, file_bytes));
  }
}

}  // namespace columnar
