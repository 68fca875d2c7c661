#include "columnar/search/rank.hpp"

#include <algorithm>
#include <cmath>

namespace columnar {

std::vector<std::uint32_t> rows_with_bits(const SdrShape& shape, std::span<const std::uint16_t> codes) {
  std::vector<std::uint32_t> counts(shape.width());
  for (const std::uint16_t bit : codes) {
    ++counts[bit];
  }
  return counts;
}

std::vector<std::uint8_t> rarities(std::span<const std::uint32_t> rows_with_bits, std::size_t rows) {
  constexpr double kMost = 255.0;
  constexpr double kSteps = 16.0;  // per factor of two
  std::vector<std::uint8_t> result;
  result.reserve(rows_with_bits.size());
  for (const std::uint32_t count : rows_with_bits) {
    const double steps =
        count == 0 ? kMost : kSteps * std::log2(static_cast<double>(rows) / static_cast<double>(count));
    result.push_back(static_cast<std::uint8_t>(std::clamp(std::round(steps), 0.0, kMost)));
  }
  return result;
}

Ranker::Ranker(const SdrShape& shape, std::span<const std::uint16_t> bits, std::span<const std::uint8_t> rarities)
    : others_(shape.layer == Layer::kSearch ? shape.l6().first : shape.active()), worth_(shape.width()) {
  for (const std::uint16_t bit : bits) {
    worth_[bit] = (1U << kCountShift) + (rarities.empty() ? 0U : rarities[bit]);
  }
}

}  // namespace columnar
