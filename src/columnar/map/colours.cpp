#include "columnar/map/colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace columnar {
namespace {

constexpr std::array<Colour, 20> kChosen{
    {{230, 25, 75},  {60, 180, 75}, {67, 99, 216},   {245, 130, 49},  {145, 30, 180},  {66, 212, 244},  {240, 50, 230},
     {255, 210, 25}, {70, 90, 90},  {160, 220, 50},  {128, 0, 0},     {0, 128, 128},   {250, 170, 190}, {0, 0, 117},
     {154, 99, 36},  {128, 128, 0}, {190, 160, 250}, {150, 230, 180}, {240, 195, 150}, {140, 140, 150}}};

/// A colour of the circle: hue from 0 to 1, brightness from 0 to 1.
Colour on_circle(double hue, double brightness) {
  const auto channel = [&](double offset) {
    const double at = 6.0 * (hue + offset - std::floor(hue + offset));
    const double full = std::clamp(std::abs(at - 3.0) - 1.0, 0.0, 1.0);
    const double value = brightness < 0.5 ? 2.0 * brightness * full : full + (2.0 * brightness - 1.0) * (1.0 - full);
    return static_cast<std::uint8_t>(std::lround(235.0 * value));
  };
  return {channel(0.0), channel(2.0 / 3.0), channel(1.0 / 3.0)};
}

}  // namespace

std::vector<Colour> distinct_colours(std::size_t count) {
  std::vector<Colour> colours(kChosen.begin(),
                              kChosen.begin() + static_cast<std::ptrdiff_t>(std::min(count, kChosen.size())));
  if (count > kChosen.size()) {
    constexpr double kGoldenSection = 0.6180339887498949;
    constexpr std::array<double, 3> kBrightness{0.5, 0.32, 0.68};
    for (std::size_t i = 0; i < count; ++i) {
      const Colour colour = on_circle(static_cast<double>(i) * kGoldenSection, kBrightness[i % kBrightness.size()]);
      if (i < colours.size()) {
        colours[i] = colour;
      } else {
        colours.push_back(colour);
      }
    }
  }
  return colours;
}

std::string hex_text(Colour colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]); }

}  // namespace columnar
