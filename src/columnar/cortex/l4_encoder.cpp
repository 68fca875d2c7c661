#include "columnar/cortex/l4_encoder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <utility>

#include "columnar/core/finite.hpp"
#include "columnar/core/fp8_line.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/core/top_k.hpp"
#include "columnar/graph/k_hop_neighbourhood.hpp"
#include "columnar/graph/neighbour_rows.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerBlock = 256;
constexpr std::size_t kNodesPerFetch = 4096;  ///< whose neighbours' messages are fetched from other ranks together

/// Draws distinct numbers below a bound: the first steps of a Fisher–Yates shuffle, undone afterwards, so that the pool
/// need not be refilled for each node.
class IndexPool {
 public:
  explicit IndexPool(std::uint32_t bound) : indices_(bound) {
    std::iota(indices_.begin(), indices_.end(), std::uint16_t{0});
  }

  /// Writes `out.size()` numbers, a function of the key only.
  void sample_distinct(std::uint64_t key, const KeyedRandom& random, std::span<std::uint16_t> out) {
    swapped_with_.resize(out.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      swapped_with_[i] = i + random.below(indices_.size() - i, key, i);
      std::swap(indices_[i], indices_[swapped_with_[i]]);
      out[i] = indices_[i];
    }
    for (std::size_t i = out.size(); i-- > 0;) {
      std::swap(indices_[i], indices_[swapped_with_[i]]);
    }
  }

 private:
  std::vector<std::uint16_t> indices_;
  std::vector<std::size_t> swapped_with_;  ///< [i]: what index i was swapped with
};

/// Consecutive bits of the class code that are computed together, to bound the memory.
struct Slab {
  std::size_t first = 0;
  std::size_t width = 0;

  [[nodiscard]] std::size_t lines() const noexcept { return (width + Fp8Line::kNumbers - 1) / Fp8Line::kNumbers; }
};

/// What each node of the neighbourhood sends to its neighbours at one hop, in 8 bits per number.
struct Messages {
  std::vector<Fp8Line> lines;  ///< [place][line of the slab]
  std::vector<float> powers;   ///< of the lines of each: Fp8Scale::power
};

/// The message of a neighbour and its factor: the edge weight times the power of the lines.
struct WeightedRow {
  const Fp8Line* lines;
  double worth;
  float factor = 0.0F;  ///< scaled to the unit of a sum
};

/// Sets the factors of rows to be summed, and returns the unit: the power of two at or below the largest
/// worth, so that no partial sum overflows.
double set_factors(std::span<WeightedRow> rows) noexcept {
  double largest = 0.0;
  for (const WeightedRow& row : rows) {
    largest = std::max(largest, row.worth);
  }
  const double unit = std::bit_cast<double>(std::bit_cast<std::uint64_t>(largest) & 0x7FF0'0000'0000'0000ULL);
  const double scale = 1.0 / (Fp8Line::kSmall * unit);
  for (WeightedRow& row : rows) {
    row.factor = static_cast<float>(row.worth * scale);
  }
  return unit;
}

/// A row of a slab as floats, plus one entry for bits outside it.
class SlabRow {
 public:
  explicit SlabRow(const Slab& slab) : slab_(slab), lanes_(slab.lines() * Fp8Line::kRegisters + 1) {}

  void clear() noexcept { std::memset(lanes_.data(), 0, lanes_.size() * sizeof(FloatLanes)); }
  /// Adds the bits that a node sends.
  void add(std::span<const std::uint16_t> bits, float factor) noexcept {
    float* values = data();
    for (const std::uint16_t bit : bits) {
      // A bit before the slab wraps to a large number. Branch-free, because a branch would be unpredictable.
      values[std::min<std::size_t>(bit - slab_.first, slab_.width)] += factor;
    }
  }
  /// Becomes the weighted sum of rows, line by line: the sums of one line fit into registers.
  void sum(std::span<WeightedRow> rows) noexcept {
    const auto unit = static_cast<float>(set_factors(rows));
    for (std::size_t line = 0; line < slab_.lines(); ++line) {
      // NOLINTNEXTLINE(modernize-avoid-c-arrays): std::array drops the alignment
      FloatLanes held[Fp8Line::kRegisters] = {};
      for (const WeightedRow& row : rows) {
        row.lines[line].add_to(held, row.factor);
      }
      for (std::size_t k = 0; k < Fp8Line::kRegisters; ++k) {
        lanes_[line * Fp8Line::kRegisters + k] = held[k] * unit;
      }
    }
  }
  /// Writes the row, rounded, and returns the power of its lines.
  float round_to(Fp8Line* lines) noexcept {
    const Fp8Scale scale(values());
    for (std::size_t line = 0; line < slab_.lines(); ++line) {
      scale.set(data() + line * Fp8Line::kNumbers, lines[line]);
    }
    return scale.power();
  }
  [[nodiscard]] std::span<const float> values() noexcept { return {data(), slab_.width}; }

 private:
  [[nodiscard]] float* data() noexcept { return reinterpret_cast<float*>(lanes_.data()); }  // NOLINT: lanes are floats

  const Slab& slab_;
  std::vector<FloatLanes> lanes_;
};

/// The place of each node in an order of all of them.
std::vector<NodeIndex> places_of(std::span<const NodeIndex> order) {
  std::vector<NodeIndex> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    places[order[i]] = static_cast<NodeIndex>(i);
  }
  return places;
}

