#include "columnar_lab/evaluate/corruption.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <span>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar/sdr/noise.hpp"

namespace columnar {
namespace {

// Draws of one node: coordinate i of a vector uses normal(i).
constexpr unsigned kRepeatShift = 32;

void require_delta(double delta) {
  if (!(delta >= 0.0 && delta < 1.0)) {
    throw Error(ErrorCode::kConfig, fmt::format("delta: must lie in [0, 1), not {}", delta));
  }
}

std::uint64_t first_draw(const Corruption& corruption) {
  return static_cast<std::uint64_t>(corruption.repeat) << kRepeatShift;
}

}  // namespace

SdrTable corrupt(const SdrTable& codes, const Corruption& corruption) {
  return flip_bits(codes, corruption.delta, {corruption.seed, corruption.repeat});
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
