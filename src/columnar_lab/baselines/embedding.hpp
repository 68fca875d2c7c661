#pragma once

#include <cstddef>
#include <variant>

#include "columnar/codes.hpp"
#include "columnar_lab/baselines/dense_table.hpp"

namespace columnar {

/// What every experiment measures: one row per node, sparse binary codes or vectors of floats.
using Embedding = std::variant<SdrTable, DenseTable>;

[[nodiscard]] inline const NodeIds& ids_of(const Embedding& embedding) {
  return std::visit([](const auto& table) -> const NodeIds& { return table.ids; }, embedding);
}

[[nodiscard]] inline std::size_t size_of(const Embedding& embedding) { return ids_of(embedding).size(); }

/// The codes, or null where it holds vectors; and the other way round.
[[nodiscard]] inline const SdrTable* codes_of(const Embedding& embedding) noexcept {
  return std::get_if<SdrTable>(&embedding);
}
[[nodiscard]] inline const DenseTable* vectors_of(const Embedding& embedding) noexcept {
  return std::get_if<DenseTable>(&embedding);
}

}  // namespace columnar
