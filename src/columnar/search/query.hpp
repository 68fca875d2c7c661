#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/graph/node_ids.hpp"
#include "columnar/sdr/sdr_table.hpp"

namespace columnar {

/// What is searched for: any set of bits, be it a code, a part of one, or a union of several.
struct Query {
  std::vector<std::uint16_t> bits;  ///< in any order; a bit given twice counts once
  std::vector<NodeIndex> left_out;  ///< rows that are no answer, such as the node asked about; in any order
};

/// A row that answers a query.
struct Hit {
  NodeIndex row = 0;
  std::uint32_t near = 0;     ///< neurons of L6 that it shares with the query; 0 where the codes have no L6
  std::uint32_t overlap = 0;  ///< bits of the other layers that it shares; of codes that are L6 alone, the same as near
  std::uint32_t rarity = 0;   ///< of all bits shared: the sum of theirs                docs/equations.md#rank
  double chance = 0.0;        ///< how often codes of this table share as much          docs/equations.md#chance

  bool operator==(const Hit&) const = default;
};

/// The bits of any row of `like` that no row of `unlike` has; none of these rows is an answer.
///
/// Taking bits away, instead of marking rows down for having them, keeps the overlap a plain count: a node scores by
/// what it shares with `like` alone. The rows must exist.
[[nodiscard]] Query query_like(const SdrTable& table, std::span<const NodeIndex> like,
                               std::span<const NodeIndex> unlike = {});
/// The same for codes that lie elsewhere: `active` bits of one row after the other.
[[nodiscard]] Query query_like(std::span<const std::uint16_t> codes, std::size_t active,
                               std::span<const NodeIndex> like, std::span<const NodeIndex> unlike = {});

}  // namespace columnar
