#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace columnar {

/// The nodes whose code is repeated, by an earlier node or in `taken`, ascending. Codes are rows of `active` bits,
/// at least one; `taken` holds further codes in several arrays of rows.
[[nodiscard]] std::vector<std::size_t> repeated_codes(std::span<const std::uint16_t> codes, std::size_t active,
                                                      std::span<const std::span<const std::uint16_t>> taken);

}  // namespace columnar
