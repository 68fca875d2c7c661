#include "columnar/sdr/codec/entropy_model.hpp"

#include <cmath>

namespace columnar {
namespace {

/// The stored weight of each count, proportional: the most frequent gets the largest weight.
std::vector<std::uint8_t> store(std::span<const std::uint64_t> counts) {
  const std::uint64_t most = std::max<std::uint64_t>(1, counts.empty() ? 0 : *std::ranges::max_element(counts));
  std::vector<std::uint8_t> stored;
  for (const std::uint64_t count : counts) {
    const std::uint64_t wanted = count * weight_of(255) / most;
    std::uint8_t best = 0;
    while (best < 255 && weight_of(static_cast<std::uint8_t>(best + 1)) <= wanted) {
      ++best;
    }
    stored.push_back(best);
  }
  return stored;
}

/// Ratios in integers: the larger becomes kMaxGain. on[h] of all[h] columns were active.
Gains gains_of(const std::array<std::uint64_t, 2>& on, const std::array<std::uint64_t, 2>& all) {
  if (all[0] == 0 || all[1] == 0 || on[0] + on[1] == 0) {  // nothing to compare
    return {1, 1};
  }
  const std::array<double, 2> share{static_cast<double>(on[0]) / static_cast<double>(all[0]),
                                    static_cast<double>(on[1]) / static_cast<double>(all[1])};
  const double most = std::max(share[0], share[1]);
  Gains gains{};
  for (std::size_t h = 0; h < 2; ++h) {
    gains[h] = static_cast<std::uint16_t>(std::max(1.0, std::round(kMaxGain * (share[h] / most))));
  }
  return gains;
}

std::vector<std::uint64_t> expand(std::span<const std::uint8_t> stored) {
  std::vector<std::uint64_t> weights(stored.size());
  std::ranges::transform(stored, weights.begin(), weight_of);
  return weights;
}

}  // namespace

EntropyWeights count_weights(const SdrTable& table) {
  const SdrShape& shape = table.shape;
  const std::size_t columns = shape.has_l23() ? shape.columns : 0;
  const std::size_t l5a = shape.l5a().width;
  const std::size_t l23_width = shape.l23().width;
  std::vector<std::uint64_t> counts(shape.width());
  std::vector<std::uint64_t> column_counts(columns);
  std::array<std::uint64_t, 2> on{};
  std::array<std::uint64_t, 2> all{};
  std::vector<std::uint8_t> l5a_on(l5a);
  for (std::size_t node = 0; node < table.size(); ++node) {
    const auto code = table.code(node);
    std::ranges::fill(l5a_on, std::uint8_t{0});
    for (const std::uint16_t bit : code) {
      ++counts[bit];
      if (bit >= l23_width && bit < l23_width + l5a) {
        l5a_on[bit - l23_width] = 1;
      }
    }
    for (std::size_t c = 0; c < columns && l5a > 0; ++c) {
      ++all[l5a_on[c % l5a]];
    }
    for (const std::uint16_t bit : code) {
      if (bit < l23_width) {
        const std::size_t column = bit / shape.cells_per_column;
        ++column_counts[column];
        on[l5a > 0 ? l5a_on[column % l5a] : 0] += 1;
      }
    }
  }
  EntropyWeights weights;
  weights.l5a = store(std::span(counts).subspan(l23_width, l5a));
  weights.l6 = store(std::span(counts).subspan(l23_width + l5a));
  weights.columns = store(column_counts);
  for (std::size_t c = 0; c < columns; ++c) {
    const auto cells = store(std::span(counts).subspan(c * shape.cells_per_column, shape.cells_per_column));
    weights.cells.insert(weights.cells.end(), cells.begin(), cells.end());
  }
  weights.gains = gains_of(on, all);
  return weights;
}

EntropyModel::EntropyModel(const SdrShape& shape, const EntropyWeights& weights)
    : cells_(shape.cells_per_column),
      l23_active_(weights.columns.empty() ? 0 : shape.active_columns),
      l23_width_(weights.columns.empty() ? 0 : shape.l23_width()),
      l5a_active_(weights.l5a.empty() ? 0 : shape.l5a_active),
      l6_(shape.l6()),
      gains_(weights.gains),
      l5a_(expand(weights.l5a)),
      columns_(expand(weights.columns)),
      cell_weights_(expand(weights.cells)),
      l6_weights_(expand(weights.l6)) {
  sum_rest(l5a_, l5a_rest_);
  sum_rest(l6_weights_, l6_rest_);
}

}  // namespace columnar
