#include "columnar/cortex/l4_encoder.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/top_k.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerBlock = 256;

/// `count` distinct numbers below `bound`, keyed by the node (a partial Fisher–Yates shuffle).
std::vector<std::uint16_t> distinct_bits(std::uint32_t count, std::uint32_t bound, NodeIndex node,
                                         const KeyedRandom& random) {
  std::vector<std::uint16_t> deck(bound);
  std::iota(deck.begin(), deck.end(), std::uint16_t{0});
  for (std::uint32_t i = 0; i < count; ++i) {
    std::swap(deck[i], deck[i + random.below(bound - i, node, i)]);
  }
  deck.resize(count);
  return deck;
}

/// n × class_bits, row-major.
using Signal = std::vector<float>;

/// One hop: row v of the result is the weighted sum (as printed) or the weighted mean including v itself of the rows of
/// its neighbours. v's own weight is the mean weight of its edges, which is 1 on an unweighted graph.
void aggregate(const Graph& graph, const Signal& in, std::size_t width, bool averaging, Signal& out, int threads) {
  parallel_blocks(threads, graph.node_count(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      float* row = out.data() + v * width;
      std::fill(row, row + width, 0.0F);
      const auto neighbours = graph.neighbours(static_cast<NodeIndex>(v));
      const auto weights = graph.neighbour_weights(static_cast<NodeIndex>(v));
      double total = 0.0;
      for (const float weight : weights) {
        total += static_cast<double>(weight);
      }
      if (weights.empty()) {
        total = static_cast<double>(neighbours.size());
      }
      const double own = neighbours.empty() ? 1.0 : total / static_cast<double>(neighbours.size());
      const double scale = averaging ? 1.0 / (total + own) : 1.0;
      const auto add = [&](std::size_t from, double weight) {
        const auto factor = static_cast<float>(weight * scale);
        const float* source = in.data() + from * width;
        for (std::size_t j = 0; j < width; ++j) {
          row[j] += factor * source[j];
        }
      };
      if (averaging) {
        add(v, own);
      }
      for (std::size_t i = 0; i < neighbours.size(); ++i) {
        add(neighbours[i], weights.empty() ? 1.0 : static_cast<double>(weights[i]));
      }
    }
  });
}

/// Puts the bits that no neighbour sent in a random order below all others: a node with few neighbours then fills up
/// its code by chance instead of with the first neurons, which all such nodes would share.
void fill_silence(std::span<float> row, NodeIndex node, const KeyedRandom& random) {
  for (std::size_t bit = 0; bit < row.size(); ++bit) {
    if (row[bit] == 0.0F) {
      row[bit] = -static_cast<float>(random.uniform(node, bit)) - 1.0F;
    }
  }
}

}  // namespace

std::vector<std::uint16_t> projection_bits(NodeIndex node, const L4Config& config, std::uint64_t seed) {
  return distinct_bits(config.projection_bits, config.class_bits, node, KeyedRandom(seed, Purpose::kClassProjection));
}

std::vector<std::uint16_t> identity_code(NodeIndex node, const L4Config& config, std::uint64_t seed) {
  return distinct_bits(config.identity_active, config.identity_bits, node, KeyedRandom(seed, Purpose::kIdentityCode));
}

L4Codes encode_l4(const Graph& graph, const L4Config& config, std::uint64_t seed, const RunContext& context) {
  const std::size_t nodes = graph.node_count();
  const std::size_t width = config.class_bits;
  Signal signal(nodes * width, 0.0F);
  for (NodeIndex v = 0; v < nodes; ++v) {
    for (const std::uint16_t bit : projection_bits(v, config, seed)) {
      signal[v * width + bit] = 1.0F;
    }
  }
  Signal sum(nodes * width, 0.0F);
  Signal next(nodes * width);
  for (std::uint32_t hop = 0; hop < config.class_hops; ++hop) {
    aggregate(graph, signal, width, config.class_averaging, next, context.threads);
    signal.swap(next);
    parallel_blocks(context.threads, sum.size(), kNodesPerBlock * width, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        sum[i] += signal[i];
      }
    });
    context.advance((hop + 1.0) / (config.class_hops + 1.0));
  }

  const KeyedRandom silence(seed, Purpose::kSilentBits);
  L4Codes codes;
  codes.active = config.active();
  codes.class_active = config.class_active;
  codes.bits.resize(nodes * codes.active);
  parallel_blocks(context.threads, nodes, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> best;
    for (std::size_t v = begin; v < end; ++v) {
      fill_silence({sum.data() + v * width, width}, static_cast<NodeIndex>(v), silence);
      top_k(std::span<const float>(sum.data() + v * width, width), config.class_active, best);
      std::sort(best.begin(), best.end());
      std::uint16_t* out = codes.bits.data() + v * codes.active;
      for (const std::uint32_t bit : best) {
        *out++ = static_cast<std::uint16_t>(bit);
      }
      for (const std::uint16_t bit : identity_code(static_cast<NodeIndex>(v), config, seed)) {
        *out++ = static_cast<std::uint16_t>(config.class_bits + bit);
      }
    }
  });
  context.advance(1.0);
  return codes;
}

}  // namespace columnar
