#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/core/config_fields.hpp"
#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "support/tiny_graphs.hpp"

/// What rapidcheck makes up for the property tests: graphs, tables of codes, configs.
///
/// Each is made of plain numbers that shrink on their own, taken modulo what is allowed, so that a smaller number is
/// always a valid and simpler input: fewer edges, fewer rows, smaller sizes.

namespace columnar {

/// How rapidcheck shows a table.
inline std::ostream& operator<<(std::ostream& out, const SdrTable& table) {
  const SdrShape& shape = table.shape;
  out << shape.active_columns << " of " << shape.columns << " columns of " << shape.cells_per_column << ", "
      << shape.l5a_active << " of " << shape.l5a_size << " L5a, " << shape.l6_active << " of " << shape.l6_size
      << " L6, layer " << static_cast<int>(shape.layer) << ":";
  for (std::size_t row = 0; row < table.size(); ++row) {
    out << " [" << table.ids.name(static_cast<NodeIndex>(row)) << ":";
    for (const std::uint16_t bit : table.code(row)) {
      out << ' ' << bit;
    }
    out << "]";
  }
  return out;
}

}  // namespace columnar

namespace columnar::testing_support {

/// The edges of a graph as a file would give them: self-loops, repeated edges and nodes without any among them.
struct AnyGraph {
  NodeIndex nodes = 2;
  bool directed = false;
  std::vector<TinyEdge> edges;

  [[nodiscard]] Graph graph() const { return tiny_graph(nodes, edges, directed); }
};

inline std::ostream& operator<<(std::ostream& out, const AnyGraph& any) {
  out << any.nodes << " nodes, " << (any.directed ? "directed" : "undirected") << ":";
  for (const TinyEdge& edge : any.edges) {
    out << ' ' << edge.u << '-' << edge.v;
    if (edge.weight != 1.0) {
      out << '*' << edge.weight;
    }
  }
  return out;
}

/// Weights that add up without rounding, whatever the order.
inline constexpr std::array<double, 6> kExactWeights = {1.0, 2.0, 0.5, 0.25, 3.0, 0.0};
/// Weights as far apart as a float allows where some of them are added up.
inline constexpr std::array<double, 8> kWildWeights = {1.0, 1e30, 1e-30, 1e36, 1e-38, 1e-44, 7.0, 1e15};

/// A graph of 2 to 24 nodes with weights from a list; a third of them has none.
template <std::size_t kCount>
rc::Gen<AnyGraph> any_graph(const std::array<double, kCount>& weights) {
  const auto number = rc::gen::inRange<std::uint32_t>(0, 1000);
  const auto edges = rc::gen::container<std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>>(
      rc::gen::tuple(number, number, number));
  return rc::gen::map(rc::gen::tuple(rc::gen::inRange<NodeIndex>(2, 25), rc::gen::arbitrary<bool>(), number, edges),
                      [weights](const auto& numbers) {
                        const auto& [nodes, directed, weighted, pairs] = numbers;
                        AnyGraph any{nodes, directed, {}};
                        for (const auto& [u, v, w] : pairs) {
                          any.edges.push_back({u % nodes, v % nodes, weighted % 3 == 0 ? 1.0 : weights[w % kCount]});
                        }
                        return any;
                      });
}

/// Sizes of codes up to some hundred bits, of any layer.
inline rc::Gen<SdrShape> any_shape() {
  const auto number = rc::gen::inRange<std::uint32_t>(0, 1000);
  return rc::gen::map(
      rc::gen::tuple(rc::gen::inRange<std::uint32_t>(1, 41), rc::gen::inRange<std::uint32_t>(1, 10),
                     rc::gen::inRange<std::uint32_t>(1, 71), number, number, number,
                     rc::gen::element(Layer::kAll, Layer::kL23, Layer::kL5a, Layer::kSearch, Layer::kL6)),
      [](const auto& numbers) {
        const auto& [columns, cells, l5a_size, winners, l5a_active, l6, layer] = numbers;
        SdrShape shape{columns, cells, 1 + winners % columns, l5a_size, 1 + l5a_active % l5a_size, layer, 0, 0};
        if (shape.has_l6()) {
          shape.l6_size = 1 + l6 % 90;
          shape.l6_active = 1 + (winners + l5a_active) % shape.l6_size;
        }
        return shape;
      });
}

/// Appends a valid code that belongs to a number.
inline void append_code(const SdrShape& shape, std::uint64_t number, std::vector<std::uint16_t>& bits) {
  const KeyedRandom random(number, Purpose::kProbe);
  const auto choose = [&](std::uint32_t count, std::uint32_t bound, std::uint64_t key) {
    std::vector<std::uint32_t> deck(bound);
    std::iota(deck.begin(), deck.end(), 0U);
    for (std::uint32_t i = 0; i < count; ++i) {
      std::swap(deck[i], deck[i + random.below(bound - i, key, i)]);
    }
    deck.resize(count);
    std::sort(deck.begin(), deck.end());
    return deck;
  };
  if (shape.has_l23()) {
    for (const std::uint32_t column : choose(shape.active_columns, shape.columns, 1)) {
      bits.push_back(static_cast<std::uint16_t>(column * shape.cells_per_column +
                                                random.below(shape.cells_per_column, 2, column)));
    }
  }
  std::uint64_t key = 3;
  for (const LayerPart& part : {shape.l5a(), shape.l6()}) {
    for (const std::uint32_t bit : choose(part.active, part.width, key++)) {
      bits.push_back(static_cast<std::uint16_t>(part.begin + bit));
    }
  }
}

/// Valid codes of any shape; some rows are equal, so that there are ties. A quarter of the tables has names for ids.
inline rc::Gen<SdrTable> any_table() {
  const auto rows = rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange(0U, 60U)));
  return rc::gen::map(rc::gen::tuple(any_shape(), rows, rc::gen::inRange(0, 4)), [](const auto& numbers) {
    const auto& [shape, seeds, naming] = numbers;
    SdrTable table;
    table.shape = shape;
    for (std::size_t row = 0; row < seeds.size(); ++row) {
      append_code(shape, seeds[row], table.bits);
      if (naming == 3) {
        table.ids.texts.push_back("n\xC3\xB6" + std::to_string(row * 3));
      } else {
        table.ids.integers.push_back(static_cast<std::int64_t>(row) * 7 - 5);
      }
    }
    return table;
  });
}

}  // namespace columnar::testing_support

namespace rc {

template <>
struct Arbitrary<columnar::testing_support::AnyGraph> {
  static Gen<columnar::testing_support::AnyGraph> arbitrary() {
    return columnar::testing_support::any_graph(columnar::testing_support::kExactWeights);
  }
};

template <>
struct Arbitrary<columnar::SdrTable> {
  static Gen<columnar::SdrTable> arbitrary() { return columnar::testing_support::any_table(); }
};

}  // namespace rc
