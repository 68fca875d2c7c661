#include "columnar/graph/id_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <compare>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "columnar/core/in_quotes.hpp"
#include "columnar/error.hpp"

namespace columnar {
namespace {

constexpr NodeIndex kFree = std::numeric_limits<NodeIndex>::max();
constexpr std::size_t kFirstSlots = 64;  ///< small: a stream of changes creates an index per portion

/// The finaliser of MurmurHash3: common consecutive ids must not land in consecutive slots of a crowded table.
std::size_t hash_integer(std::uint64_t x) noexcept {
  x = (x ^ (x >> 33U)) * 0xFF51AFD7ED558CCDULL;
  x = (x ^ (x >> 33U)) * 0xC4CEB9FE1A85EC53ULL;
  return static_cast<std::size_t>(x ^ (x >> 33U));
}

std::uint64_t hash_text(std::string_view id) noexcept { return std::hash<std::string_view>{}(id); }

/// Maximum slots probed by one look-up. The table is at most half full, so chance does not fill even 200 in a row
/// among four billion.
constexpr std::size_t kLongestProbe = 4096;

/// Counts the steps of a look-up.
class Probe {
 public:
  explicit Probe(const std::string& place) : place_(place) {}
  void step() {
    if (++steps_ > kLongestProbe) {
      throw Error(ErrorCode::kInput, place_ + ": too many ids collide in the table of ids, as if chosen to");
    }
  }

