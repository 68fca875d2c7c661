#pragma once

#include <cstdint>
#include <string>

namespace columnar {

/// "2,708".
[[nodiscard]] std::string with_commas(std::uint64_t number);

}  // namespace columnar
