#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "columnar/ppmi/pair_counts.hpp"

namespace columnar {

/// Counts the pairs of one node after another. Each thread has its own.
///
/// The counters of a row are one `Narrow` number per node, small so that they stay in the cache. A row that could
/// overflow them (a hub with more than 2^32 places in its windows) is counted in 64 bits instead. Tests use a narrower
/// type than the library to reach that path. Other memory grows with the longest row.
template <class Narrow = std::uint32_t>
class RowCounter {
 public:
  RowCounter(const Walks& walks, std::size_t node_count)
      : walks_(walks),
        narrow_(node_count, 0),
        words_(node_count / kWordBits + 1, 0),
        summary_(words_.size() / kWordBits + 1, 0) {}

  /// The row of a node with these visits, without nodes that it met fewer than `least` times, which is at least 1. The
  /// spans stay valid until the next call.
  PairRow gather(NodeIndex node, std::span<const Visit> visits, std::uint64_t least = 1) {
    // No window is longer than a walk, so no counter exceeds this product (below 2^44 visits times 2^17 places).
    const std::uint64_t most = visits.size() * std::uint64_t{walks_.length};
    if (const std::size_t nodes = std::min<std::uint64_t>(most, narrow_.size()); nodes > row_counts_.size()) {
      met_.resize(nodes + 1);
      row_counts_.resize(nodes);
    }
    if (most <= std::numeric_limits<Narrow>::max()) {
      return gather(node, visits, least, narrow_);
    }
    wide_.resize(narrow_.size(), 0);
    return gather(node, visits, least, wide_);
  }

 private:
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kWordsPerSorted = 4;  ///< sorting an item costs as much as scanning this many words
  static constexpr std::size_t kVisitsAhead = 16;    ///< windows prefetched before they are counted

  template <class Count>
  PairRow gather(NodeIndex node, std::span<const Visit> visits, std::uint64_t least, std::vector<Count>& counts) {
    const std::size_t met = count(visits, counts);
    std::size_t kept = 0;
    if (met > 0) {
      counts[node] = 0;  // the node itself, in every window
      kept = take_out(met, least, counts);
      if (summary_.size() > kWordsPerSorted * kept) {
        std::sort(met_.begin(), met_.begin() + static_cast<std::ptrdiff_t>(kept));
      } else {
        sort_by_bits(kept);
      }
    }
    for (std::size_t i = 0; i < kept; ++i) {
      row_counts_[i] = counts[met_[i]];
      counts[met_[i]] = 0;
    }
    return {node, met - (met > 0 ? 1 : 0), {met_.data(), kept}, {row_counts_.data(), kept}};
  }

  /// Counts the nodes that the visits meet. Returns the number of distinct nodes, which are in met_, unsorted.
  template <class Count>
  std::size_t count(std::span<const Visit> visits, std::vector<Count>& counts) {
    const NodeIndex* const nodes = walks_.nodes.data();
    std::size_t met = 0;
    for (std::size_t k = 0; k < visits.size(); ++k) {
      if (k + kVisitsAhead < visits.size()) {
        const Visit later = visits[k + kVisitsAhead];
        __builtin_prefetch(nodes + later.begin());
        __builtin_prefetch(nodes + later.begin() + later.length() - 1);
      }
      const NodeIndex* const window = nodes + visits[k].begin();
      const std::size_t length = visits[k].length();
      for (std::size_t i = 0; i < length; ++i) {
        const NodeIndex other = window[i];
        met_[met] = other;
        met += counts[other]++ == 0 ? 1 : 0;
      }
    }
    return met;
  }

  /// Removes nodes met fewer than `least` times, and clears their counts. Returns the number of the others.
  template <class Count>
  std::size_t take_out(std::size_t met, std::uint64_t least, std::vector<Count>& counts) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < met; ++i) {
      const NodeIndex other = met_[i];
      const Count times = counts[other];
      const bool is_kept = times >= least;  // nobody can predict it
      met_[kept] = other;
      kept += is_kept ? 1 : 0;
      counts[other] = is_kept ? times : Count{0};
    }
    return kept;
  }

  /// Sorts in time linear in the items: one bit per node, and one bit per word of these bits.
  void sort_by_bits(std::size_t met) {
    for (std::size_t i = 0; i < met; ++i) {
      const std::size_t word = met_[i] / kWordBits;
      words_[word] |= std::uint64_t{1} << (met_[i] % kWordBits);
      summary_[word / kWordBits] |= std::uint64_t{1} << (word % kWordBits);
    }
    std::size_t out = 0;
    for (std::size_t s = 0; s < summary_.size(); ++s) {
      for (; summary_[s] != 0; summary_[s] &= summary_[s] - 1) {
        const std::size_t word = s * kWordBits + static_cast<std::size_t>(std::countr_zero(summary_[s]));
        std::uint64_t bits = words_[word];
        words_[word] = 0;
        for (; bits != 0; bits &= bits - 1) {
          met_[out++] = static_cast<NodeIndex>(word * kWordBits + static_cast<std::size_t>(std::countr_zero(bits)));
        }
      }
    }
  }

  const Walks& walks_;
  std::vector<Narrow> narrow_;       ///< per node; all zero between rows, as is wide_
  std::vector<std::uint64_t> wide_;  ///< empty until a row needs it
  std::vector<NodeIndex> met_;       ///< of the longest row, and one more: repeated nodes are written past the end
  std::vector<std::uint64_t> row_counts_;
  std::vector<std::uint64_t> words_;  ///< all zero between rows, as is summary_
  std::vector<std::uint64_t> summary_;
};

}  // namespace columnar
