#include "columnar/ppmi/ppmi.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

__extension__ using Wide = unsigned __int128;  // __extension__: -Wpedantic does not know the type

/// ln(C(u,v) · T / (C(u) · C(v))) from tabulated logarithms.
class PmiTable {
 public:
  PmiTable(const Marginals& marginals, const PairEvidence& evidence)
      : marginals_(marginals), evidence_(evidence), log_total_(std::log(static_cast<double>(marginals.total))) {
    log_marginals_.reserve(marginals.counts.size());
    for (const std::uint64_t count : marginals.counts) {
      log_marginals_.push_back(std::log(static_cast<double>(count)));
    }
    log_pairs_.reserve(kTabled);
    belief_.reserve(kTabled);
    for (std::uint64_t pair = 0; pair < kTabled; ++pair) {
      log_pairs_.push_back(log_of(pair));
      belief_.push_back(evidence_.of(pair));
    }
  }

  /// Symmetric in u and v to the last bit.
  [[nodiscard]] double operator()(std::uint64_t pair, NodeIndex u, NodeIndex v) const noexcept {
    return (pair < kTabled ? log_pairs_[pair] : log_of(pair)) - (log_marginals_[u] + log_marginals_[v]);
  }
  /// The exact version, for pairs so close to chance that rounding of the logarithms would decide the sign.
  [[nodiscard]] float exactly(std::uint64_t pair, NodeIndex u, NodeIndex v) const noexcept {
    return positive_pmi(pair, marginals_.counts[u], marginals_.counts[v], marginals_.total);
  }
  static constexpr double kNearChance = 1e-9;

  /// The same as evidence.of.
  [[nodiscard]] float belief(std::uint64_t pair) const noexcept {
    return pair < kTabled ? belief_[pair] : evidence_.of(pair);
  }

 private:
  [[nodiscard]] double log_of(std::uint64_t pair) const noexcept {
    return std::log(static_cast<double>(pair)) + log_total_;
  }
  static constexpr std::uint64_t kTabled = 1024;

  const Marginals& marginals_;
  PairEvidence evidence_;
  double log_total_;
  std::vector<double> log_marginals_;
  std::vector<double> log_pairs_;  ///< of the pair and of the total
  std::vector<float> belief_;
};

/// Keeps the positive entries of the rows.
class PpmiBuilder : public PairRowSink {
 public:
  PpmiBuilder(const Marginals& marginals, const PairEvidence& evidence, const CountingMemory& memory, int threads)
      : pmi_(marginals, evidence), threads_(threads) {
    if (!memory.spill_directory.empty()) {
      ppmi_.columns = SpillArray<NodeIndex>::in_file(memory.spill_directory);
      ppmi_.values = SpillArray<float>::in_file(memory.spill_directory);
    }
    ppmi_.offsets.assign(marginals.counts.size() + 1, 0);
  }

  void begin_portion(std::size_t blocks) override { blocks_.resize(std::max(blocks, blocks_.size())); }

  void row(std::size_t block, const PairRow& row) override {
    ppmi_.offsets[row.node + std::size_t{1}] = blocks_[block].add(row, pmi_);
  }

