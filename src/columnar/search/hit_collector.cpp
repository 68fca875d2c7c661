#include "columnar/search/hit_collector.hpp"

#include <algorithm>
#include <utility>

namespace columnar {
namespace {

bool better(const Hit& a, const Hit& b) noexcept {
  return a.overlap != b.overlap ? a.overlap > b.overlap : a.row < b.row;
}

}  // namespace

void HitCollector::offer(NodeIndex row, std::uint32_t overlap) {
  if (overlap < needed_ || std::binary_search(left_out_.begin(), left_out_.end(), row)) {
    return;
  }
  if (kept_.size() == k_) {
    std::pop_heap(kept_.begin(), kept_.end(), better);
    kept_.back() = {row, overlap, 0.0};
    std::push_heap(kept_.begin(), kept_.end(), better);
  } else {
    kept_.push_back({row, overlap, 0.0});
    if (kept_.size() < k_) {
      return;
    }
    std::make_heap(kept_.begin(), kept_.end(), better);
  }
  needed_ = kept_.front().overlap + 1;
}

std::vector<Hit> HitCollector::take() {
  std::sort(kept_.begin(), kept_.end(), better);
  return std::exchange(kept_, {});
}

}  // namespace columnar
