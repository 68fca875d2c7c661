#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/sdr/sdr_table.hpp"
#include "columnar/search/chance.hpp"
#include "columnar/search/query.hpp"

namespace columnar {

inline constexpr SdrShape kPaperShape{};
inline constexpr SdrShape kTinyShape{
    .columns = 3, .cells_per_column = 2, .active_columns = 2, .l5a_size = 2, .l5a_active = 1};

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
    if (shape.layer != Layer::kL5a) {
      for (const std::uint32_t column : draw(shape.active_columns, shape.columns, random, 2 * key)) {
        const std::uint64_t cell = random.below(shape.cells_per_column, 2 * key, 1000 + column);
        table.bits.push_back(static_cast<std::uint16_t>(column * shape.cells_per_column + cell));
      }
    }
    if (shape.layer != Layer::kL23) {
      const std::uint32_t offset = shape.layer == Layer::kL5a ? 0 : shape.l23_width();
      for (const std::uint32_t bit : draw(shape.l5a_active, shape.l5a_size, random, 2 * key + 1)) {
        table.bits.push_back(static_cast<std::uint16_t>(offset + bit));
      }
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
inline std::vector<Hit> plain_search(const SdrTable& table, const Query& query, std::size_t k, std::uint32_t least) {
  std::vector<std::uint16_t> bits = query.bits;
  std::sort(bits.begin(), bits.end());
  bits.erase(std::unique(bits.begin(), bits.end()), bits.end());
  const std::vector<double> chance = chance_of_overlap(table.shape, bits);
  std::vector<Hit> hits;
  for (std::size_t row = 0; row < table.size(); ++row) {
    const auto code = table.code(row);
    const auto overlap = static_cast<std::uint32_t>(std::count_if(code.begin(), code.end(), [&](std::uint16_t bit) {
      return std::find(bits.begin(), bits.end(), bit) != bits.end();
    }));
    const bool left_out = std::find(query.left_out.begin(), query.left_out.end(), row) != query.left_out.end();
    if (overlap >= least && !left_out) {
      hits.push_back({static_cast<NodeIndex>(row), overlap, chance[overlap]});
    }
  }
  std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.overlap > b.overlap; });
  hits.resize(std::min(k, hits.size()));
  return hits;
}

/// Queries of every kind: codes of rows, parts of them, unions, arbitrary bits, one bit, all bits, none.
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
  }
  queries.push_back({{0}, {}});
  queries.push_back({{}, {}});
  std::vector<std::uint16_t> all(width);
  std::iota(all.begin(), all.end(), std::uint16_t{0});
  queries.push_back({all, {}});
  return queries;
}

}  // namespace columnar
