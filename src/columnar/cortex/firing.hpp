#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/l23_columns.hpp"

namespace columnar {

/// The firing cells of the ranked columns, as bits of L2/3 (column · cells + cell).
[[nodiscard]] std::vector<std::uint16_t> firing_cells(const Activity& activity, const CortexState& state);

/// The response of L2/3 to every node: the cells that fire in its best columns, best first, the same number for each
/// node.
struct Firing {
  std::size_t ranks = 0;
  std::vector<std::uint16_t> cells;  ///< n × ranks, as bits of L2/3
  std::vector<float> scores = {};    ///< n × ranks: scores of their columns

  [[nodiscard]] std::size_t nodes() const noexcept { return ranks == 0 ? 0 : cells.size() / ranks; }
  [[nodiscard]] std::span<const std::uint16_t> of(std::size_t node) const noexcept {
    return {cells.data() + node * ranks, ranks};
  }
  /// Fetches the cells of a node that is read soon: learning jumps about in what does not fit into the cache.
  void prefetch(std::size_t node) const noexcept {
    const std::span<const std::uint16_t> soon = of(node);
    __builtin_prefetch(soon.data());
    __builtin_prefetch(soon.data() + ranks - 1);
  }
  static constexpr std::size_t kNodesAhead = 16;  ///< to prefetch
  [[nodiscard]] std::span<const float> scores_of(std::size_t node) const noexcept {
    return {scores.data() + node * ranks, ranks};
  }
};

/// The forward pass through L2/3 for all nodes, with as many ranks as the readout uses: winners and runners-up.
[[nodiscard]] Firing fire(const L4Codes& l4, const Eligibility& eligibility, const Config& config,
                          const CortexState& state, int threads);

}  // namespace columnar
