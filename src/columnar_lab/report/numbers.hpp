#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace columnar {

/// "2,708".
[[nodiscard]] std::string with_commas(std::uint64_t number);

/// "812 B", "1.4 MiB".
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);

/// "1 node", "2,708 nodes".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view one);

/// "0.42 s", "18 s", "3 min 05 s", "2 h 10 min": about three digits.
[[nodiscard]] std::string human_seconds(double seconds);

/// "99.96 %", and never "100 %" for anything less.
[[nodiscard]] std::string percent(double share);

}  // namespace columnar
