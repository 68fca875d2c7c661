#include "columnar_lab/report/parameters.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"

namespace columnar {

void require_whole(std::string_view flag, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
  if (value < least || value > most) {
    throw Error(ErrorCode::kConfig,
                fmt::format("{}: must be a whole number from {} to {}, not '{}'", flag, least, most, value));
  }
}

void require_share(std::string_view flag, double value) {
  if (!(value > 0.0 && value < 1.0)) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: {} is not between 0 and 1", flag, value));
  }
}

void require_positive(std::string_view flag, double value) {
  if (!std::isfinite(value)) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: not a finite number: '{}'", flag, value));
  }
  if (value <= 0.0) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: {} is not positive", flag, value));
  }
}

void require_cost(std::string_view flag, std::optional<double> value) {
  if (value && !(std::isfinite(*value) && *value > 0.0)) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: must be a number above 0 or auto, not '{}'", flag, *value));
  }
}

std::optional<double> parse_cost(std::string_view flag, std::string_view text) {
  if (text == "auto") {
    return std::nullopt;
  }
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value <= 0.0) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: must be a number above 0 or auto, not {}", flag, in_quotes(text)));
  }
  return value;
}

}  // namespace columnar