/// S of some nodes, slab by slab: the sum of their neighbours' random bits over all hops. By Horner's rule
/// S = P·R + P²·R + P³·R = P·(R + P·(R + P·R)): the message of a node is what it received plus its own bits.
class ClassSignal {
 public:
  ClassSignal(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys, const L4Config& config,
              std::uint64_t seed, const RunContext& context)
      : graph_(graph),
        config_(config),
        threads_(context.threads),
        ranks_(ranks_of(context)),
        neighbourhood_(k_hop_neighbourhood(graph, rows, ranks_.is_alone() ? config.class_hops : 1)),
        sent_(neighbourhood_.nodes.size() * config.projection_bits),
        shares_(RowShares::of(ranks_, rows.size())),
        row_of_(ranks_.is_alone() ? std::vector<NodeIndex>() : places_of(gather_all(ranks_, rows))),
        fetched_lines_(ranks_, shares_, row_of_, graph.node_count()),
        fetched_powers_(ranks_, shares_, row_of_, graph.node_count()) {
    const KeyedRandom random(seed, Purpose::kClassProjection);
    parallel_blocks(threads_, neighbourhood_.nodes.size(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
      IndexPool pool(config.class_bits);
      for (std::size_t i = begin; i < end; ++i) {
        pool.sample_distinct(keys(neighbourhood_.nodes[i]), random,
                             {sent_.data() + i * config.projection_bits, config.projection_bits});
      }
    });
  }

  /// Calls take(row, values) with the slab of S of every row, on up to `threads` threads, each block of rows with its
  /// own copy.
  template <class Take>
  void each_row(const Slab& slab, const Take& take) {
    for (std::uint32_t hop = 1; hop < config_.class_hops; ++hop) {
      // Other ranks compute the messages of their nodes.
      const std::size_t count = neighbourhood_.within[ranks_.is_alone() ? config_.class_hops - hop : 0];
      next_.lines.resize(count * slab.lines());
      next_.powers.resize(count);
      aggregate(slab, hop, count, [&](std::size_t i, SlabRow& row) {
        row.add(sent_by(i), 1.0F);
        next_.powers[i] = row.round_to(next_.lines.data() + i * slab.lines());
      });
      std::swap(messages_, next_);
    }
    aggregate(slab, config_.class_hops, neighbourhood_.within[0],
              [take = Take(take)](std::size_t i, SlabRow& row) mutable { take(i, row.values()); });
  }

 private:
  [[nodiscard]] std::span<const std::uint16_t> sent_by(std::size_t place) const noexcept {
    return {sent_.data() + place * config_.projection_bits, config_.projection_bits};
  }

  /// The message of a node at a place of the neighbourhood.
  [[nodiscard]] WeightedRow message(const Slab& slab, std::size_t place, double weight) const noexcept {
    if (ranks_.is_alone()) {
      return {messages_.lines.data() + place * slab.lines(), weight * static_cast<double>(messages_.powers[place])};
    }
    const NodeIndex node = neighbourhood_.nodes[place];
    return {fetched_lines_.of(node), weight * static_cast<double>(*fetched_powers_.of(node))};
  }

