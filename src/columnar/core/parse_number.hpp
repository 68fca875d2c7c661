#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace columnar {

/// The number that a flag was given; Error(kConfig) that names the flag where it is none or outside [least, most].
[[nodiscard]] std::uint64_t parse_whole(std::string_view flag, std::string_view text, std::uint64_t least = 0,
                                        std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
[[nodiscard]] double parse_real(std::string_view flag, std::string_view text);
[[nodiscard]] double parse_real(std::string_view flag, std::string_view text, double least, double most);

}  // namespace columnar
