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

/// Colours that differ: chosen by hand up to twenty; beyond that, hues all round at three brightnesses, of which
/// neighbours in the list differ most.
[[nodiscard]] std::vector<Colour> distinct_colours(std::size_t count);

/// "#e6194b".
[[nodiscard]] std::string hex_text(Colour colour);

}  // namespace columnar
