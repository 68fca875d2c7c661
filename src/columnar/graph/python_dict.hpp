#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace columnar {

/// True if an edge's third column begins a dictionary, as in the lines that networkx.write_edgelist writes:
/// `a b {'weight': 3, 'color': 'red'}`.
[[nodiscard]] inline bool begins_python_dict(std::string_view column) noexcept { return column.starts_with('{'); }

/// Why a text is refused that is no such dictionary.
[[nodiscard]] std::string not_a_python_dict(std::string_view text);

/// The weight in a dictionary as Python prints it, by the rules of EdgeWeight; empty if it has none. Nested values are
/// skipped. Throws Error(kInput) with the place if the text is no such dictionary or the weight is invalid.
[[nodiscard]] std::optional<double> weight_of_python_dict(std::string_view text, const std::string& place);

}  // namespace columnar