  /// Calls take(i, row) with what the first `count` nodes of the neighbourhood receive at a hop: the weighted sum of
  /// the messages (as printed), or their weighted mean including the node's own. A node's own weight is the mean weight
  /// of its edges, which is 1 on an unweighted graph.
  template <class Take>
  void aggregate(const Slab& slab, std::uint32_t hop, std::size_t count, const Take& take) {
    if (ranks_.is_alone() || hop == 1) {
      aggregate(slab, hop, 0, count, take);
      return;
    }
    for_blocks_together(ranks_, count, kNodesPerFetch, [&](std::size_t begin, std::size_t end) {
      const auto nodes = std::span<const NodeIndex>(neighbourhood_.nodes).subspan(begin, end - begin);
      fetched_lines_.fetch(graph_, nodes, slab.lines(), messages_.lines.data());
      fetched_powers_.fetch(graph_, nodes, 1, messages_.powers.data());
      aggregate(slab, hop, begin, end, take);
    });
  }

  /// The same for the nodes first … last - 1 of the neighbourhood.
  template <class Take>
  void aggregate(const Slab& slab, std::uint32_t hop, std::size_t first, std::size_t last, const Take& take) {
    parallel_blocks(threads_, last - first, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
      Take own_take = take;
      SlabRow row(slab);
      std::vector<WeightedRow> rows;
      for (std::size_t i = first + begin; i < first + end; ++i) {
        if (hop == 1) {  // few bits per node: add only these
          row.clear();
          each_sender(i, [&](std::size_t from, double weight) { row.add(sent_by(from), static_cast<float>(weight)); });
        } else {
          rows.clear();
          each_sender(i, [&](std::size_t from, double weight) { rows.push_back(message(slab, from, weight)); });
          row.sum(rows);
        }
        own_take(i, row);
      }
    });
  }

  /// Calls visit(place, weight) for every node whose message a node of the neighbourhood receives.
  template <class Visit>
  void each_sender(std::size_t place, const Visit& visit) const {
    const NodeIndex node = neighbourhood_.nodes[place];
    const auto neighbours = graph_.neighbours(node);
    const double total = graph_.strength(node);
    const double own = neighbours.empty() ? 1.0 : total / static_cast<double>(neighbours.size());
    const double scale = config_.class_averaging ? 1.0 / (total + own) : 1.0;
    if (config_.class_averaging) {
      visit(place, own * scale);
    }
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      visit(neighbourhood_.place[neighbours[k]], graph_.edge_weight(graph_.offsets[node] + k) * scale);
    }
  }

  const Graph& graph_;
  const L4Config& config_;
  int threads_;
  Ranks& ranks_;
  KHopNeighbourhood neighbourhood_;
  std::vector<std::uint16_t> sent_;  ///< [place][projection bit]
  Messages messages_;
  Messages next_;
  RowShares shares_;
  std::vector<NodeIndex> row_of_;  ///< of each node, among those of all ranks; empty for a rank alone
  NeighbourRows<Fp8Line> fetched_lines_;
  NeighbourRows<float> fetched_powers_;
};

/// The best class bits of every row so far, ascending.
class BestBits {
 public:
  BestBits(std::size_t rows, std::uint32_t active) : active_(active), bits_(rows * active), values_(rows * active) {}

  /// Merges a slab of the signal; slabs come in ascending order.
  void merge(const Slab& slab, ClassSignal& signal) {
    const std::size_t kept = std::min<std::size_t>(active_, held_ + slab.width);
    signal.each_row(slab, [this, &slab, kept, scores = std::vector<float>(held_ + slab.width),
                           best = std::vector<std::uint32_t>()](std::size_t i, std::span<const float> row) mutable {
      require_finite(row, "L4 codes", "a sum of products of weights, as --no-class-averaging asks for,");
      std::uint16_t* bits = bits_.data() + i * active_;
      float* values = values_.data() + i * active_;
      std::copy_n(values, held_, scores.begin());
      std::ranges::copy(row, scores.begin() + static_cast<std::ptrdiff_t>(held_));
      top_k_ascending(scores, kept, best);
      for (std::size_t k = 0; k < kept; ++k) {  // ascending, so no bit is overwritten before it is read
        bits[k] = best[k] < held_ ? bits[best[k]] : static_cast<std::uint16_t>(slab.first + best[k] - held_);
        values[k] = scores[best[k]];
      }
    });
    held_ = kept;
  }

  /// Writes the bits of a row. If too few have a signal, random bits fill up: with the first neurons instead, all
  /// such nodes would share them.
  void write(std::size_t i, std::size_t width, std::uint64_t key, const KeyedRandom& random, std::uint16_t* out) const {
    const std::span<const std::uint16_t> bits(bits_.data() + i * active_, held_);
    const std::span<const float> values(values_.data() + i * active_, held_);
    if (std::ranges::all_of(values, [](float value) { return value > 0.0F; })) {
      std::ranges::copy(bits, out);
      return;
    }
    std::vector<float> chance(width);
    for (std::size_t bit = 0; bit < width; ++bit) {
      chance[bit] = -static_cast<float>(random.uniform(key, bit)) - 1.0F;
    }
    for (std::size_t k = 0; k < held_; ++k) {
      if (values[k] > 0.0F) {
        chance[bits[k]] = 0.0F;
      }
    }
    std::vector<std::uint32_t> best;
    top_k_ascending(chance, held_, best);
    std::ranges::transform(best, out, [](std::uint32_t bit) { return static_cast<std::uint16_t>(bit); });
  }