  void end_portion(std::size_t blocks) override {
    std::vector<std::size_t> starts{0};
    for (std::size_t b = 0; b < blocks; ++b) {
      starts.push_back(starts.back() + blocks_[b].used);
      met_ += blocks_[b].met;
    }
    if (ppmi_.columns.spills()) {
      for (std::size_t b = 0; b < blocks; ++b) {
        ppmi_.columns.append({blocks_[b].columns.data(), blocks_[b].used});
        ppmi_.values.append({blocks_[b].values.data(), blocks_[b].used});
      }
    } else {
      // First writes to memory are slow, so the threads share them.
      NodeIndex* const columns = ppmi_.columns.extend(starts.back()).data();
      float* const values = ppmi_.values.extend(starts.back()).data();
      // NOLINTNEXTLINE(readability-suspicious-call-argument): so many blocks are one block of the copy
      parallel_blocks(threads_, blocks, kBlocksPerCopy, [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b) {
          std::copy_n(blocks_[b].columns.data(), blocks_[b].used, columns + starts[b]);
          std::copy_n(blocks_[b].values.data(), blocks_[b].used, values + starts[b]);
        }
      });
    }
    for (std::size_t b = 0; b < blocks; ++b) {
      blocks_[b].used = 0;
      blocks_[b].met = 0;
    }
  }

  /// The matrix, and the number of pairs seen.
  [[nodiscard]] std::pair<Ppmi, std::uint64_t> finish() {
    std::partial_sum(ppmi_.offsets.begin(), ppmi_.offsets.end(), ppmi_.offsets.begin());
    ppmi_.columns.seal();
    ppmi_.values.seal();
    return {std::move(ppmi_), met_ / 2};
  }

 private:
  /// The entries of a block of rows.
  struct Block {
    std::vector<NodeIndex> columns;
    std::vector<float> values;
    std::size_t used = 0;
    std::uint64_t met = 0;  ///< entries before those without weight were dropped

    std::uint64_t add(const PairRow& row, const PmiTable& pmi) {
      met += row.columns.size();
      if (used + row.columns.size() > columns.size()) {
        columns.resize(used + row.columns.size() + columns.size() / 2);
        values.resize(columns.size());
      }
      NodeIndex* const out_columns = columns.data() + used;
      float* const out_values = values.data() + used;
      std::size_t added = 0;
      for (std::size_t i = 0; i < row.columns.size(); ++i) {
        const double information = pmi(row.counts[i], row.node, row.columns[i]);
        float value = static_cast<float>(information);
        if (std::abs(information) < PmiTable::kNearChance) [[unlikely]] {
          value = pmi.exactly(row.counts[i], row.node, row.columns[i]);
        }
        value *= pmi.belief(row.counts[i]);
        out_columns[added] = row.columns[i];
        out_values[added] = value;
        added += value > 0.0F ? 1 : 0;
      }
      used += added;
      return added;
    }
  };

  static constexpr std::size_t kBlocksPerCopy = 4;

  PmiTable pmi_;
  int threads_;
  Ppmi ppmi_;
  std::uint64_t met_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace

PairEvidence pair_evidence(const Config& config) noexcept {
  return {config.ppmi.discount, std::min(config.ppmi.minimum_count, config.walks.walks_per_node)};
}

float positive_pmi(std::uint64_t pair, std::uint64_t marginal_u, std::uint64_t marginal_v,
                   std::uint64_t total) noexcept {
  const Wide seen = Wide{pair} * total;
  const Wide chance = Wide{marginal_u} * marginal_v;
  if (seen <= chance) {
    return 0.0F;
  }
  const auto excess = static_cast<double>(seen - chance) / static_cast<double>(chance);
  return static_cast<float>(std::log1p(excess));
}

float Ppmi::at(NodeIndex u, NodeIndex v) const noexcept {
  const NodeIndex* const first = columns.begin() + offsets[u];
  const NodeIndex* const last = columns.begin() + offsets[u + std::size_t{1}];
  const NodeIndex* const found = std::lower_bound(first, last, v);
  return found == last || *found != v ? 0.0F : values[static_cast<std::size_t>(found - columns.begin())];
}

CountedPairs compute_ppmi(const Walks& walks, NodeIndex node_count, std::uint32_t window, const RunContext& context,
                          const PairEvidence& evidence, const CountingMemory& memory) {
  Visits visits(walks, node_count, window, context.threads);
  PpmiBuilder builder(visits.marginals(), evidence, memory, context.threads);
  count_pair_rows(walks, visits, memory.slab_visits, builder, context);
  CountedPairs pairs;
  std::tie(pairs.ppmi, pairs.distinct) = builder.finish();
  pairs.marginals = visits.marginals();
  return pairs;
}

float modulator(float ppmi, double clip) noexcept { return std::min(static_cast<float>(clip), ppmi); }

}  // namespace columnar
