#include "columnar/ppmi/walk_slabs.hpp"

#include <algorithm>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/stage_meter.hpp"

namespace columnar {
namespace {

constexpr std::uint64_t kMostSlabs = 16;    ///< each takes a pass over the walks
constexpr std::size_t kNodesPerTask = 256;  ///< for each slab: as few as are worth a task
constexpr std::size_t kTasksPerExchange = 16;

}  // namespace

WalkSlabs::WalkSlabs(const Walks& own, NodeIndex node_count, const RunContext& context,
                     std::uint64_t own_bytes_per_slab)
    : own_(own), ranks_(ranks_of(context)), threads_(context.threads), shares_(ranks_, node_count) {
  if (ranks_.is_alone()) {
    return;
  }
  per_node_ = shares_.count() == 0 ? 0 : own.nodes.size() / shares_.count();
  const std::uint64_t most = largest_of(ranks_, own.nodes.size() * sizeof(NodeIndex));
  count_ = std::clamp<std::uint64_t>(most / own_bytes_per_slab, 1, kMostSlabs);
  for (int rank = 0; rank < ranks_.size(); ++rank) {
    const std::size_t blocks = (shares_.count_of(rank) + RowShares::kBlock - 1) / RowShares::kBlock;
    for (std::size_t block = 0; block < blocks; ++block) {
      owner_.push_back(static_cast<std::uint16_t>(rank));
      slab_.push_back(static_cast<std::uint16_t>(block * count_ / blocks));
    }
  }
}

NodeRange WalkSlabs::rows(std::size_t slab) const noexcept {
  if (ranks_.is_alone()) {
    return {0, static_cast<NodeIndex>(shares_.all())};
  }
  const auto first = slab_.begin() + static_cast<std::ptrdiff_t>(shares_.first() / RowShares::kBlock);
  const auto last = first + static_cast<std::ptrdiff_t>((shares_.count() + RowShares::kBlock - 1) / RowShares::kBlock);
  const auto row_of = [&](auto block) {
    return static_cast<NodeIndex>(
        std::min(shares_.last(), shares_.first() + static_cast<std::size_t>(block - first) * RowShares::kBlock));
  };
  return {row_of(std::lower_bound(first, last, slab)), row_of(std::upper_bound(first, last, slab))};
}

void WalkSlabs::select(std::size_t slab, std::size_t first_node, std::size_t last_node,
                       std::vector<Ranks::Bytes>& out) const {
  std::vector<std::size_t> sent_to(out.size(), ~std::size_t{0});
  for (std::size_t w = first_node * per_node_; w < last_node * per_node_; w += own_.length) {
    const std::span<const NodeIndex> walk(own_.nodes.data() + w, own_.length);
    for (const NodeIndex node : walk) {
      if (node == Walks::kEnd) {
        break;
      }
      const std::size_t block = node / RowShares::kBlock;
      if (slab_[block] == slab && std::exchange(sent_to[owner_[block]], w) != w) {
        const auto bytes = std::as_bytes(walk);
        out[owner_[block]].insert(out[owner_[block]].end(), bytes.begin(), bytes.end());
      }
    }
  }
}

const Walks& WalkSlabs::fetch(std::size_t slab) {
  if (ranks_.is_alone()) {
    return own_;
  }
  fetched_.length = own_.length;
  fetched_.nodes.clear();
  return_freed_memory();  // what messages and rows of the slab before took
  const auto size = static_cast<std::size_t>(ranks_.size());
  for_blocks_together(
      ranks_, shares_.count(), kNodesPerTask * kTasksPerExchange * count_, [&](std::size_t begin, std::size_t end) {
        std::vector<Ranks::Bytes> out(size);
        const std::size_t nodes_per_task = kNodesPerTask * count_;
        std::vector<std::vector<Ranks::Bytes>> parts((end - begin + nodes_per_task - 1) / nodes_per_task);
        parallel_blocks(threads_, end - begin, nodes_per_task, [&](std::size_t from, std::size_t to) {
          std::vector<Ranks::Bytes>& part = parts[from / nodes_per_task];
          part.resize(size);
          select(slab, begin + from, begin + to, part);
        });
        for (std::vector<Ranks::Bytes>& part : parts) {
          for (std::size_t rank = 0; rank < size; ++rank) {
            out[rank].insert(out[rank].end(), part[rank].begin(), part[rank].end());
          }
          part.clear();
        }
        for (const Ranks::Bytes& bytes : ranks_.exchange(out)) {
          const std::size_t at = fetched_.nodes.size();
          fetched_.nodes.resize(at + bytes.size() / sizeof(NodeIndex));
          std::copy(bytes.begin(), bytes.end(), std::as_writable_bytes(std::span(fetched_.nodes).subspan(at)).begin());
        }
      });
  return fetched_;
}

}  // namespace columnar
