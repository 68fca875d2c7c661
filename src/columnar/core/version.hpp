#pragma once

#include <string_view>

namespace columnar {

/// The version of the program, as in CMakeLists.txt; stored with everything it writes.
inline constexpr std::string_view kVersion = "0.1.0";

}  // namespace columnar
