#include "columnar/ppmi/pair_counts.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <mutex>
#include <vector>

#include "columnar/core/parallel.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 16;
constexpr std::size_t kVisitsAhead = 16;

/// Gathers rows, one after another; one a thread.
class RowCounter {
 public:
  RowCounter(const Walks& walks, std::size_t node_count)
      : nodes_(walks.nodes.data()),
        counts_(node_count, 0),
        met_(node_count + 1),
        row_counts_(node_count),
        words_(node_count / kWordBits + 1, 0),
        summary_(words_.size() / kWordBits + 1, 0) {}

  /// The row, until the next call.
  PairRow gather(NodeIndex node, std::span<const Visit> visits) {
    std::size_t met = count(visits);
    if (met > 0) {
      counts_[node] = 0;  // itself, in every window
      met = take_out(node, met);
      if (summary_.size() > kWordsPerSorted * met) {
        sort(met);
      } else {
        sort_by_bits(met);
      }
    }
    for (std::size_t i = 0; i < met; ++i) {
      row_counts_[i] = counts_[met_[i]];
      counts_[met_[i]] = 0;
    }
    return {node, {met_.data(), met}, {row_counts_.data(), met}};
  }

 private:
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kWordsPerSorted = 4;  ///< sorting an item costs as much as looking at so many words

  /// Counts whom the visits meet; returns how many different nodes they are, which stand in met_ as they came.
  std::size_t count(std::span<const Visit> visits) {
    std::size_t met = 0;
    for (std::size_t k = 0; k < visits.size(); ++k) {
      if (k + kVisitsAhead < visits.size()) {
        const Visit later = visits[k + kVisitsAhead];
        __builtin_prefetch(nodes_ + later.begin());
        __builtin_prefetch(nodes_ + later.begin() + later.length() - 1);
      }
      const NodeIndex* const window = nodes_ + visits[k].begin();
      const std::size_t length = visits[k].length();
      for (std::size_t i = 0; i < length; ++i) {
        const NodeIndex other = window[i];
        met_[met] = other;
        met += counts_[other]++ == 0 ? 1 : 0;
      }
    }
    return met;
  }

  /// Removes the node itself, which is the one without a count.
  std::size_t take_out(NodeIndex node, std::size_t met) {
    *std::find(met_.begin(), met_.begin() + static_cast<std::ptrdiff_t>(met), node) = met_[met - 1];
    return met - 1;
  }

  void sort(std::size_t met) { std::sort(met_.begin(), met_.begin() + static_cast<std::ptrdiff_t>(met)); }

  /// The same in time that grows with the items: a bit for every node, and a bit for every word of these.
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

  const NodeIndex* nodes_;
  std::vector<std::uint32_t> counts_;  ///< of every node; all zero between rows
  std::vector<NodeIndex> met_;         ///< one place more than nodes: what is already there is written, too
  std::vector<std::uint32_t> row_counts_;
  std::vector<std::uint64_t> words_;  ///< all zero between rows, as the next
  std::vector<std::uint64_t> summary_;
};

/// Lends a counter to each block that is under way: there are as many as threads, not as blocks.
class RowCounters {
 public:
  RowCounters(const Walks& walks, std::size_t node_count) : walks_(walks), node_count_(node_count) {}

  std::unique_ptr<RowCounter> borrow() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<RowCounter> counter = std::move(idle_.back());
        idle_.pop_back();
        return counter;
      }
    }
    return std::make_unique<RowCounter>(walks_, node_count_);
  }
  void give_back(std::unique_ptr<RowCounter> counter) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(counter));
  }

 private:
  const Walks& walks_;
  std::size_t node_count_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<RowCounter>> idle_;
};

}  // namespace

void count_pair_rows(const Walks& walks, Visits& visits, std::uint64_t slab_visits, PairRowSink& sink,
                     const RunContext& context) {
  const std::size_t nodes = visits.marginals().counts.size();
  const std::size_t portion = kPortionRows * static_cast<std::size_t>(std::max(1, context.threads));
  RowCounters counters(walks, nodes);
  for (NodeIndex first = 0; first < nodes;) {
    const NodeIndex last = visits.slab_end(first, slab_visits);
    visits.list(first, last, context.threads);
    for (std::size_t from = first; from < last; from += portion) {
      const std::size_t rows = std::min<std::size_t>(portion, last - from);
      const std::size_t blocks = (rows + kRowsPerBlock - 1) / kRowsPerBlock;
      sink.begin_portion(blocks);
      parallel_blocks(context.threads, rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
        std::unique_ptr<RowCounter> counter = counters.borrow();
        for (std::size_t i = begin; i < end; ++i) {
          const auto node = static_cast<NodeIndex>(from + i);
          sink.row(begin / kRowsPerBlock, counter->gather(node, visits.of(node)));
        }
        counters.give_back(std::move(counter));
      });
      sink.end_portion(blocks);
      context.advance(static_cast<double>(from + rows) / static_cast<double>(nodes));
    }
    first = last;
  }
}

}  // namespace columnar