 private:
  const std::string& place_;
  std::size_t steps_ = 0;
};

}  // namespace

std::optional<std::int64_t> parse_canonical_integer(std::string_view text) noexcept {
  const bool negative = !text.empty() && text.front() == '-';
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || (digits.front() == '0' && (negative || digits.size() > 1))) {
    return std::nullopt;
  }
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

IdIndex::IdIndex(NodeIds ids, std::string place) : place_(std::move(place)), ids_(std::move(ids)) { rebuild(); }

bool IdIndex::is_direct(std::int64_t id) const noexcept { return static_cast<std::uint64_t>(id) < direct_.size(); }

std::size_t IdIndex::slot_of(std::int64_t id) const {
  const auto key = static_cast<std::uint64_t>(id);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_integer(key) & mask;
  for (Probe probe(place_); slots_[slot].row != kFree && slots_[slot].key != key; probe.step()) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::size_t IdIndex::slot_of(std::string_view id, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (Probe probe(place_);
       slots_[slot].row != kFree && (slots_[slot].key != hash || ids_.texts[slots_[slot].row] != id); probe.step()) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

/// Enters the id of a row into the array or the table; a repeated id keeps its first row.
void IdIndex::insert(std::size_t row) {
  const auto number = static_cast<NodeIndex>(row);
  if (!ids_.are_text() && is_direct(ids_.integers[row])) {
    NodeIndex& entry = direct_[static_cast<std::size_t>(ids_.integers[row])];
    entry = std::min(entry, number);  // kFree is the largest value
    return;
  }
  const std::uint64_t key =
      ids_.are_text() ? hash_text(ids_.texts[row]) : static_cast<std::uint64_t>(ids_.integers[row]);
  const std::size_t slot = ids_.are_text() ? slot_of(ids_.texts[row], key) : slot_of(ids_.integers[row]);
  if (slots_[slot].row == kFree) {
    slots_[slot] = {key, number};
    ++used_slots_;
  }
}

/// Rebuilds array and table, the table large enough for twice the ids outside the array.
void IdIndex::rebuild() {
  std::fill(direct_.begin(), direct_.end(), kFree);
  std::size_t outside = 0;
  for (std::size_t row = 0; row < size(); ++row) {
    outside += ids_.are_text() || !is_direct(ids_.integers[row]) ? 1 : 0;
  }
  slots_.assign(std::max(kFirstSlots, std::bit_ceil(4 * outside)), Slot{0, kFree});
  used_slots_ = 0;
  for (std::size_t row = 0; row < size(); ++row) {
    insert(row);
  }
}

void IdIndex::turn_to_text() {
  ids_.texts.reserve(ids_.integers.size() + 1);
  for (const std::int64_t id : ids_.integers) {
    ids_.texts.push_back(std::to_string(id));
  }
  std::vector<std::int64_t>().swap(ids_.integers);
  std::vector<NodeIndex>().swap(direct_);
  rebuild();
}

NodeIndex IdIndex::row_of_integer(std::int64_t id) {
  const NodeIndex known = is_direct(id) ? direct_[static_cast<std::size_t>(id)] : slots_[slot_of(id)].row;
  if (known != kFree) {
    return known;
  }
  const std::size_t row = size();
  ids_.integers.push_back(id);
  if (id >= 0 && !is_direct(id) && static_cast<std::uint64_t>(id) < 4 * size() + kFirstSlots) {
    direct_.resize(std::bit_ceil(static_cast<std::size_t>(id) + 1));
    rebuild();
  } else if (2 * (used_slots_ + 1) > slots_.size()) {
    rebuild();
  } else {
    insert(row);
  }
  return static_cast<NodeIndex>(row);
}

NodeIndex IdIndex::row_of_text(std::string_view id) {
  const NodeIndex known = slots_[slot_of(id, hash_text(id))].row;
  if (known != kFree) {
    return known;
  }
  const std::size_t row = size();
  ids_.texts.emplace_back(id);
  if (2 * (used_slots_ + 1) > slots_.size()) {
    rebuild();
  } else {
    insert(row);
  }
  return static_cast<NodeIndex>(row);
}

NodeIndex IdIndex::row_of(std::string_view id) {
  if (slots_.empty()) {
    rebuild();
  }
  if (!ids_.are_text()) {
    if (const auto number = parse_canonical_integer(id)) {
      return row_of_integer(*number);
    }
    turn_to_text();
  }
  return row_of_text(id);
}

std::optional<NodeIndex> IdIndex::find(std::string_view id) const {
  NodeIndex row = kFree;
  if (slots_.empty()) {
    return std::nullopt;
  }
  if (ids_.are_text()) {
    row = slots_[slot_of(id, hash_text(id))].row;
  } else if (const auto number = parse_canonical_integer(id)) {
    row = is_direct(*number) ? direct_[static_cast<std::size_t>(*number)] : slots_[slot_of(*number)].row;
  }
  return row == kFree ? std::nullopt : std::optional<NodeIndex>(row);
}

NodeIds IdIndex::take_ids() && {
  slots_.clear();
  direct_.clear();
  return std::exchange(ids_, NodeIds{});
}

namespace {

/// True if the numbers are distinct and so close together that a bit for each possible one takes no more memory than
/// they do. False says nothing.
bool are_close_and_distinct(std::span<const std::int64_t> numbers) {
  constexpr std::uint64_t kBitsEach = 64;
  const auto [least, largest] = std::ranges::minmax(numbers);
  const std::uint64_t range = static_cast<std::uint64_t>(largest) - static_cast<std::uint64_t>(least);
  if (range / kBitsEach >= numbers.size()) {
    return false;
  }
  std::vector<bool> seen(range + 1);
  for (const std::int64_t number : numbers) {
    const std::uint64_t at = static_cast<std::uint64_t>(number) - static_cast<std::uint64_t>(least);
    if (seen[at]) {
      return false;
    }
    seen[at] = true;
  }
  return true;
}

}  // namespace

void require_distinct_ids(const NodeIds& ids, const std::string& place, ErrorCode code) {
  const std::vector<std::int64_t>& numbers = ids.integers;
  if (!ids.are_text() && (std::ranges::adjacent_find(numbers, std::greater_equal<>()) == numbers.end() ||
                          are_close_and_distinct(numbers))) {
    return;  // ascending, as in most files, or seen at a glance
  }
  // Rows sorted by the hash of their ids instead of a table: avoids copies of long texts.
  std::vector<std::uint64_t> keys(ids.size());
  std::vector<NodeIndex> rows(ids.size());
  for (NodeIndex row = 0; row < ids.size(); ++row) {
    keys[row] = ids.are_text() ? hash_text(ids.texts[row]) : static_cast<std::uint64_t>(numbers[row]);
    rows[row] = row;
  }
  const auto order = [&](NodeIndex a, NodeIndex b) {  // by key, then by text; equal integer keys are equal ids
    const auto by_key = keys[a] <=> keys[b];
    return by_key != 0 || !ids.are_text() ? by_key : ids.texts[a] <=> ids.texts[b];
  };
  std::ranges::sort(rows, [&](NodeIndex a, NodeIndex b) {
    const auto by_id = order(a, b);
    return by_id == 0 ? a < b : by_id < 0;
  });
  std::size_t repeat = 0;  // first row whose id is repeated
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (order(rows[i - 1], rows[i]) == 0 && (repeat == 0 || rows[i] < rows[repeat])) {
      repeat = i;
    }
  }
  if (repeat > 0) {
    throw Error(code, fmt::format("{}: nodes {} and {} have the same id {}", place, rows[repeat - 1], rows[repeat],
                                  in_quotes(ids.name(rows[repeat]))));
  }
}

}  // namespace columnar
