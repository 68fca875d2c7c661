#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/node_ids.hpp"

namespace columnar {

/// Parses text that is exactly how a 64-bit signed integer is printed ("7", "-3", "0"); empty for "007", "+7",
/// "-0", "7.0" or anything larger. Only such ids can be stored as numbers and still round-trip unchanged.
[[nodiscard]] std::optional<std::int64_t> parse_canonical_integer(std::string_view text) noexcept;

/// Maps ids, as text in a file, to rows, numbered in the order of first appearance.
///
/// Starts with integers and converts to text at the first id that is not a canonical integer. A canonical integer
/// prints
/// as it was read, so nothing is lost.
///
/// Look-ups dominate the cost of reading an edge list, and cache misses dominate look-ups. So integers from 0 up to
/// about four times the number of ids use a plain array, because most files number their nodes; all other ids
/// use an open-addressing table whose slots hold the integer, or the hash of the text, with the row. Ids
/// chosen to collide in it would make it quadratic: they throw Error(kInput).
class IdIndex {
 public:
  /// Error messages begin with `place`, the file of the ids.
  explicit IdIndex(std::string place = "node ids") : place_(std::move(place)) {}
  /// An index of ids already in row order. A repeated id keeps its first row.
  explicit IdIndex(NodeIds ids, std::string place = "node ids");

  /// The row of an id; a new id gets the next row. The caller checks size().
  [[nodiscard]] NodeIndex row_of(std::string_view id);
  /// The row of an id, if known.
  [[nodiscard]] std::optional<NodeIndex> find(std::string_view id) const;

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  /// Moves out the ids in row order; the index is empty afterwards.
  [[nodiscard]] NodeIds take_ids() &&;

 private:
  struct Slot {
    std::uint64_t key;
    NodeIndex row;
  };

  [[nodiscard]] bool is_direct(std::int64_t id) const noexcept;
  [[nodiscard]] std::size_t slot_of(std::int64_t id) const;
  [[nodiscard]] std::size_t slot_of(std::string_view id, std::uint64_t hash) const;
  [[nodiscard]] NodeIndex row_of_integer(std::int64_t id);
  [[nodiscard]] NodeIndex row_of_text(std::string_view id);
  void insert(std::size_t row);
  void rebuild();
  void turn_to_text();

  std::string place_;
  NodeIds ids_;
  std::vector<NodeIndex> direct_;  ///< row of each small integer
  std::vector<Slot> slots_;        ///< a power of two, at most half full
  std::size_t used_slots_ = 0;
};

/// Throws an Error that begins with `place` and names the first repeated id.
void require_distinct_ids(const NodeIds& ids, const std::string& place, ErrorCode code);

}  // namespace columnar
