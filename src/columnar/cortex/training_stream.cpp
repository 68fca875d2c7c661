#include "columnar/cortex/training_stream.hpp"

#include <algorithm>

#include "columnar/core/parallel.hpp"

namespace columnar {

TrainingStream::TrainingStream(const Walks& walks, const Ppmi& ppmi, const Config& config, const RunContext& context)
    : walks_(walks),
      ppmi_(ppmi),
      window_(std::min(config.walks.window, std::max(1U, config.walks.walk_length - 1))),
      balanced_(config.training.balanced),
      random_(config.seed, Purpose::kPairSampling) {
  const std::size_t per_node = walks.count() / std::max<std::size_t>(1, ppmi.node_count());
  for (NodeIndex v = 0; v < ppmi.node_count(); ++v) {
    if (balanced_ ? ppmi.entries_of(v) > 0 : walks.walk(v * per_node).size() > 1) {
      nodes_.push_back(ppmi.first + v);
    }
  }
  nodes_ = gather_all(ranks_of(context), std::span<const NodeIndex>(nodes_));
}

Presentation TrainingStream::at(std::uint64_t t) const noexcept {
  if (!balanced_) {
    return from_walks(t);
  }
  const NodeIndex v = node_at(t);
  const Ppmi::Entry entry = ppmi_.entry(v - ppmi_.first, entry_at(t));
  return {v, entry.column, entry.value};
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

std::vector<Presentation> draw_presentations(const Walks& walks, const Ppmi& ppmi, const Config& config,
                                             const RunContext& context) {
  constexpr std::size_t kDrawnPerBlock = 1024;
  Ranks& ranks = ranks_of(context);
  const TrainingStream stream(walks, ppmi, config, context);
  std::vector<Presentation> shown(stream.empty() ? 0 : presentation_count(config.training, ppmi.column_count()));
  const auto draw = [&](std::size_t count, const auto& number_of, std::vector<Presentation>& out) {
    parallel_blocks(context.threads, count, kDrawnPerBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        out[i] = stream.at(number_of(i));
      }
    });
  };
  if (ranks.is_alone()) {
    draw(
        shown.size(), [](std::size_t t) { return t; }, shown);
    return shown;
  }
  // Each rank draws those of its own nodes.
  const RowShares shares = RowShares::of(ranks, ppmi.node_count());
  std::vector<std::uint64_t> own;
  for (std::uint64_t t = 0; t < shown.size(); ++t) {
    if (shares.has(stream.node_at(t))) {
      own.push_back(t);
    }
  }
  std::vector<Presentation> drawn(own.size());
  draw(
      own.size(), [&own](std::size_t i) { return own[i]; }, drawn);
  drawn = gather_all(ranks, std::span<const Presentation>(drawn));
  own = gather_all(ranks, std::span<const std::uint64_t>(own));
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    shown[own[i]] = drawn[i];
  }
  return shown;
}

}  // namespace columnar
