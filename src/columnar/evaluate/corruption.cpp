#include "columnar/evaluate/corruption.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "columnar/core/error.hpp"
#include "columnar/core/random.hpp"
#include "columnar/evaluate/geometry.hpp"

namespace columnar {
namespace {

// Draws of one node: bit i uses 2i (does it move?) and 2i + 1 (where to); coordinates of vectors use normal(i).
constexpr unsigned kRepeatShift = 32;

void require_delta(double delta) {
  if (!(delta >= 0.0 && delta < 1.0)) {
    throw Error(ErrorCode::kConfig, fmt::format("delta: must lie in [0, 1), not {}", delta));
  }
}

std::uint64_t first_draw(const Corruption& corruption) {
  return static_cast<std::uint64_t>(corruption.repeat) << kRepeatShift;
}

/// One block of a code: bits[...] are its active bits, places [begin, end) of the width belong to it.
struct Block {
  std::span<std::uint16_t> bits;
  std::uint32_t begin;
  std::uint32_t end;
  std::uint64_t draw;  ///< of its first bit
};

/// Draws each goal among the places that are neither of the original code nor taken by an earlier move: the r-th free
/// place is found by stepping over the taken ones, which stay sorted.
void move_bits(const Block& block, double delta, const KeyedRandom& random, std::uint64_t node,
               std::vector<std::uint16_t>& taken) {
  taken.assign(block.bits.begin(), block.bits.end());
  for (std::size_t i = 0; i < block.bits.size(); ++i) {
    const std::uint64_t draw = block.draw + 2 * i;
    const std::uint64_t free = block.end - block.begin - taken.size();
    if (free == 0 || random.uniform(node, draw) >= delta) {
      continue;
    }
    auto goal = block.begin + static_cast<std::uint32_t>(random.below(free, node, draw + 1));
    auto place = taken.begin();
    for (; place != taken.end() && *place <= goal; ++place) {
      ++goal;
    }
    taken.insert(place, static_cast<std::uint16_t>(goal));
    block.bits[i] = static_cast<std::uint16_t>(goal);
  }
  std::ranges::sort(block.bits);
}

}  // namespace

SdrTable corrupt(const SdrTable& codes, const Corruption& corruption) {
  require_delta(corruption.delta);
  const KeyedRandom random(corruption.seed, Purpose::kCorruption);
  const SdrShape& shape = codes.shape;
  const std::size_t l23_active = shape.layer == Layer::kL5a ? 0 : shape.active_columns;
  const std::uint32_t l23_width = shape.layer == Layer::kL5a ? 0 : shape.l23_width();
  const std::uint64_t draw = first_draw(corruption);
  SdrTable damaged = codes;
  std::vector<std::uint16_t> taken;
  for (std::size_t node = 0; node < codes.size(); ++node) {
    const std::span<std::uint16_t> bits = damaged.code(node);
    move_bits({bits.first(l23_active), 0, l23_width, draw}, corruption.delta, random, node, taken);
    move_bits({bits.subspan(l23_active), l23_width, shape.width(), draw + 2 * l23_active}, corruption.delta, random,
              node, taken);
  }
  return damaged;
}

double noise_scale(double delta) {
  require_delta(delta);
  return std::sqrt(1.0 / ((1.0 - delta) * (1.0 - delta)) - 1.0);
}

DenseTable corrupt(const DenseTable& vectors, const Corruption& corruption) {
  const KeyedRandom random(corruption.seed, Purpose::kCorruption);
  const double scale = noise_scale(corruption.delta) / std::sqrt(static_cast<double>(vectors.dimensions));
  const std::uint64_t draw = first_draw(corruption);
  DenseTable damaged = vectors;
  for (std::size_t node = 0; node < vectors.size(); ++node) {
    double squares = 0.0;
    for (const float value : vectors.row(node)) {
      squares += static_cast<double>(value) * static_cast<double>(value);
    }
    const double spread = scale * std::sqrt(squares);
    const std::span<float> row = damaged.row(node);
    for (std::size_t d = 0; d < row.size(); ++d) {
      row[d] = static_cast<float>(static_cast<double>(row[d]) + spread * random.normal(node, draw + d));
    }
  }
  return damaged;
}

Embedding corrupt(const Embedding& embedding, const Corruption& corruption) {
  return std::visit([&](const auto& table) -> Embedding { return corrupt(table, corruption); }, embedding);
}

double mean_self_similarity(const Embedding& clean, const Embedding& damaged) {
  double sum = 0.0;
  const std::size_t nodes = size_of(clean);
  for (std::size_t node = 0; node < nodes; ++node) {
    if (const SdrTable* codes = codes_of(clean)) {
      sum += static_cast<double>(overlap(codes->code(node), codes_of(damaged)->code(node))) /
             static_cast<double>(codes->shape.active());
      continue;
    }
    const std::span<const float> a = vectors_of(clean)->row(node);
    const std::span<const float> b = vectors_of(damaged)->row(node);
    double aa = 0.0;
    double bb = 0.0;
    double ab = 0.0;
    for (std::size_t d = 0; d < a.size(); ++d) {
      aa += static_cast<double>(a[d]) * static_cast<double>(a[d]);
      bb += static_cast<double>(b[d]) * static_cast<double>(b[d]);
      ab += static_cast<double>(a[d]) * static_cast<double>(b[d]);
    }
    sum += aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa) / std::sqrt(bb) : 0.0;
  }
  return nodes == 0 ? 0.0 : sum / static_cast<double>(nodes);
}

}  // namespace columnar
