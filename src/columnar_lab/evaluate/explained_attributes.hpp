#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/codes.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// An attribute that two nodes have.
struct SharedAttribute {
  std::uint32_t column = 0;
  std::uint64_t nodes = 0;  ///< that have it
};

/// An attribute that is more frequent among some nodes than among all.
struct TypicalAttribute {
  std::uint32_t column = 0;
  double share = 0.0;         ///< of these nodes
  double share_of_all = 0.0;  ///< of all nodes
};

/// The attributes of nodes, to be asked what they have in common. An attribute of value 0 counts as none. They must
/// outlive this.
class ExplainedAttributes {
 public:
  explicit ExplainedAttributes(const Attributes& attributes);

  /// The attributes of both nodes, those of fewest nodes first.
  [[nodiscard]] std::vector<SharedAttribute> shared(NodeIndex first, NodeIndex second) const;

  /// At most so many attributes that tell some nodes from all, the most telling first: by p · ln(p / q), where p is the
  /// share of the nodes that have it and q that of all nodes (the terms of the Kullback-Leibler divergence). Two of the
  /// nodes or more have each.
  [[nodiscard]] std::vector<TypicalAttribute> typical(std::span<const NodeIndex> nodes, std::size_t most) const;

 private:
  /// The distinct columns of a node, ascending.
  [[nodiscard]] std::vector<std::uint32_t> columns_of(NodeIndex node) const;

  const Attributes& attributes_;
  std::vector<std::uint64_t> nodes_with_;  ///< per column
};

/// The nodes that use the column of a bit, with whatever cell, or have the bit of L5a.
[[nodiscard]] std::vector<NodeIndex> nodes_of_column(const SdrTable& codes, std::uint16_t bit);

}  // namespace columnar
