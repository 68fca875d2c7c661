#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace columnar {

/// Red, green and blue.
using Colour = std::array<std::uint8_t, 3>;

/// The colour of nodes whose group is unknown.
inline constexpr Colour kNoColour{200, 200, 200};

/// The most groups that have a colour of their own. Nobody tells so many apart.
inline constexpr std::size_t kDifferentColours = 300;

/// Colours that differ: the first ten are chosen by hand, and those of the explorer, each further one differs most from
/// all before it. Beyond kDifferentColours they come again.
[[nodiscard]] std::vector<Colour> distinct_colours(std::size_t count);

/// "#2f6fde".
[[nodiscard]] std::string hex_text(Colour colour);

}  // namespace columnar
