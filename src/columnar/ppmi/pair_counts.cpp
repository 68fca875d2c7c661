#include "columnar/ppmi/pair_counts.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "columnar/core/parallel.hpp"
#include "columnar/ppmi/row_counter.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 16;

/// Lends a counter to each running block: one per thread, not one per block.
class RowCounters {
 public:
  RowCounters(const Walks& walks, std::size_t node_count) : walks_(walks), node_count_(node_count) {}

  std::unique_ptr<RowCounter<>> borrow() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<RowCounter<>> counter = std::move(idle_.back());
        idle_.pop_back();
        return counter;
      }
    }
    return std::make_unique<RowCounter<>>(walks_, node_count_);
  }
  void give_back(std::unique_ptr<RowCounter<>> counter) {
    const std::lock_guard<std::mutex> lock(mutex_);
    idle_.push_back(std::move(counter));
  }

 private:
  const Walks& walks_;
  std::size_t node_count_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<RowCounter<>>> idle_;
};

}  // namespace

void count_pair_rows(const Walks& walks, Visits& visits, NodeIndex node_count, std::uint64_t slab_visits,
                     PairRowSink& sink, const RunContext& context, std::uint64_t least) {
  const NodeRange& nodes = visits.nodes();
  const std::size_t portion = kPortionRows * static_cast<std::size_t>(std::max(1, context.threads));
  RowCounters counters(walks, node_count);
  for (NodeIndex first = nodes.first; first < nodes.last;) {
    const NodeIndex last = visits.slab_end(first, slab_visits);
    visits.list(first, last, context.threads);
    for (std::size_t from = first; from < last; from += portion) {
      const std::size_t rows = std::min<std::size_t>(portion, last - from);
      const std::size_t blocks = (rows + kRowsPerBlock - 1) / kRowsPerBlock;
      sink.begin_portion(blocks);
      parallel_blocks(context.threads, rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
        std::unique_ptr<RowCounter<>> counter = counters.borrow();
        for (std::size_t i = begin; i < end; ++i) {
          const auto node = static_cast<NodeIndex>(from + i);
          sink.row(begin / kRowsPerBlock, counter->gather(node, visits.of(node), least));
        }
        counters.give_back(std::move(counter));
      });
      sink.end_portion(blocks);
      context.advance(static_cast<double>(from + rows - nodes.first) / static_cast<double>(nodes.last - nodes.first));
    }
    first = last;
  }
}

void count_pair_rows(const Walks& walks, Visits& visits, std::uint64_t slab_visits, PairRowSink& sink,
                     const RunContext& context, std::uint64_t least) {
  count_pair_rows(walks, visits, visits.nodes().last, slab_visits, sink, context, least);
}

}  // namespace columnar
