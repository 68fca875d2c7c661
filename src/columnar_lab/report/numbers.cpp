#include "columnar_lab/report/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace columnar {

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB"};
  if (bytes < 1024) {
    return fmt::format("{} B", bytes);
  }
  double amount = static_cast<double>(bytes) / 1024.0;
  std::size_t unit = 0;
  while (amount >= 1023.95 && unit + 1 < kUnits.size()) {
    amount /= 1024.0;
    ++unit;
  }
  return amount < 9.95 ? fmt::format("{:.1f} {}", amount, kUnits[unit])
                       : fmt::format("{:.0f} {}", amount, kUnits[unit]);
}

std::string counted(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", with_commas(count), one, count == 1 ? "" : "s");
}

std::string human_seconds(double seconds) {
  if (seconds < 9.995) {
    return fmt::format("{:.2f} s", seconds);
  }
  if (seconds < 99.95) {
    return fmt::format("{:.1f} s", seconds);
  }
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 3600) {
    return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  }
  constexpr double kDay = 86'400.0;
  if (seconds < 2.0 * kDay) {
    return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
  }
  return seconds < 730.0 * kDay ? fmt::format("{:.1f} days", seconds / kDay)
                                : fmt::format("{:.1f} years", seconds / (365.25 * kDay));
}

std::string percent(double share) {
  if (share >= 1.0) {
    return "100 %";
  }
  return fmt::format("{:.2f} %", std::floor(share * 10000.0) / 100.0);
}

}  // namespace columnar
