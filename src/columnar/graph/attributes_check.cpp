#include "columnar/graph/attributes_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "columnar/core/fail_input.hpp"

namespace columnar {

void check_attributes(const Attributes& attributes, NodeIndex nodes, const std::string& place) {
  if (attributes.width == 0 && attributes.row_count() == 0) {
    return;
  }
  if (attributes.offsets.empty() || attributes.row_count() != nodes) {
    fail_input(place,
               fmt::format("{} rows for {} nodes", attributes.offsets.empty() ? 0 : attributes.row_count(), nodes));
  }
  if (attributes.offsets.front() != 0 || attributes.offsets.back() != attributes.indices.size() ||
      !std::ranges::is_sorted(attributes.offsets)) {
    fail_input(place, "the rows do not span the entries");
  }
  if (!attributes.values.empty() && attributes.values.size() != attributes.indices.size()) {
    fail_input(place, fmt::format("{} values for {} entries", attributes.values.size(), attributes.indices.size()));
  }
  if (!attributes.names.empty() && attributes.names.size() != attributes.width) {
    fail_input(place, fmt::format("{} names for {} columns", attributes.names.size(), attributes.width));
  }
  const auto wide = std::ranges::find_if(attributes.indices, [&](std::uint32_t c) { return c >= attributes.width; });
  if (wide != attributes.indices.end()) {
    fail_input(place, fmt::format("an entry names column {}, there are {}", *wide, attributes.width));
  }
  if (!std::ranges::all_of(attributes.values, [](float value) { return std::isfinite(value); })) {
    fail_input(place, "a value is not finite");
  }
}

}  // namespace columnar