 private:
  std::uint32_t active_;
  std::size_t held_ = 0;             ///< per row, so far
  std::vector<std::uint16_t> bits_;  ///< [row][active]
  std::vector<float> values_;        ///< parallel to bits_
};

}  // namespace

std::vector<std::uint16_t> projection_bits(std::uint64_t key, const L4Config& config, std::uint64_t seed) {
  std::vector<std::uint16_t> bits(config.projection_bits);
  IndexPool(config.class_bits).sample_distinct(key, KeyedRandom(seed, Purpose::kClassProjection), bits);
  return bits;
}

std::vector<std::uint16_t> identity_code(std::uint64_t key, const L4Config& config, std::uint64_t seed) {
  std::vector<std::uint16_t> bits(config.identity_active);
  IndexPool(config.identity_bits).sample_distinct(key, KeyedRandom(seed, Purpose::kIdentityCode), bits);
  return bits;
}

L4Codes encode_l4(const Graph& graph, const L4Config& config, std::uint64_t seed, const RunContext& context) {
  std::vector<NodeIndex> all(graph.node_count());
  std::iota(all.begin(), all.end(), NodeIndex{0});
  return encode_l4(graph, all, {}, config, seed, context);
}

L4Codes encode_l4(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys, const L4Config& config,
                  std::uint64_t seed, const RunContext& context) {
  const std::size_t width = config.class_bits;
  ClassSignal signal(graph, rows, keys, config, seed, context);
  BestBits best(rows.size(), config.class_active);
  for (Slab slab; slab.first < width; slab.first += slab.width) {
    slab.width = std::min(kSlabBits, width - slab.first);
    best.merge(slab, signal);
    context.advance(static_cast<double>(slab.first + slab.width) / static_cast<double>(width));
  }
  const KeyedRandom silence(seed, Purpose::kSilentBits);
  const KeyedRandom identity(seed, Purpose::kIdentityCode);
  L4Codes codes;
  codes.active = config.active();
  codes.class_active = config.class_active;
  codes.bits.resize(rows.size() * codes.active);
  parallel_blocks(context.threads, rows.size(), kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    IndexPool pool(config.identity_bits);
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t key = keys(rows[i]);
      const std::span<std::uint16_t> code(codes.bits.data() + i * codes.active, codes.active);
      best.write(i, width, key, silence, code.data());
      const std::span<std::uint16_t> own = code.subspan(config.class_active);
      pool.sample_distinct(key, identity, own);
      for (std::uint16_t& bit : own) {
        bit = static_cast<std::uint16_t>(bit + config.class_bits);
      }
    }
  });
  context.advance(1.0);
  return codes;
}

void set_class_bits(const RowMatrix& coordinates, const L4Config& config, std::uint64_t seed, int threads,
                    L4Codes& codes) {
  const KeyedRandom random(seed, Purpose::kAttributeProjection);
  RowMatrix signs(coordinates.cols(), static_cast<Eigen::Index>(config.class_bits));
  for (Eigen::Index i = 0; i < signs.rows(); ++i) {
    for (Eigen::Index j = 0; j < signs.cols(); ++j) {
      signs(i, j) =
          (random.bits(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)) & 1U) == 0 ? -1.0F : 1.0F;
    }
  }
  const auto rows = static_cast<std::size_t>(coordinates.rows());
  parallel_blocks(threads, rows, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    const RowMatrix drive =
        coordinates.middleRows(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin)) * signs;
    std::vector<std::uint32_t> best;
    for (std::size_t v = begin; v < end; ++v) {
      const auto row = drive.row(static_cast<Eigen::Index>(v - begin));
      top_k_ascending(std::span(row.data(), static_cast<std::size_t>(row.size())), config.class_active, best);
      std::ranges::transform(best, codes.bits.begin() + static_cast<std::ptrdiff_t>(v * codes.active),
                             [](std::uint32_t bit) { return static_cast<std::uint16_t>(bit); });
    }
  });
}

}  // namespace columnar
