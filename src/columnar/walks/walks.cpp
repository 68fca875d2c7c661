#include "columnar/walks/walks.hpp"

#include <algorithm>
#include <array>

#include "columnar/core/huge_pages.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/walks/walk_sampler.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerBlock = 512;
constexpr std::size_t kBlocksPerReport = 64;
constexpr std::size_t kWalksTogether = 32;

/// Draws the walks of consecutive nodes.
class WalkDrawing {
 public:
  WalkDrawing(const Graph& graph, const WalkConfig& config, std::uint64_t seed, int threads)
      : config_(config), sampler_(graph, config), random_(seed, Purpose::kWalkStep), threads_(threads) {}

  /// Walks of nodes first … last - 1, to `out`, which holds Walks::kEnd.
  void draw(std::size_t first_node, std::size_t last_node, NodeIndex* out) const {
    const std::size_t per_node = config_.walks_per_node;
    const std::size_t length = config_.walk_length;
    parallel_blocks(threads_, last_node - first_node, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
      std::array<NodeIndex, kWalksTogether> starts{};
      std::array<std::size_t, kWalksTogether> lengths{};
      for (std::size_t w = begin * per_node; w < end * per_node; w += kWalksTogether) {
        const std::size_t count = std::min(kWalksTogether, end * per_node - w);
        const std::size_t first = first_node * per_node + w;
        for (std::size_t i = 0; i < count; ++i) {
          starts[i] = static_cast<NodeIndex>((first + i) / per_node);
        }
        sampler_.sample_together(std::span(starts).first(count), random_, first, {out + w * length, count * length},
                                 std::span(lengths).first(count));
      }
    });
  }

 private:
  const WalkConfig& config_;
  WalkSampler sampler_;
  KeyedRandom random_;
  int threads_;
};

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
  const WalkDrawing drawing(graph, config, seed, context.threads);
  const RowShares shares(ranks_of(context), graph.node_count());
  Walks walks;
  walks.length = config.walk_length;
  const std::size_t per_node = std::size_t{config.walks_per_node} * config.walk_length;
  const std::size_t places = shares.count() * per_node;
  walks.nodes.reserve(places);
  prefer_huge_pages(walks.nodes.data(), places * sizeof(NodeIndex));
  walks.nodes.assign(places, Walks::kEnd);
  constexpr std::size_t kPortion = kNodesPerBlock * kBlocksPerReport;
  for (std::size_t portion = 0; portion < shares.count(); portion += kPortion) {
    const std::size_t end = std::min(shares.count(), portion + kPortion);
    drawing.draw(shares.first() + portion, shares.first() + end, walks.nodes.data() + portion * per_node);
    context.advance(static_cast<double>(end) / static_cast<double>(shares.count()));
  }
  return walks;
}

}  // namespace columnar
