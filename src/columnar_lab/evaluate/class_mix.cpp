#include "columnar_lab/evaluate/class_mix.hpp"

#include <algorithm>
#include <functional>

namespace columnar {

void ClassCounter::add(std::size_t node) {
  ++nodes_;
  if (labels_ != nullptr && labels_->classes[node] != Labels::kUnknown) {
    ++counts_[static_cast<std::size_t>(labels_->classes[node])];
  }
}

ClassMix ClassCounter::mix() const {
  ClassMix mix;
  mix.nodes = nodes_;
  for (std::size_t label = 0; label < counts_.size(); ++label) {
    mix.labelled += counts_[label];
    if (counts_[label] > 0) {
      mix.classes.push_back({static_cast<std::int32_t>(label), counts_[label]});
    }
  }
  std::ranges::stable_sort(mix.classes, std::ranges::greater{}, &ClassMix::Count::nodes);
  return mix;
}

}  // namespace columnar
