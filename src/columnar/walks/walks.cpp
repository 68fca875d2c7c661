#include "columnar/walks/walks.hpp"

#include <algorithm>
#include <array>

#include "columnar/core/huge_pages.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/walks/walk_sampler.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerBlock = 512;
constexpr std::size_t kBlocksPerReport = 64;
constexpr std::size_t kWalksTogether = 32;

}  // namespace

std::span<const NodeIndex> Walks::walk(std::size_t w) const noexcept {
  const NodeIndex* first = nodes.data() + w * length;
  std::size_t used = length;
  while (used > 0 && first[used - 1] == kEnd) {
    --used;
  }
  return {first, used};
}

Walks sample_walks(const Graph& graph, const WalkConfig& config, std::uint64_t seed, const RunContext& context) {
  Walks walks;
  walks.length = config.walk_length;
  const std::size_t per_node = config.walks_per_node;
  const std::size_t places = graph.node_count() * per_node * config.walk_length;
  walks.nodes.reserve(places);
  prefer_huge_pages(walks.nodes.data(), places * sizeof(NodeIndex));
  walks.nodes.assign(places, Walks::kEnd);

  const WalkSampler sampler(graph, config);
  const KeyedRandom random(seed, Purpose::kWalkStep);
  const std::size_t nodes = graph.node_count();
  constexpr std::size_t kPortion = kNodesPerBlock * kBlocksPerReport;
  for (std::size_t portion = 0; portion < nodes; portion += kPortion) {
    const std::size_t portion_size = std::min(kPortion, nodes - portion);
    parallel_blocks(context.threads, portion_size, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
      std::array<NodeIndex, kWalksTogether> starts{};
      std::array<std::size_t, kWalksTogether> lengths{};
      const std::size_t last = (portion + end) * per_node;
      for (std::size_t first = (portion + begin) * per_node; first < last; first += kWalksTogether) {
        const std::size_t count = std::min(kWalksTogether, last - first);
        for (std::size_t i = 0; i < count; ++i) {
          starts[i] = static_cast<NodeIndex>((first + i) / per_node);
        }
        sampler.sample_together(std::span(starts).first(count), random, first,
                                {walks.nodes.data() + first * walks.length, count * walks.length},
                                std::span(lengths).first(count));
      }
    });
    context.advance(static_cast<double>(portion + portion_size) / static_cast<double>(nodes));
  }
  return walks;
}

}  // namespace columnar
