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
std::vector<std::uint16_t> distinct_bits(std::uint32_t count, std::uint32_t bound, std::uint64_t key,
                                         const KeyedRandom& random) {
  std::vector<std::uint16_t> deck(bound);
  std::iota(deck.begin(), deck.end(), std::uint16_t{0});
  for (std::uint32_t i = 0; i < count; ++i) {
    std::swap(deck[i], deck[i + random.below(bound - i, key, i)]);
  }
  deck.resize(count);
  return deck;
}

/// The nodes that some rows hear of, in the order of their distance: what happens farther off does not matter to them.
struct Surroundings {
  static constexpr NodeIndex kOutside = ~NodeIndex{0};
  std::vector<NodeIndex> nodes;     ///< the rows first, then their neighbours, …
  std::vector<std::size_t> within;  ///< within[d]: how many of them are at most d hops away
  std::vector<NodeIndex> place;     ///< of each node of the graph in `nodes`
};

Surroundings surroundings_of(const Graph& graph, std::span<const NodeIndex> rows, std::uint32_t hops) {
  Surroundings around;
  around.nodes.assign(rows.begin(), rows.end());
  around.place.assign(graph.node_count(), Surroundings::kOutside);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    around.place[rows[i]] = static_cast<NodeIndex>(i);
  }
  around.within.push_back(rows.size());
  std::size_t next = 0;
  for (std::uint32_t hop = 0; hop < hops; ++hop) {
    for (; next < around.within[hop]; ++next) {
      for (const NodeIndex neighbour : graph.neighbours(around.nodes[next])) {
        if (around.place[neighbour] == Surroundings::kOutside) {
          around.place[neighbour] = static_cast<NodeIndex>(around.nodes.size());
          around.nodes.push_back(neighbour);
        }
      }
    }
    around.within.push_back(around.nodes.size());
  }
  return around;
}

/// One row of class_bits a node, row-major.
using Signal = std::vector<float>;

/// One hop for the first `count` nodes of the surroundings: row v of the result is the weighted sum (as printed) or the
/// weighted mean including v itself of what its neighbours send; add(row, from, factor) adds that of one place.
/// v's own weight is the mean weight of its edges, which is 1 on an unweighted graph.
template <class Add>
void aggregate(const Graph& graph, const Surroundings& around, std::size_t count, const L4Config& config, Signal& out,
               int threads, const Add& add) {
  const std::size_t width = config.class_bits;
  parallel_blocks(threads, count, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      float* row = out.data() + i * width;
      std::fill(row, row + width, 0.0F);
      const auto neighbours = graph.neighbours(around.nodes[i]);
      const auto weights = graph.neighbour_weights(around.nodes[i]);
      const double total = graph.strength(around.nodes[i]);
      const double own = neighbours.empty() ? 1.0 : total / static_cast<double>(neighbours.size());
      const double scale = config.class_averaging ? 1.0 / (total + own) : 1.0;
      if (config.class_averaging) {
        add(row, i, static_cast<float>(own * scale));
      }
      for (std::size_t k = 0; k < neighbours.size(); ++k) {
        const double weight = weights.empty() ? 1.0 : static_cast<double>(weights[k]);
        add(row, around.place[neighbours[k]], static_cast<float>(weight * scale));
      }
    }
  });
}

/// S of some nodes: what their neighbours' random bits sum up to over all hops.
Signal class_signal(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys, const L4Config& config,
                    std::uint64_t seed, const RunContext& context) {
  const std::size_t width = config.class_bits;
  const std::uint32_t hops = config.class_hops;
  const Surroundings around = surroundings_of(graph, rows, hops);
  std::vector<std::uint16_t> sent(around.nodes.size() * config.projection_bits);
  parallel_blocks(context.threads, around.nodes.size(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      std::ranges::copy(projection_bits(keys(around.nodes[i]), config, seed),
                        sent.begin() + static_cast<std::ptrdiff_t>(i * config.projection_bits));
    }
  });

  Signal signal(around.within[hops - 1] * width);
  Signal next(hops > 1 ? around.within[hops - 2] * width : 0);
  Signal sum(rows.size() * width, 0.0F);
  for (std::uint32_t hop = 1; hop <= hops; ++hop) {
    const std::size_t count = around.within[hops - hop];
    if (hop == 1) {  // a few bits a node, so only these are added
      aggregate(graph, around, count, config, signal, context.threads, [&](float* row, std::size_t from, float factor) {
        for (std::size_t k = 0; k < config.projection_bits; ++k) {
          row[sent[from * config.projection_bits + k]] += factor;
        }
      });
    } else {
      aggregate(graph, around, count, config, next, context.threads, [&](float* row, std::size_t from, float factor) {
        const float* source = signal.data() + from * width;
        for (std::size_t j = 0; j < width; ++j) {
          row[j] += factor * source[j];
        }
      });
      signal.swap(next);
    }
    parallel_blocks(context.threads, sum.size(), kNodesPerBlock * width, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        sum[i] += signal[i];
      }
    });
    context.advance(hop / (hops + 1.0));
  }
  return sum;
}

/// Puts the bits that no neighbour sent in a random order below all others: a node with few neighbours then fills up
/// its code by chance instead of with the first neurons, which all such nodes would share.
void fill_silence(std::span<float> row, std::uint64_t key, const KeyedRandom& random) {
  for (std::size_t bit = 0; bit < row.size(); ++bit) {
    if (row[bit] == 0.0F) {
      row[bit] = -static_cast<float>(random.uniform(key, bit)) - 1.0F;
    }
  }
}

}  // namespace

std::vector<std::uint16_t> projection_bits(std::uint64_t key, const L4Config& config, std::uint64_t seed) {
  return distinct_bits(config.projection_bits, config.class_bits, key, KeyedRandom(seed, Purpose::kClassProjection));
}

std::vector<std::uint16_t> identity_code(std::uint64_t key, const L4Config& config, std::uint64_t seed) {
  return distinct_bits(config.identity_active, config.identity_bits, key, KeyedRandom(seed, Purpose::kIdentityCode));
}

L4Codes encode_l4(const Graph& graph, const L4Config& config, std::uint64_t seed, const RunContext& context) {
  std::vector<NodeIndex> all(graph.node_count());
  std::iota(all.begin(), all.end(), NodeIndex{0});
  return encode_l4(graph, all, {}, config, seed, context);
}

L4Codes encode_l4(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys, const L4Config& config,
                  std::uint64_t seed, const RunContext& context) {
  const std::size_t width = config.class_bits;
  Signal sum = class_signal(graph, rows, keys, config, seed, context);
  const KeyedRandom silence(seed, Purpose::kSilentBits);
  L4Codes codes;
  codes.active = config.active();
  codes.class_active = config.class_active;
  codes.bits.resize(rows.size() * codes.active);
  parallel_blocks(context.threads, rows.size(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint32_t> best;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t key = keys(rows[i]);
      const std::span<float> row(sum.data() + i * width, width);
      fill_silence(row, key, silence);
      top_k(std::span<const float>(row), config.class_active, best);
      std::sort(best.begin(), best.end());
      std::uint16_t* out = codes.bits.data() + i * codes.active;
      for (const std::uint32_t bit : best) {
        *out++ = static_cast<std::uint16_t>(bit);
      }
      for (const std::uint16_t bit : identity_code(key, config, seed)) {
        *out++ = static_cast<std::uint16_t>(config.class_bits + bit);
      }
    }
  });
  context.advance(1.0);
  return codes;
}

}  // namespace columnar
