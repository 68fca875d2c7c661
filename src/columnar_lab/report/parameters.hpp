#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "columnar/core/parse_number.hpp"

/// Checks of an experiment's parameters. Each throws Error(kConfig) that names the flag, also where the caller is a
/// program: a parameter is called as its flag is.

namespace columnar {

/// "--seeds: must be a whole number from 1 to 1000, not '0'".
void require_whole(std::string_view flag, std::uint64_t value, std::uint64_t least, std::uint64_t most);

/// "--held-out: 2 is not between 0 and 1"; neither end is.
void require_share(std::string_view flag, double value);

/// "--cost: 0 is not positive". Infinity is no number to work with either.
void require_positive(std::string_view flag, double value);

/// "--cost: must be a number above 0 or auto, not '0'". None is auto, and infinity is no number to work with.
void require_cost(std::string_view flag, std::optional<double> value);

/// C of a flag, none for "auto"; Error(kConfig) that names the flag for anything else.
[[nodiscard]] std::optional<double> parse_cost(std::string_view flag, std::string_view text);

}  // namespace columnar
