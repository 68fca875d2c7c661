#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/core/random.hpp"
#include "columnar/graph.hpp"
#include "columnar_lab/baselines/dense_table.hpp"

namespace columnar::testing_codes {

/// Four columns of two cells (bits 0–7), two of them active, and one of four L5a bits (8–11): codes to work by hand.
inline constexpr SdrShape kTinyShape{
    .columns = 4, .cells_per_column = 2, .active_columns = 2, .l5a_size = 4, .l5a_active = 1, .layer = Layer::kAll};

inline SdrTable make_table(SdrShape shape, const std::vector<std::vector<std::uint16_t>>& codes) {
  SdrTable table;
  table.shape = shape;
  for (const auto& code : codes) {
    table.ids.integers.push_back(static_cast<std::int64_t>(table.ids.integers.size()));
    table.bits.insert(table.bits.end(), code.begin(), code.end());
  }
  return table;
}

inline DenseTable make_vectors(std::uint32_t dimensions, const std::vector<float>& values) {
  DenseTable table;
  table.dimensions = dimensions;
  table.values = values;
  for (std::size_t row = 0; row < values.size() / dimensions; ++row) {
    table.ids.integers.push_back(static_cast<std::int64_t>(row));
  }
  return table;
}

inline SdrTable make_l23_table(const std::vector<std::vector<std::uint16_t>>& codes) {
  SdrShape shape = kTinyShape;
  shape.layer = Layer::kL23;
  return make_table(shape, codes);
}

inline Labels make_labels(std::vector<std::int32_t> classes, std::size_t names = 3) {
  Labels labels{std::move(classes), {}};
  for (std::size_t c = 0; c < names; ++c) {
    labels.names.push_back("class " + std::to_string(c));
  }
  return labels;
}

/// Codes of the full shape whose L2/3 columns lean on the class, so that a classifier has something to learn.
inline SdrTable random_codes(const Labels& labels, std::uint64_t seed) {
  SdrTable table;
  const KeyedRandom random(seed, Purpose::kProbe);
  const SdrShape shape = table.shape;
  for (std::size_t node = 0; node < labels.classes.size(); ++node) {
    table.ids.integers.push_back(static_cast<std::int64_t>(node));
    const auto lean = static_cast<std::uint32_t>(labels.classes[node] + 1) * 10U;
    for (std::uint32_t i = 0; i < shape.active_columns; ++i) {  // one column in each eighth of the columns
      const auto column = i * 37U + (lean + static_cast<std::uint32_t>(random.below(12, node, 2 * i))) % 37U;
      const auto cell = static_cast<std::uint32_t>(random.below(shape.cells_per_column, node, 2 * i + 1));
      table.bits.push_back(static_cast<std::uint16_t>(column * shape.cells_per_column + cell));
    }
    for (std::uint32_t i = 0; i < shape.l5a_active; ++i) {  // one bit in each twentieth of L5a
      const auto bit = shape.l23_width() + i * 15U + static_cast<std::uint32_t>(random.below(15, node, 100 + i));
      table.bits.push_back(static_cast<std::uint16_t>(bit));
    }
  }
  return table;
}

/// `count` labels, each of the given classes in turn.
inline Labels cyclic_labels(std::size_t count, std::int32_t classes) {
  std::vector<std::int32_t> labels(count);
  for (std::size_t i = 0; i < count; ++i) {
    labels[i] = static_cast<std::int32_t>(i) % classes;
  }
  return make_labels(std::move(labels), static_cast<std::size_t>(classes));
}

/// 90 nodes of three classes of uneven size, and two floats a node that tell little more than half of them apart.
struct LabelledVectors {
  DenseTable table;
  Labels labels;
};
inline LabelledVectors wavy_vectors() {
  LabelledVectors made{{{}, 2, {}}, make_labels({}, 3)};
  for (int node = 0; node < 90; ++node) {
    const std::int32_t label = node % 6 < 3 ? 0 : node % 6 < 5 ? 1 : 2;
    made.table.ids.integers.push_back(node);
    made.table.values.push_back(static_cast<float>(std::sin(1.7 * node) + 0.8 * label));
    made.table.values.push_back(static_cast<float>(std::cos(2.3 * node) - (label == 1 ? 0.6 : 0.0)));
    made.labels.classes.push_back(label);
  }
  return made;
}

}  // namespace columnar::testing_codes
