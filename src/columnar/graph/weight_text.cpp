#include "columnar/graph/weight_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar {

std::optional<double> number_of_text(std::string_view text) noexcept {
  if (text.starts_with('+') && !text.starts_with("+-")) {  // from_chars knows no plus
    text.remove_prefix(1);
  }
  double number = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size() || problem == std::errc::invalid_argument) {
    return std::nullopt;
  }
  if (problem == std::errc::result_out_of_range) {
    const bool tiny = text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos;
    return tiny ? 0.0 : std::copysign(std::numeric_limits<double>::infinity(), text.starts_with('-') ? -1.0 : 1.0);
  }
  return number;
}

WeightText weight_of_text(std::string_view text) {
  const std::optional<double> number = number_of_text(text);
  if (!number) {
    const bool comma =
        text.find(',') != std::string_view::npos && text.find_first_not_of("+-.,0123456789") == std::string_view::npos;
    return {
        0.0, false,
        fmt::format("weight is not a number: {}{}", in_quotes(text), comma ? "; write a decimal point, no comma" : "")};
  }
  const double weight = *number;
  if (std::isinf(weight) && text.find_first_of("0123456789") != std::string_view::npos) {
    return {0.0, true, "weight is too large: " + in_quotes(text)};
  }
  if (const char* reason = weight_problem(weight); reason != nullptr) {
    return {0.0, true, fmt::format("{}: {}", reason, text)};
  }
  return {weight, true, ""};
}

std::optional<int> EdgeWeight::rank_of(std::string_view name) {
  static constexpr std::array<std::string_view, kNone> kNames{"weight", "value", "w"};
  const auto same = [name](std::string_view known) {
    return std::ranges::equal(name, known, {}, [](unsigned char c) { return std::tolower(c); });
  };
  const auto* const found = std::ranges::find_if(kNames, same);
  return found == kNames.end() ? std::nullopt : std::optional(static_cast<int>(found - kNames.begin()));
}

void EdgeWeight::offer(int rank, std::string_view text) {
  if (rank >= rank_ || text.empty()) {
    return;
  }
  WeightText parsed = weight_of_text(text);
  if (rank == 0 || parsed.is_number) {
    rank_ = rank;
    best_ = std::move(parsed);
  }
}

void EdgeWeight::require_valid(const std::string& place) const {
  if (!best_.problem.empty()) {
    fail_input(place, best_.problem);
  }
}

}  // namespace columnar
