#include "columnar_lab/evaluate/pair_sample.hpp"

#include <algorithm>
#include <cstddef>

#include "columnar/core/random.hpp"

namespace columnar {
namespace {

// Pairs and nodes are drawn from different "nodes" of one purpose.
constexpr std::uint64_t kPairDraw = 0;
constexpr std::uint64_t kNodeDraw = 1;

/// `wanted` different numbers below `bound`, ascending; at most half of them may be wanted, so that repeats stay rare.
std::vector<std::uint64_t> draw_distinct(std::uint64_t bound, std::uint64_t wanted, std::uint64_t seed,
                                         std::uint64_t what) {
  const KeyedRandom random(seed, Purpose::kGeometryPairs);
  std::vector<std::uint64_t> drawn;
  drawn.reserve(wanted);
  std::uint64_t draws = 0;
  while (drawn.size() < wanted) {
    const auto old = static_cast<std::ptrdiff_t>(drawn.size());
    while (drawn.size() < wanted) {
      drawn.push_back(random.below(bound, what, draws++));
    }
    std::sort(drawn.begin() + old, drawn.end());
    std::inplace_merge(drawn.begin(), drawn.begin() + old, drawn.end());
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  }
  return drawn;
}

/// Calls visit(number) for each of `wanted` different numbers below `bound`, ascending. Where more than half are
/// wanted, those to leave out are drawn.
template <class Visit>
void for_each_drawn(std::uint64_t bound, std::uint64_t wanted, std::uint64_t seed, std::uint64_t what,
                    const Visit& visit) {
  if (wanted <= bound / 2) {
    std::ranges::for_each(draw_distinct(bound, wanted, seed, what), visit);
    return;
  }
  const std::vector<std::uint64_t> left_out = draw_distinct(bound, bound - std::min(wanted, bound), seed, what);
  auto next = left_out.begin();
  for (std::uint64_t number = 0; number < bound; ++number) {
    if (next != left_out.end() && *next == number) {
      ++next;
    } else {
      visit(number);
    }
  }
}

}  // namespace

std::uint64_t pair_count(std::uint64_t nodes) noexcept {
  return nodes < 2 ? 0 : nodes % 2 == 0 ? nodes / 2 * (nodes - 1) : (nodes - 1) / 2 * nodes;
}

std::vector<NodePair> draw_pairs(NodeIndex nodes, std::uint64_t wanted, std::uint64_t seed) {
  const std::uint64_t bound = pair_count(nodes);
  std::vector<NodePair> pairs;
  pairs.reserve(std::min(bound, wanted));
  NodeIndex row = 0;
  std::uint64_t row_begin = 0;  // the number of the pair (row, row + 1)
  for_each_drawn(bound, wanted, seed, kPairDraw, [&](std::uint64_t number) {
    while (number >= row_begin + (nodes - 1 - row)) {
      row_begin += nodes - 1 - row;
      ++row;
    }
    pairs.push_back({row, row + 1 + static_cast<NodeIndex>(number - row_begin)});
  });
  return pairs;
}

std::vector<NodeIndex> draw_nodes(NodeIndex nodes, std::uint64_t wanted, std::uint64_t seed) {
  std::vector<NodeIndex> drawn;
  drawn.reserve(std::min<std::uint64_t>(nodes, wanted));
  for_each_drawn(nodes, wanted, seed, kNodeDraw,
                 [&](std::uint64_t node) { drawn.push_back(static_cast<NodeIndex>(node)); });
  return drawn;
}

}  // namespace columnar
