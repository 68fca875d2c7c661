#include "columnar/search/hit_collector.hpp"

#include <algorithm>

namespace columnar {

void HitCollector::offer(NodeIndex row, Rank rank) {
  if (rank < needed_ || rank.shared() < least_ || std::binary_search(left_out_.begin(), left_out_.end(), row)) {
    return;
  }
  if (full()) {
    std::pop_heap(kept_.begin(), kept_.end(), better);
    kept_.back() = {rank, row};
    std::push_heap(kept_.begin(), kept_.end(), better);
  } else {
    kept_.push_back({rank, row});
    if (!full()) {
      return;
    }
    std::make_heap(kept_.begin(), kept_.end(), better);
  }
  expect(kept_.front().rank.next());
}

std::vector<Hit> HitCollector::take() {
  std::sort(kept_.begin(), kept_.end(), better);
  std::vector<Hit> hits;
  hits.reserve(kept_.size());
  for (const Kept& kept : kept_) {
    hits.push_back({kept.row, kept.rank.near(), kept.rank.overlap(), kept.rank.rarity(), 0.0});
  }
  kept_.clear();
  return hits;
}

}  // namespace columnar
