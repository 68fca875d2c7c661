#pragma once

#include <cstdint>

#include "columnar/core/progress.hpp"
#include "columnar/graph/edge_changes.hpp"
#include "columnar/model/model.hpp"

namespace columnar {

/// What an update did.
struct UpdateReport {
  ChangeCounts edges;
  std::uint64_t nodes = 0;          ///< in the graph now
  std::uint64_t touched = 0;        ///< with an edge that changed
  std::uint64_t learned = 0;        ///< of these, and of the new ones, walked, shown to the cortex and read again
  std::uint64_t presentations = 0;  ///< pairs that the columns were shown
  std::uint64_t codes_changed = 0;  ///< of the nodes that were there before

  /// Share of the earlier nodes whose code is what it was, bit for bit.
  [[nodiscard]] double unchanged_share() const noexcept {
    const std::uint64_t before = nodes - edges.new_nodes;
    return before == 0 ? 1.0 : 1.0 - static_cast<double>(codes_changed) / static_cast<double>(before);
  }
};

/// Follows a graph whose edges change, without training anew.                         docs/equations.md#update
///
/// A node is learned again once `update_drift` of its edges changed since it last was; smaller drifts add up. Such
/// nodes, and new ones where `policy` admits them, are walked again over the changed graph, find their place in the
/// spectral space by whom they meet, are shown to the columns by the same local rules `update_presentations` times
/// each, once to the readout, and are read. All others keep their coordinates and codes; regions stay where they are.
/// Changes that leave the graph as it was are no update. All at once or nothing: where it throws (apply_changes), the
/// model is as it was.
UpdateReport update(Model& model, const EdgeChanges& changes, NewNodes policy, const RunContext& context);

}  // namespace columnar
