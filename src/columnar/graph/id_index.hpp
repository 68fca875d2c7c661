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

/// The value of text that is exactly how a 64-bit signed integer is printed ("7", "-3", "0"); nothing for "007", "+7",
/// "-0", "7.0" or anything larger. Only such ids can be kept as numbers and still come back unchanged.
[[nodiscard]] std::optional<std::int64_t> parse_canonical_integer(std::string_view text) noexcept;

/// From ids, as text in a file, to rows, numbered in the order of first appearance.
///
/// Starts with integers and turns to text at the first id that is no canonical integer; since a canonical integer
/// prints as it was read, nothing is lost by having begun with numbers.
///
/// Look-ups are most of what reading an edge list costs, and their cache misses most of that. So integers from 0 up to
/// about four times the number of ids are looked up in a plain array, as most files number their nodes; all other ids
/// in an open-addressing table whose slots hold the integer itself, or the hash of the text, beside the row. Ids that
/// were chosen to land in one place of it would take for ever: they are Error(kInput).
class IdIndex {
 public:
  /// `place`, the file of the ids, begins the message of the error.
  explicit IdIndex(std::string place = "node ids") : place_(std::move(place)) {}
  /// An index of ids that are already in order. An id that occurs twice keeps its first row.
  explicit IdIndex(NodeIds ids, std::string place = "node ids");

  /// The row of an id, a new one at its first appearance. The caller watches size().
  [[nodiscard]] NodeIndex row_of(std::string_view id);
  /// The row of an id, if it has one.
  [[nodiscard]] std::optional<NodeIndex> find(std::string_view id) const;

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  /// Hands out the ids in row order; the index is empty afterwards.
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
  std::vector<NodeIndex> direct_;  ///< row of each integer below its size
  std::vector<Slot> slots_;        ///< a power of two, at most half full
  std::size_t used_slots_ = 0;
};

/// Throws an Error that begins with `place` and names the first node whose id an earlier one has.
void require_distinct_ids(const NodeIds& ids, const std::string& place, ErrorCode code);

}  // namespace columnar
