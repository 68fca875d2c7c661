#include "columnar/version.hpp"

namespace columnar {

std::string_view version() noexcept { return kVersion; }

}  // namespace columnar
