#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace columnar {

/// Parses the value of a flag. Throws Error(kConfig) that names the flag if it is not a number in [least, most].
[[nodiscard]] std::uint64_t parse_whole(std::string_view flag, std::string_view text, std::uint64_t least = 0,
                                        std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
[[nodiscard]] double parse_real(std::string_view flag, std::string_view text);
[[nodiscard]] double parse_real(std::string_view flag, std::string_view text, double least, double most);

}  // namespace columnar
