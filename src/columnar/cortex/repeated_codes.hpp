#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace columnar {

/// The nodes whose code an earlier node has too, or one of the others, ascending. Codes are rows of `active` bits,
/// at least one; `taken` holds codes of others, some rows each.
[[nodiscard]] std::vector<std::size_t> repeated_codes(std::span<const std::uint16_t> codes, std::size_t active,
                                                      std::span<const std::span<const std::uint16_t>> taken);

}  // namespace columnar
