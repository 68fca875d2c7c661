#include "columnar/map/colours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace columnar {
namespace {

// Those of explorer/colours.js on white.
constexpr std::array<Colour, 10> kChosen{{{47, 111, 222},
                                          {223, 106, 45},
                                          {47, 158, 98},
                                          {181, 71, 143},
                                          {196, 150, 15},
                                          {112, 89, 207},
                                          {20, 151, 171},
                                          {208, 60, 83},
                                          {120, 138, 34},
                                          {138, 90, 60}}};

/// Colours of a grid, without those that are too light on white.
std::vector<Colour> candidates() {
  constexpr int kStep = 23;
  constexpr int kLightest = 200;  // of 255
  std::vector<Colour> all;
  for (int red = 0; red <= 255; red += kStep) {
    for (int green = 0; green <= 255; green += kStep) {
      for (int blue = 0; blue <= 255; blue += kStep) {
        if (299 * red + 587 * green + 114 * blue < 1000 * kLightest) {
          all.push_back(
              {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green), static_cast<std::uint8_t>(blue)});
        }
      }
    }
  }
  return all;
}

/// The squared difference as the eye sees it, roughly: more of green, of red among reddish colours, of blue among
/// others.
int difference(Colour a, Colour b) {
  const int red = (a[0] + b[0]) / 2;
  const auto squared = [&](std::size_t channel) { return (a[channel] - b[channel]) * (a[channel] - b[channel]); };
  return ((512 + red) * squared(0)) / 256 + 4 * squared(1) + ((767 - red) * squared(2)) / 256;
}

/// The colours chosen by hand, then always the candidate that differs most from all colours so far.
std::vector<Colour> chosen_and_farthest(std::size_t count) {
  std::vector<Colour> colours(kChosen.begin(), kChosen.end());
  const std::vector<Colour> all = candidates();
  std::vector<int> nearest(all.size(), std::numeric_limits<int>::max());
  const auto note = [&](Colour colour) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      nearest[i] = std::min(nearest[i], difference(all[i], colour));
    }
  };
  note(kNoColour);
  std::ranges::for_each(colours, note);
  while (colours.size() < count) {
    colours.push_back(all[static_cast<std::size_t>(std::ranges::max_element(nearest) - nearest.begin())]);
    note(colours.back());
  }
  return colours;
}

}  // namespace

std::vector<Colour> distinct_colours(std::size_t count) {
  const std::vector<Colour> different = chosen_and_farthest(std::min(count, kDifferentColours));
  std::vector<Colour> colours;
  for (std::size_t i = 0; i < count; ++i) {
    colours.push_back(different[i % different.size()]);
  }
  return colours;
}

std::string hex_text(Colour colour) { return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]); }

}  // namespace columnar
