#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/core/random.hpp"
#include "columnar/search.hpp"
#include "columnar/search/chance.hpp"

namespace columnar {

inline constexpr SdrShape kPaperShape{};
inline constexpr SdrShape kTinyShape{
    .columns = 3, .cells_per_column = 2, .active_columns = 2, .l5a_size = 2, .l5a_active = 1};

inline constexpr SdrShape kSearchShape{.layer = Layer::kSearch, .l6_size = 2048, .l6_active = 20};
/// So few bits that nearly everything is a tie.
inline constexpr SdrShape kTightShape{.columns = 3,
                                      .cells_per_column = 2,
                                      .active_columns = 2,
                                      .l5a_size = 4,
                                      .l5a_active = 2,
                                      .layer = Layer::kSearch,
                                      .l6_size = 6,
                                      .l6_active = 2};

/// A shape with another layer; one without L6 has no sizes of it.
inline SdrShape with_layer(SdrShape shape, Layer layer) {
  shape.layer = layer;
  shape.l6_size = shape.has_l6() ? shape.l6_size : 0;
  shape.l6_active = shape.has_l6() ? shape.l6_active : 0;
  return shape;
}

/// Every layer at the usual sizes, and some odd ones.
inline std::vector<SdrShape> search_shapes() {
  const SdrShape odd{.columns = 7, .cells_per_column = 3, .active_columns = 7, .l5a_size = 64, .l5a_active = 2};
  std::vector<SdrShape> shapes{odd, kTightShape, with_layer(kTightShape, Layer::kL6)};
  for (const Layer layer : {Layer::kAll, Layer::kL23, Layer::kL5a, Layer::kL6, Layer::kSearch}) {
    shapes.push_back(with_layer(kSearchShape, layer));
  }
  return shapes;
}

/// `count` different numbers below `bound`, ascending. Small numbers come more often: bits of real codes differ too.
inline std::vector<std::uint32_t> draw(std::uint32_t count, std::uint32_t bound, const KeyedRandom& random,
                                       std::uint64_t key) {
  std::vector<std::uint32_t> drawn;
  for (std::uint64_t i = 0; drawn.size() < count; ++i) {
    const double u = random.uniform(key, i);
    const auto number = static_cast<std::uint32_t>((i % 3 == 0 ? u : u * u) * bound);
    if (std::find(drawn.begin(), drawn.end(), number) == drawn.end()) {
      drawn.push_back(number);
    }
  }
  std::sort(drawn.begin(), drawn.end());
  return drawn;
}

/// Random valid codes. Some rows repeat an earlier one, so that there are ties and large overlaps.
inline SdrTable random_table(const SdrShape& shape, std::size_t rows, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kProbe);
  SdrTable table;
  table.shape = shape;
  for (std::uint64_t row = 0; row < rows; ++row) {
    table.ids.integers.push_back(static_cast<std::int64_t>(row) + 1000);
    const std::uint64_t key = row % 4 == 3 ? random.below(row, row, 1U << 20U) : row;  // the code of which row
    for (const std::uint32_t column : draw(shape.l23().active, shape.columns, random, 2 * key)) {
      const std::uint64_t cell = random.below(shape.cells_per_column, 2 * key, 1000 + column);
      table.bits.push_back(static_cast<std::uint16_t>(column * shape.cells_per_column + cell));
    }
    for (const std::uint32_t bit : draw(shape.l5a().active, shape.l5a_size, random, 2 * key + 1)) {
      table.bits.push_back(static_cast<std::uint16_t>(shape.l5a().begin + bit));
    }
    for (const std::uint32_t bit : draw(shape.l6().active, shape.l6_size, random, 2 * key + (1ULL << 40U))) {
      table.bits.push_back(static_cast<std::uint16_t>(shape.l6().begin + bit));
    }
  }
  return table;
}

/// Any set of up to `count` bits.
inline std::vector<std::uint16_t> random_bits(std::uint32_t width, std::size_t count, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kProbe);
  std::vector<std::uint16_t> bits;
  for (std::size_t i = 0; i < count; ++i) {
    bits.push_back(static_cast<std::uint16_t>(random.below(width, 1, i)));
  }
  return bits;
}

