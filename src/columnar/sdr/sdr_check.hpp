#pragma once

#include <span>
#include <string>

#include "columnar/codes.hpp"
#include "columnar/error.hpp"

namespace columnar {

/// Maximum bits per code: bit indices have 16 bits.
inline constexpr std::uint64_t kMaxCodeWidth = 65536;

/// Throws unless the geometry is valid: at least one active bit, no more active bits than bits, and 16-bit indices.
/// Messages begin with the place.
void check_shape(const SdrShape& shape, const std::string& place, ErrorCode code);

/// Throws unless every code matches its shape: bits ascending and inside the width, exactly active_columns bits in
/// L2/3, no two in one column, and exactly l5a_active in L5a.
void check_codes(const SdrTable& table, const std::string& place, ErrorCode code);
/// The same for codes stored elsewhere, row by row.
void check_codes(const SdrShape& shape, std::span<const std::uint16_t> all, const NodeIds& ids,
                 const std::string& place, ErrorCode code);

}  // namespace columnar
