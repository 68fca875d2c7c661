#pragma once

#include <cstdint>
#include <string>

namespace columnar {

/// So many rows a file may claim, whatever else is in it.
inline constexpr std::uint64_t kFreelyClaimedRows = 1'000'000;

/// Beyond that, this many for each entry and for each byte of the file as it lies on disk.
inline constexpr std::uint64_t kRowsAnEntry = 100;

/// The one rule for sizes that are merely claimed: a row without entries costs a packed file nothing, but the reader
/// forty bytes. Throws Error(kInput) that begins with the place where the rows are more than the rule allows.
///
/// `entries` are what the rows are there for: those of the matrix; the rows themselves where each has one, as labels.
/// `file_bytes` are those of the packed file: repeated entries pack to almost nothing, too.
void require_plausible_rows(const std::string& place, std::uint64_t rows, std::uint64_t entries,
                            std::uint64_t file_bytes);

}  // namespace columnar
