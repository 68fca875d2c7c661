#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "columnar/core/random.hpp"

namespace columnar {

/// Shuffles the items (Fisher and Yates, from the last item). Swap i draws with the key (key, i), so the order depends
/// only on the key and the number of items.
template <class Item>
void keyed_shuffle(std::span<Item> items, const KeyedRandom& random, std::uint64_t key) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[random.below(i, key, i)]);
  }
}

}  // namespace columnar
