#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/core/random.hpp"
#include "columnar/graph/generators.hpp"

namespace columnar::testing_support {

/// Words of a class: each node has eight of the 20 words of its class, and two of all words.
inline Attributes words_of(const std::vector<std::int32_t>& classes, std::uint32_t class_count, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kProbe);
  Attributes words;
  words.width = 20 * class_count;
  for (std::size_t v = 0; v < classes.size(); ++v) {
    for (std::uint64_t k = 0; k < 10; ++k) {
      const auto word = k < 8 ? 20 * static_cast<std::uint64_t>(classes[v]) + random.below(20, v, k)
                              : random.below(words.width, v, k);
      words.indices.push_back(static_cast<std::uint32_t>(word));
    }
    words.offsets.push_back(words.indices.size());
  }
  return words;
}

/// Edges that say little of the class, and words that say much.
struct Town {
  LabelledGraph planted = planted_communities(300, 3, 8.0, 0.4, 5);
  Attributes words = words_of(planted.labels.classes, 3, 2);
};

/// Rows of the attributes, in a random order: as informative as before, but of other nodes.
inline Attributes shuffled(const Attributes& words) {
  const KeyedRandom random(9, Purpose::kProbe);
  std::vector<std::size_t> order(words.row_count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t row) { return random.bits(row, 0); });
  Attributes other;
  other.width = words.width;
  for (const std::size_t row : order) {
    other.indices.insert(other.indices.end(), words.indices.begin() + static_cast<std::ptrdiff_t>(words.offsets[row]),
                         words.indices.begin() + static_cast<std::ptrdiff_t>(words.offsets[row + 1]));
    other.offsets.push_back(other.indices.size());
  }
  return other;
}

}  // namespace columnar::testing_support
