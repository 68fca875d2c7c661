#pragma once

#include <string>

namespace columnar {

/// The extension of a path in lower case: ".npz" of "a/B.NPZ"; empty if it has none.
[[nodiscard]] std::string extension_of(const std::string& path);

}  // namespace columnar
