#include "columnar/cortex/training_stream.hpp"

#include <algorithm>

#include "columnar/core/parallel.hpp"

namespace columnar {

TrainingStream::TrainingStream(const Walks& walks, const Ppmi& ppmi, const Config& config)
    : walks_(walks),
      ppmi_(ppmi),
      window_(std::min(config.walks.window, std::max(1U, config.walks.walk_length - 1))),
      balanced_(config.training.balanced),
      random_(config.seed, Purpose::kPairSampling) {
  const std::size_t per_node = walks.count() / std::max<std::size_t>(1, ppmi.node_count());
  for (NodeIndex v = 0; v < ppmi.node_count(); ++v) {
    if (balanced_ ? ppmi.entries_of(v) > 0 : walks.walk(v * per_node).size() > 1) {
      nodes_.push_back(v);
    }
  }
}

TrainingStream::Draw TrainingStream::balanced_draw(std::uint64_t t) const noexcept {
  const NodeIndex v = nodes_[random_.below(nodes_.size(), t, 0)];
  return {v, random_.below(ppmi_.entries_of(v), t, 1)};
}

Presentation TrainingStream::at(std::uint64_t t) const noexcept {
  if (!balanced_) {
    return from_walks(t);
  }
  const Draw draw = balanced_draw(t);
  const Ppmi::Entry entry = ppmi_.entry(draw.v, draw.entry);
  return {draw.v, entry.column, entry.value};
}

Presentation TrainingStream::from_walks(std::uint64_t t) const noexcept {
  const std::size_t per_node = walks_.count() / ppmi_.node_count();
  for (std::uint64_t draw = 0;; draw += 5) {
    const NodeIndex start = nodes_[random_.below(nodes_.size(), t, draw)];
    const auto walk = walks_.walk(start * per_node + random_.below(per_node, t, draw + 1));
    const auto j = static_cast<std::int64_t>(random_.below(walk.size(), t, draw + 2));
    const auto step = static_cast<std::int64_t>(random_.below(window_, t, draw + 3)) + 1;
    const std::int64_t i = (random_.bits(t, draw + 4) & 1U) != 0 ? j + step : j - step;
    if (i >= 0 && i < static_cast<std::int64_t>(walk.size())) {
      const NodeIndex v = walk[static_cast<std::size_t>(j)];
      const NodeIndex u = walk[static_cast<std::size_t>(i)];
      if (v != u) {
        return {v, u, ppmi_.at(v, u)};
      }
    }
  }
}

std::uint64_t presentation_count(const TrainingConfig& config, std::size_t nodes) noexcept {
  return std::min(config.presentations, static_cast<std::uint64_t>(config.presentations_per_node) * nodes);
}

std::vector<Presentation> draw_presentations(const Walks& walks, const Ppmi& ppmi, const Config& config, int threads) {
  constexpr std::size_t kDrawnPerBlock = 1024;
  const TrainingStream stream(walks, ppmi, config);
  std::vector<Presentation> shown(stream.empty() ? 0 : presentation_count(config.training, ppmi.node_count()));
  parallel_blocks(threads, shown.size(), kDrawnPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      shown[t] = stream.at(t);
    }
  });
  return shown;
}

}  // namespace columnar
