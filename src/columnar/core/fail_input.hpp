#pragma once

#include <string>

#include "columnar/error.hpp"

namespace columnar {

/// Throws Error(kInput): "place: reason".
[[noreturn]] inline void fail_input(const std::string& place, const std::string& reason) {
  throw Error(ErrorCode::kInput, place + ": " + reason);
}

}  // namespace columnar
