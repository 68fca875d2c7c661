#pragma once

#include <string>

namespace columnar::cli {

/// A chance in two digits: "3.1e-03". What no draw reached is "< 1.6e-05": it cannot be told any closer.
[[nodiscard]] std::string chance_text(double chance, double least);

}  // namespace columnar::cli
