#pragma once

#include <string>

#include "columnar/error.hpp"

namespace columnar {

/// The path itself; Error(code) where it holds a NUL. The system's calls end a path there: "victim.conf\0.sdr" would
/// open victim.conf. Every path passes through here on its way to a call that opens, makes or replaces a file.
[[nodiscard]] const std::string& whole_path(const std::string& path, ErrorCode code);

}  // namespace columnar
