#pragma once

#include <string>

#include "columnar/error.hpp"

namespace columnar {

/// Returns the path; throws Error(code) if it contains a NUL. System calls end a path there: "victim.conf\0.sdr" would
/// open victim.conf. Every path passes through here before a call that opens, creates or replaces a file.
[[nodiscard]] const std::string& whole_path(const std::string& path, ErrorCode code);

}  // namespace columnar