/// The plain twin of every index: counts each row bit by bit and sorts all of them.
class PlainSearch {
 public:
  explicit PlainSearch(const SdrTable& table) : table_(table), chance_(table.shape, table.bits) {
    std::vector<double> rows(table.shape.width());
    for (const std::uint16_t bit : table.bits) {
      rows[bit] += 1.0;
    }
    for (const double with_it : rows) {
      const double steps = 16.0 * std::log2(static_cast<double>(table.size()) / with_it);
      rarity_.push_back(steps > 255.0 ? 255U : static_cast<std::uint32_t>(std::lround(steps)));
    }
  }

  /// At most k rows that share at least so many bits of all layers.
  [[nodiscard]] std::vector<Hit> find(const Query& query, std::size_t k, std::uint32_t least) const {
    std::vector<std::uint16_t> bits = query.bits;
    std::sort(bits.begin(), bits.end());
    bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
    std::vector<NodeIndex> left_out = query.left_out;
    std::sort(left_out.begin(), left_out.end());
    const ChanceTail tail = is_code(table_.shape, bits) ? chance_.of_pairs() : chance_.of_pattern(bits, left_out);
    const std::uint32_t l6 = table_.shape.l6().begin;
    std::vector<Hit> hits;
    for (std::size_t row = 0; row < table_.size(); ++row) {
      Hit hit;
      hit.row = static_cast<NodeIndex>(row);
      std::uint32_t shared = 0;
      for (const std::uint16_t bit : table_.code(row)) {
        if (std::find(bits.begin(), bits.end(), bit) != bits.end()) {
          ++shared;
          hit.rarity += rarity_[bit];
          hit.near += table_.shape.has_l6() && bit >= l6 ? 1 : 0;
        }
      }
      const bool alone = table_.shape.layer == Layer::kL6;
      hit.overlap = alone ? shared : shared - hit.near;
      hit.chance = tail.at({alone ? 0 : hit.near, hit.overlap, 0});
      if (shared >= least && std::find(left_out.begin(), left_out.end(), row) == left_out.end()) {
        hits.push_back(hit);
      }
    }
    const std::uint32_t weight = table_.shape.layer == Layer::kSearch ? 4 : 0;
    std::stable_sort(hits.begin(), hits.end(), [weight](const Hit& a, const Hit& b) {
      return std::tuple(weight * a.near + a.overlap, a.rarity, a.near) >
             std::tuple(weight * b.near + b.overlap, b.rarity, b.near);
    });
    hits.resize(std::min(k, hits.size()));
    return hits;
  }

 private:
  const SdrTable& table_;
  Chance chance_;
  std::vector<std::uint32_t> rarity_;
};

inline std::vector<Hit> plain_search(const SdrTable& table, const Query& query, std::size_t k, std::uint32_t least) {
  return PlainSearch(table).find(query, k, least);
}

/// Queries of every kind: codes of rows, parts and layers of them, unions, arbitrary bits, one bit, all bits, none.
inline std::vector<Query> queries_for(const SdrTable& table) {
  std::vector<Query> queries;
  const auto rows = static_cast<NodeIndex>(table.size());
  const std::uint32_t width = table.shape.width();
  for (NodeIndex row = 0; row < rows; row += std::max<NodeIndex>(1, rows / 7)) {
    const NodeIndex like[] = {row, (row * 7 + 3) % rows};
    const NodeIndex unlike[] = {(row + 1) % rows};
    queries.push_back(query_like(table, {like, 1}));
    queries.push_back(query_like(table, like, unlike));
    Query part{{table.code(row).begin(), table.code(row).end()}, {}};
    part.bits.resize((part.bits.size() + 1) / 2);
    queries.push_back(part);
    queries.push_back({random_bits(width, 28, row), {0, 0, row}});
    queries.push_back({random_bits(width, width / 3, row), {}});
    for (const LayerPart& layer : table.shape.parts()) {  // the bits of one layer
      const auto code = table.code(row).subspan(layer.first, layer.active);
      queries.push_back({{code.begin(), code.end()}, {row}});
    }
  }
  queries.push_back({{0}, {}});
  queries.push_back({{}, {}});
  std::vector<std::uint16_t> all(width);
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  queries.push_back({all, {}});
  return queries;
}

}  // namespace columnar
