#include "columnar/evaluate/checks.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <span>

#include "columnar/core/error.hpp"

namespace columnar {

void require_sound_table(const SdrTable& table) {
  const std::size_t active = table.shape.active();
  const std::size_t width = table.shape.width();
  if (table.bits.size() != table.size() * active) {
    throw Error(ErrorCode::kInput,
                fmt::format("codes: {} active bits for {} nodes of {} each", table.bits.size(), table.size(), active));
  }
  for (std::size_t node = 0; node < table.size(); ++node) {
    const std::span<const std::uint16_t> code = table.code(node);
    for (std::size_t i = 0; i < active; ++i) {
      if (code[i] >= width) {
        throw Error(ErrorCode::kInput, fmt::format("codes: row {}: bit {} is not below {}", node, code[i], width));
      }
      if (i > 0 && code[i] < code[i - 1]) {
        throw Error(ErrorCode::kInput, fmt::format("codes: row {}: active bits are not ascending", node));
      }
    }
  }
}

void require_labels_for(const Labels& labels, std::size_t nodes) {
  if (labels.classes.size() != nodes) {
    throw Error(ErrorCode::kInput, fmt::format("labels: {} labels for {} nodes", labels.classes.size(), nodes));
  }
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::int32_t label = labels.classes[node];
    if (label != Labels::kUnknown && (label < 0 || static_cast<std::size_t>(label) >= labels.names.size())) {
      throw Error(ErrorCode::kInput,
                  fmt::format("labels: row {}: class {} is none of the {} named", node, label, labels.names.size()));
    }
  }
}

}  // namespace columnar
