#include "columnar/cortex/l4_encoder.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "columnar/core/finite.hpp"
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

/// Some consecutive bits of the class code, computed together. A slab of all nodes stays in the cache where the whole
/// signal would not, and is all that is held at a time.
struct Slab {
  std::size_t first = 0;
  std::size_t width = 0;
};

/// One row of the slab a node, row-major.
using Signal = std::vector<float>;

/// One hop for the first `count` nodes of the surroundings: row v of the result is the weighted sum (as printed) or the
/// weighted mean including v itself of what its neighbours send; add(row, from, factor) adds that of one place.
/// v's own weight is the mean weight of its edges, which is 1 on an unweighted graph.
template <class Add>
void aggregate(const Graph& graph, const Surroundings& around, std::size_t count, const L4Config& config,
               std::size_t width, Signal& out, int threads, const Add& add) {
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

/// S of some nodes, slab by slab: what their neighbours' random bits sum up to over all hops.
class ClassSignal {
 public:
  ClassSignal(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys, const L4Config& config,
              std::uint64_t seed, int threads)
      : graph_(graph),
        config_(config),
        rows_(rows.size()),
        threads_(threads),
        around_(surroundings_of(graph, rows, config.class_hops)),
        sent_(around_.nodes.size() * config.projection_bits) {
    parallel_blocks(threads, around_.nodes.size(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        std::ranges::copy(projection_bits(keys(around_.nodes[i]), config, seed),
                          sent_.begin() + static_cast<std::ptrdiff_t>(i * config.projection_bits));
      }
    });
  }

  /// rows × slab.width; valid until the next call.
  const Signal& of(const Slab& slab) {
    const std::uint32_t hops = config_.class_hops;
    const std::size_t width = slab.width;
    signal_.resize(around_.within[hops - 1] * width);
    next_.resize(hops > 1 ? around_.within[hops - 2] * width : 0);
    sum_.assign(rows_ * width, 0.0F);
    for (std::uint32_t hop = 1; hop <= hops; ++hop) {
      const std::size_t count = around_.within[hops - hop];
      if (hop == 1) {  // a few bits a node, so only these are added
        aggregate(graph_, around_, count, config_, width, signal_, threads_,
                  [&](float* row, std::size_t from, float factor) {
                    for (std::size_t k = 0; k < config_.projection_bits; ++k) {
                      const std::size_t bit = sent_[from * config_.projection_bits + k] - slab.first;
                      if (bit < width) {  // a bit before the slab wraps round to a large number
                        row[bit] += factor;
                      }
                    }
                  });
      } else {
        aggregate(graph_, around_, count, config_, width, next_, threads_,
                  [&](float* row, std::size_t from, float factor) {
                    const float* source = signal_.data() + from * width;
                    for (std::size_t j = 0; j < width; ++j) {
                      row[j] += factor * source[j];
                    }
                  });
        signal_.swap(next_);
      }
      parallel_blocks(threads_, sum_.size(), kNodesPerBlock * width, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          sum_[i] += signal_[i];
        }
      });
    }
    return sum_;
  }

 private:
  const Graph& graph_;
  const L4Config& config_;
  std::size_t rows_;
  int threads_;
  Surroundings around_;
  std::vector<std::uint16_t> sent_;  ///< [place][projection bit]
  Signal signal_;
  Signal next_;
  Signal sum_;
};

/// The best class bits of every row so far, ascending.
class BestBits {
 public:
  BestBits(std::size_t rows, std::uint32_t active)
      : rows_(rows), active_(active), bits_(rows * active), values_(rows * active) {}

  /// Takes in a slab of the signal; slabs come in ascending order.
  void merge(const Slab& slab, const Signal& signal, int threads) {
    const std::size_t kept = std::min<std::size_t>(active_, held_ + slab.width);
    parallel_blocks(threads, rows_, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
      std::vector<float> scores(held_ + slab.width);
      std::vector<std::uint16_t> names(scores.size());
      std::vector<std::uint32_t> best;
      for (std::size_t i = begin; i < end; ++i) {
        std::copy_n(values_.data() + i * active_, held_, scores.begin());
        std::copy_n(bits_.data() + i * active_, held_, names.begin());
        const auto middle = static_cast<std::ptrdiff_t>(held_);
        std::copy_n(signal.data() + i * slab.width, slab.width, scores.begin() + middle);
        std::iota(names.begin() + middle, names.end(), static_cast<std::uint16_t>(slab.first));
        top_k(scores, kept, best);
        std::sort(best.begin(), best.end());
        for (std::size_t k = 0; k < kept; ++k) {
          bits_[i * active_ + k] = names[best[k]];
          values_[i * active_ + k] = scores[best[k]];
        }
      }
    });
    held_ = kept;
  }

  /// The bits of a row. Where fewer were sent than are wanted, bits that nobody sent fill up by chance: with the first
  /// neurons instead, all such nodes would share them.
  [[nodiscard]] std::vector<std::uint16_t> row(std::size_t i, std::size_t width, std::uint64_t key,
                                               const KeyedRandom& random) const {
    std::vector<std::uint16_t> sent;
    for (std::size_t k = 0; k < held_; ++k) {
      if (values_[i * active_ + k] > 0.0F) {
        sent.push_back(bits_[i * active_ + k]);
      }
    }
    if (sent.size() < held_) {
      std::vector<float> chance(width);
      for (std::size_t bit = 0; bit < width; ++bit) {
        chance[bit] = -static_cast<float>(random.uniform(key, bit)) - 1.0F;
      }
      for (const std::uint16_t bit : sent) {
        chance[bit] = 0.0F;
      }
      std::vector<std::uint32_t> best;
      top_k(chance, held_, best);
      sent.assign(best.begin(), best.end());
      std::sort(sent.begin(), sent.end());
    }
    return sent;
  }

 private:
  std::size_t rows_;
  std::uint32_t active_;
  std::size_t held_ = 0;             ///< a row, so far
  std::vector<std::uint16_t> bits_;  ///< [row][active]
  std::vector<float> values_;        ///< parallel to bits_
};

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
  ClassSignal signal(graph, rows, keys, config, seed, context.threads);
  BestBits best(rows.size(), config.class_active);
  for (Slab slab; slab.first < width; slab.first += slab.width) {
    slab.width = std::min(kSlabBits, width - slab.first);
    const Signal& heard = signal.of(slab);
    require_finite(heard, "L4 codes", "a sum of products of weights, as --no-class-averaging asks for,");
    best.merge(slab, heard, context.threads);
    context.advance(static_cast<double>(slab.first + slab.width) / static_cast<double>(width));
  }
  const KeyedRandom silence(seed, Purpose::kSilentBits);
  L4Codes codes;
  codes.active = config.active();
  codes.class_active = config.class_active;
  codes.bits.resize(rows.size() * codes.active);
  parallel_blocks(context.threads, rows.size(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t key = keys(rows[i]);
      std::uint16_t* out = codes.bits.data() + i * codes.active;
      out = std::ranges::copy(best.row(i, width, key, silence), out).out;
      for (const std::uint16_t bit : identity_code(key, config, seed)) {
        *out++ = static_cast<std::uint16_t>(config.class_bits + bit);
      }
    }
  });
  context.advance(1.0);
  return codes;
}

}  // namespace columnar
