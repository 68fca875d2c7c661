#pragma once

#include <span>
#include <string>

#include "columnar/codes.hpp"
#include "columnar/error.hpp"

namespace columnar {

/// Bits of one code at most: a bit's index is stored in 16 bits.
inline constexpr std::uint64_t kMaxCodeWidth = 65536;

/// Throws unless the geometry is possible: some bits, some of them active, no more active than there are, and no index
/// past 16 bits. A message begins with the place.
void check_shape(const SdrShape& shape, const std::string& place, ErrorCode code);

/// Throws unless every code is what its shape says: bits ascending and inside the width, exactly active_columns of
/// them in L2/3, no two in one column, and exactly l5a_active in L5a.
void check_codes(const SdrTable& table, const std::string& place, ErrorCode code);
/// The same for codes that lie elsewhere: the bits of one row after the other.
void check_codes(const SdrShape& shape, std::span<const std::uint16_t> all, const NodeIds& ids,
                 const std::string& place, ErrorCode code);

}  // namespace columnar
