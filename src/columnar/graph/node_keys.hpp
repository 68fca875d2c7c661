#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "columnar/node_ids.hpp"

namespace columnar {

/// Keys of a node's random draws: its row, as in training, or the hash of its id for a node added later.
/// The rows of new nodes depend on the batch; their draws must not.
class NodeKeys {
 public:
  /// Every node by its row.
  NodeKeys() = default;
  /// Rows from `first_new` on by the hash of their id.
  NodeKeys(const NodeIds& ids, NodeIndex first_new);

  [[nodiscard]] std::uint64_t operator()(NodeIndex node) const noexcept {
    return node < first_new_ ? node : new_keys_[node - first_new_];
  }

 private:
  NodeIndex first_new_ = ~NodeIndex{0};
  std::vector<std::uint64_t> new_keys_;
};

}  // namespace columnar
