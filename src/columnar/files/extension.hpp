#pragma once

#include <string>

namespace columnar {

/// The extension of a path in lower case: ".npz" of "a/B.NPZ"; empty if it has none.
[[nodiscard]] std::string extension_of(const std::string& path);

/// The same of what gzip packed: ".tsv" of "a.tsv.gz".
[[nodiscard]] std::string unpacked_extension_of(const std::string& path);

}  // namespace columnar
