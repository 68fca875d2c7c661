#include "columnar/ppmi/local_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/walks/walk_sampler.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 64;

/// The entries of one row before they are put into the table.
struct LocalRow {
  std::vector<NodeIndex> columns;
  std::vector<float> values;
  std::vector<float> share;
};

/// Walks from one node after another; one object per thread.
class LocalWalker {
 public:
  LocalWalker(const WalkSampler& sampler, const Marginals& marginals, const Config& config)
      : sampler_(sampler),
        marginals_(marginals),
        evidence_(pair_evidence(config)),
        walks_(config.living.local_walks),
        random_(config.seed, Purpose::kLocalWalk),
        walk_(std::size_t{config.walks.reach()} + 1) {}

  LocalRow row_of(NodeIndex node, std::uint64_t key) {
    met_.clear();
    for (std::uint64_t w = 0; w < walks_; ++w) {
      const std::size_t length = sampler_.sample(node, random_, random_.bits(key, w), walk_);
      std::copy_if(walk_.begin() + 1, walk_.begin() + static_cast<std::ptrdiff_t>(length), std::back_inserter(met_),
                   [node](NodeIndex other) { return other != node; });
    }
    std::ranges::sort(met_);
    return compared_with_chance();
  }

 private:
  [[nodiscard]] LocalRow compared_with_chance() const {
    LocalRow row;
    const auto all = static_cast<double>(marginals_.total);
    for (std::size_t first = 0; first < met_.size();) {
      const NodeIndex node = met_[first];
      std::uint64_t meetings = 0;
      for (; first < met_.size() && met_[first] == node; ++first) {
        ++meetings;
      }
      const auto share = static_cast<float>(static_cast<double>(meetings) / static_cast<double>(met_.size()));
      const double expected = node < marginals_.counts.size() ? static_cast<double>(marginals_.counts[node]) : mean_;
      if (expected <= 0.0) {
        continue;
      }
      const double information = std::log(static_cast<double>(share) * all / expected);
      if (const float value = static_cast<float>(information) * evidence_.of(meetings); value > 0.0F) {
        row.columns.push_back(node);
        row.values.push_back(value);
        row.share.push_back(share);
      }
    }
    return row;
  }

  const WalkSampler& sampler_;
  const Marginals& marginals_;
  double mean_ = marginals_.mean();
  PairEvidence evidence_;
  std::uint64_t walks_;
  KeyedRandom random_;
  std::vector<NodeIndex> walk_;
  std::vector<NodeIndex> met_;  ///< once per meeting
};

}  // namespace

LocalPairs sample_local_pairs(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys,
                              const Marginals& marginals, const Config& config, const RunContext& context) {
  const WalkSampler sampler(graph, config.walks);
  std::vector<LocalRow> found(rows.size());
  parallel_blocks(context.threads, rows.size(), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    LocalWalker walker(sampler, marginals, config);
    for (std::size_t i = begin; i < end; ++i) {
      found[i] = walker.row_of(rows[i], keys(rows[i]));
    }
  });
  LocalPairs pairs;
  for (LocalRow& row : found) {
    pairs.ppmi.add_row(row.columns, row.values);
    pairs.share.insert(pairs.share.end(), row.share.begin(), row.share.end());
    row = {};
  }
  pairs.ppmi.bytes.seal();
  context.advance(1.0);
  return pairs;
}

}  // namespace columnar
