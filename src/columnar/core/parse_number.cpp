#include "columnar/core/parse_number.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"

namespace columnar {

std::uint64_t parse_whole(std::string_view flag, std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error != std::errc::invalid_argument && end == text.data() + text.size();
  if (!is_number && !text.starts_with('-')) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: not a whole number: {}", flag, in_quotes(text)));
  }
  if (!is_number || error == std::errc::result_out_of_range || value < least || value > most) {
    throw Error(ErrorCode::kConfig,
                fmt::format("{}: must be a whole number from {} to {}, not {}", flag, least, most, in_quotes(text)));
  }
  return value;
}

double parse_real(std::string_view flag, std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) {
    throw Error(ErrorCode::kConfig, fmt::format("{}: not a finite number: {}", flag, in_quotes(text)));
  }
  return value;
}

double parse_real(std::string_view flag, std::string_view text, double least, double most) {
  const double value = parse_real(flag, text);
  if (!(value >= least && value <= most)) {
    throw Error(ErrorCode::kConfig,
                fmt::format("{}: must be a number from {} to {}, not {}", flag, least, most, in_quotes(text)));
  }
  return value;
}

}  // namespace columnar
