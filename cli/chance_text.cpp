#include "chance_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace columnar::cli {

std::string chance_text(double chance, double least) {
  if (chance > least || least >= 1.0) {
    return fmt::format("{:.1e}", chance);
  }
  const double step = std::pow(10.0, std::floor(std::log10(least)) - 1.0);  // rounded up: it is below what is printed
  return fmt::format("< {:.1e}", std::ceil(least / step) * step);
}

}  // namespace columnar::cli
