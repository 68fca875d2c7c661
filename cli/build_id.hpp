#pragma once

#include <string_view>

namespace columnar::cli {

/// What git calls the sources of this program ("v0.1.0-12-ge9e30be-dirty"); empty for a release and without git. It is
/// shown by --version and goes into no file: the same input gives the same bytes whichever build wrote them.
[[nodiscard]] std::string_view build_id() noexcept;

}  // namespace columnar::cli
