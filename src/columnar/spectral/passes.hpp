#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"

namespace columnar {

/// Number of passes over `count` items that make at least `presentations` presentations.
[[nodiscard]] inline std::uint64_t passes_over(std::size_t count, std::uint64_t presentations) noexcept {
  return count == 0 ? 0 : (presentations + count - 1) / count;
}

/// Shows all items `passes` times, each pass in another order, `block` at a time: body(items, share), where share in
/// [0, 1) is the fraction shown before.
template <class Item, class Body>
void show_in_passes(std::vector<Item> order, std::uint64_t passes, std::size_t block, const KeyedRandom& random,
                    const Body& body) {
  const double all = static_cast<double>(order.size()) * static_cast<double>(passes);
  double shown = 0.0;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    keyed_shuffle(std::span(order), random, pass);
    for (std::size_t begin = 0; begin < order.size(); begin += block) {
      const auto items = std::span<const Item>(order).subspan(begin, std::min(block, order.size() - begin));
      body(items, shown / all);
      shown += static_cast<double>(items.size());
    }
  }
}

}  // namespace columnar
