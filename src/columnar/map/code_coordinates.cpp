#include "columnar/map/code_coordinates.hpp"

#include <algorithm>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/search/bit_overlaps.hpp"
#include "columnar/spectral/spectrum.hpp"

namespace columnar {
namespace {

/// How many codes have both of two bits: symmetric, with the number of codes that have a bit on the diagonal.
Ppmi shared_by_bits(const SdrTable& codes) {
  const std::uint32_t width = codes.shape.width();
  const BitOverlaps bits(codes);
  Ppmi shared;
  std::vector<std::uint32_t> counts(width);
  std::vector<NodeIndex> columns;
  std::vector<float> values;
  for (std::uint32_t bit = 0; bit < width; ++bit) {
    std::ranges::fill(counts, 0);
    for (const NodeIndex row : bits.rows_with(bit)) {
      for (const std::uint16_t other : codes.code(row)) {
        ++counts[other];
      }
    }
    columns.clear();
    values.clear();
    for (std::uint32_t other = 0; other < width; ++other) {
      if (counts[other] > 0) {
        columns.push_back(other);
        values.push_back(static_cast<float>(counts[other]));
      }
    }
    shared.add_row(columns, values);
  }
  return shared;
}

}  // namespace

SdrTable without_l6(const SdrTable& codes) {
  return codes.shape.layer == Layer::kSearch ? select_layer(codes, Layer::kAll) : codes;
}

RowMatrix code_coordinates(const SdrTable& codes, std::uint32_t rank, std::uint64_t seed, const RunContext& context) {
  constexpr std::size_t kRowsPerTask = 512;
  const SdrTable table = without_l6(codes);
  SpectralConfig config;
  config.rank = std::min(rank, table.shape.width());
  config.power_iterations = 4;  // the spectrum of bits falls slowly
  const RowMatrix directions =
      leading_subspace(shared_by_bits(table), config, KeyedRandom(seed, Purpose::kCodeDirections).bits(0, 0),
                       {context.threads, nullptr});
  RowMatrix coordinates = RowMatrix::Zero(static_cast<Eigen::Index>(table.size()), directions.cols());
  parallel_blocks(context.threads, table.size(), kRowsPerTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      for (const std::uint16_t bit : table.code(row)) {
        coordinates.row(static_cast<Eigen::Index>(row)) += directions.row(bit);
      }
    }
  });
  to_unit_rows(coordinates, context.threads);
  return coordinates;
}

}  // namespace columnar
