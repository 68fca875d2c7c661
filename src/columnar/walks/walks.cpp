#include "columnar/walks/walks.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

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
constexpr std::size_t kNodesPerExchange = 8192;

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

/// Room for the walks of all portions, as far as the first ones tell, with huge pages.
void grow_evenly(std::vector<NodeIndex>& nodes, std::size_t more, double share_done) {
  if (nodes.size() + more > nodes.capacity()) {
    constexpr double kSpare = 1.1;
    const auto forecast = static_cast<std::size_t>(kSpare * static_cast<double>(nodes.size() + more) / share_done);
    nodes.reserve(std::max(nodes.size() + more, forecast));
    prefer_huge_pages(nodes.data(), nodes.capacity() * sizeof(NodeIndex));
  }
}

/// The walks that visit a row of this rank: each rank draws those of its own rows, and sends every walk to the ranks
/// whose rows it visits, some nodes at a time.
Walks exchange_walks(const WalkDrawing& drawing, const RowShares& shares, const WalkConfig& config,
                     const RunContext& context) {
  Ranks& ranks = ranks_of(context);
  Walks walks;
  walks.length = config.walk_length;
  const std::size_t per_node = std::size_t{config.walks_per_node} * walks.length;
  std::vector<std::size_t> sent_to(static_cast<std::size_t>(ranks.size()));
  std::vector<NodeIndex> drawn;
  double share_done = 0.0;
  for_blocks_together(ranks, shares.count(), kNodesPerExchange, [&](std::size_t begin, std::size_t end) {
    drawn.assign((end - begin) * per_node, Walks::kEnd);
    drawing.draw(shares.first() + begin, shares.first() + end, drawn.data());
    std::vector<Ranks::Bytes> out(sent_to.size());
    std::ranges::fill(sent_to, ~std::size_t{0});
    for (std::size_t w = 0; w < drawn.size(); w += walks.length) {
      const std::span<const NodeIndex> walk(drawn.data() + w, walks.length);
      for (const NodeIndex node : walk) {
        if (node == Walks::kEnd) {
          break;
        }
        const auto owner = static_cast<std::size_t>(shares.owner(node));
        if (std::exchange(sent_to[owner], w) != w) {
          const auto bytes = std::as_bytes(walk);
          out[owner].insert(out[owner].end(), bytes.begin(), bytes.end());
        }
      }
    }
    const std::vector<Ranks::Bytes> in = ranks.exchange(out);
    std::size_t received = 0;
    for (const Ranks::Bytes& bytes : in) {
      received += bytes.size() / sizeof(NodeIndex);
    }
    share_done = shares.count() == 0 ? 1.0 : static_cast<double>(end) / static_cast<double>(shares.count());
    grow_evenly(walks.nodes, received, share_done);
    for (const Ranks::Bytes& bytes : in) {
      const std::size_t at = walks.nodes.size();
      walks.nodes.resize(at + bytes.size() / sizeof(NodeIndex));
      std::memcpy(walks.nodes.data() + at, bytes.data(), bytes.size());
    }
    context.advance(share_done);
  });
  return walks;
}

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
  const std::size_t nodes = graph.node_count();
  if (const Ranks& ranks = ranks_of(context); !ranks.is_alone()) {
    return exchange_walks(drawing, RowShares(ranks, nodes), config, context);
  }
  Walks walks;
  walks.length = config.walk_length;
  const std::size_t per_node = std::size_t{config.walks_per_node} * config.walk_length;
  walks.nodes.reserve(nodes * per_node);
  prefer_huge_pages(walks.nodes.data(), nodes * per_node * sizeof(NodeIndex));
  walks.nodes.assign(nodes * per_node, Walks::kEnd);
  constexpr std::size_t kPortion = kNodesPerBlock * kBlocksPerReport;
  for (std::size_t portion = 0; portion < nodes; portion += kPortion) {
    const std::size_t end = std::min(nodes, portion + kPortion);
    drawing.draw(portion, end, walks.nodes.data() + portion * per_node);
    context.advance(static_cast<double>(end) / static_cast<double>(nodes));
  }
  return walks;
}

}  // namespace columnar
