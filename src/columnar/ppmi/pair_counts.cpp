#include "columnar/ppmi/pair_counts.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

constexpr std::size_t kWalksPerBlock = 1024;
constexpr std::size_t kNodesPerBlock = 32;
constexpr std::size_t kBlocksPerReport = 16;

/// parallel_blocks() with reports on the way, from one fraction of the stage to another: a caller that wants to end the
/// work need not wait for all of it.
template <class Body>
void report_blocks(const RunContext& context, double from, double to, std::size_t count, std::size_t block,
                   const Body& body) {
  const std::size_t portion = block * kBlocksPerReport;
  for (std::size_t first = 0; first < count; first += portion) {
    const std::size_t size = std::min(portion, count - first);
    parallel_blocks(context.threads, size, block,
                    [&](std::size_t begin, std::size_t end) { body(first + begin, first + end); });
    context.advance(from + (to - from) * static_cast<double>(first + size) / static_cast<double>(count));
  }
}

/// The larger partner of every pair, grouped by the smaller one.
struct Buckets {
  std::vector<std::uint64_t> offsets;  ///< n + 1
  std::vector<NodeIndex> partners;
};

void add(std::uint64_t& counter, std::uint64_t amount) {
  std::atomic_ref<std::uint64_t>(counter).fetch_add(amount, std::memory_order_relaxed);
}

/// The order inside a bucket depends on the threads; the sort that follows takes that away.
Buckets fill_buckets(const Walks& walks, NodeIndex node_count, std::uint32_t window, const RunContext& context) {
  Buckets buckets;
  std::vector<std::uint64_t> sizes(node_count, 0);
  report_blocks(context, 0.0, 0.2, walks.count(), kWalksPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t w = begin; w < end; ++w) {
      for_each_pair(walks.walk(w), window, [&](NodeIndex u, NodeIndex v) { add(sizes[std::min(u, v)], 1); });
    }
  });
  buckets.offsets.assign(static_cast<std::size_t>(node_count) + 1, 0);
  std::partial_sum(sizes.begin(), sizes.end(), buckets.offsets.begin() + 1);
  buckets.partners.resize(buckets.offsets.back());
  std::vector<std::uint64_t> next(buckets.offsets.begin(), buckets.offsets.end() - 1);
  report_blocks(context, 0.2, 0.5, walks.count(), kWalksPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t w = begin; w < end; ++w) {
      for_each_pair(walks.walk(w), window, [&](NodeIndex u, NodeIndex v) {
        std::atomic_ref<std::uint64_t> place(next[std::min(u, v)]);
        buckets.partners[place.fetch_add(1, std::memory_order_relaxed)] = std::max(u, v);
      });
    }
  });
  return buckets;
}

/// Sorts each bucket and moves its distinct partners to its front, their multiplicities beside them.
/// Returns the number of distinct partners of each node.
std::vector<std::uint64_t> merge_equal(Buckets& buckets, std::vector<std::uint32_t>& multiplicity,
                                       const RunContext& context) {
  const std::size_t nodes = buckets.offsets.size() - 1;
  multiplicity.resize(buckets.partners.size());
  std::vector<std::uint64_t> distinct(nodes, 0);
  report_blocks(context, 0.5, 0.8, nodes, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const std::uint64_t first = buckets.offsets[u];
      const std::uint64_t last = buckets.offsets[u + 1];
      std::sort(buckets.partners.begin() + static_cast<std::ptrdiff_t>(first),
                buckets.partners.begin() + static_cast<std::ptrdiff_t>(last));
      std::uint64_t out = first;
      for (std::uint64_t i = first; i < last; ++i) {
        if (out > first && buckets.partners[out - 1] == buckets.partners[i]) {
          ++multiplicity[out - 1];
        } else {
          buckets.partners[out] = buckets.partners[i];
          multiplicity[out] = 1;
          ++out;
        }
      }
      distinct[u] = out - first;
    }
  });
  return distinct;
}

}  // namespace

PairCounts count_pairs(const Walks& walks, NodeIndex node_count, std::uint32_t window, const RunContext& context) {
  Buckets buckets = fill_buckets(walks, node_count, window, context);
  std::vector<std::uint32_t> multiplicity;
  const std::vector<std::uint64_t> distinct = merge_equal(buckets, multiplicity, context);

  PairCounts result;
  result.total = buckets.partners.size();
  result.marginals.assign(node_count, 0);
  result.offsets.assign(static_cast<std::size_t>(node_count) + 1, 0);
  for (NodeIndex u = 0; u < node_count; ++u) {
    result.offsets[u + 1] += distinct[u];
    for (std::uint64_t i = buckets.offsets[u]; i < buckets.offsets[u] + distinct[u]; ++i) {
      ++result.offsets[buckets.partners[i] + 1];
    }
  }
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  result.columns.resize(result.offsets.back());
  result.counts.resize(result.offsets.back());
  std::vector<std::uint64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  const auto store = [&](NodeIndex row, NodeIndex column, std::uint32_t count) {
    result.columns[next[row]] = column;
    result.counts[next[row]] = count;
    ++next[row];
    result.marginals[row] += count;
  };
  // In order of u, row u has received all its smaller partners before its larger ones: every row comes out sorted.
  for (NodeIndex u = 0; u < node_count; ++u) {
    for (std::uint64_t i = buckets.offsets[u]; i < buckets.offsets[u] + distinct[u]; ++i) {
      store(u, buckets.partners[i], multiplicity[i]);
      store(buckets.partners[i], u, multiplicity[i]);
    }
  }
  context.advance(1.0);
  return result;
}

}  // namespace columnar
