#pragma once

#include <cstdint>
#include <string>

namespace columnar {

/// A file may always claim this many rows.
inline constexpr std::uint64_t kFreelyClaimedRows = 1'000'000;

/// Beyond that, this many per entry and per byte of the file on disk.
inline constexpr std::uint64_t kRowsAnEntry = 100;

/// The one limit for claimed sizes: a row without entries costs a packed file nothing, but the reader forty bytes.
/// Throws Error(kInput) that begins with the place if there are more rows than allowed.
///
/// `entries` counts the entries of the matrix, or the rows themselves if each has one entry, as with labels.
/// `file_bytes`
/// is the packed size, because repeated entries also compress to almost nothing.
void require_plausible_rows(const std::string& place, std::uint64_t rows, std::uint64_t entries,
                            std::uint64_t file_bytes);

}  // namespace columnar
