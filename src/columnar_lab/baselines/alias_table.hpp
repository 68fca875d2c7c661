#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace columnar {

/// Draws from any finite distribution in constant time (Walker's alias method, in Vose's linear-time form).
class AliasTable {
 public:
  AliasTable() = default;
  /// Weights must be finite and not negative; where all are 0 (or there are none) the table is empty.
  explicit AliasTable(std::span<const double> weights);

  [[nodiscard]] bool empty() const noexcept { return slots_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return slots_.size(); }

  /// The entry that 64 uniform bits stand for; not for an empty table. One product gives the slot (its upper half) and
  /// the place in the slot (its lower half), so one number is enough for both.
  [[nodiscard]] std::uint32_t pick(std::uint64_t bits) const noexcept {
    const Wide product = static_cast<Wide>(bits) * slots_.size();
    const auto slot = static_cast<std::uint64_t>(product >> 64U);
    const auto place = static_cast<std::uint32_t>(static_cast<std::uint64_t>(product) >> 32U);
    return place < slots_[slot].threshold ? static_cast<std::uint32_t>(slot) : slots_[slot].other;
  }

 private:
  __extension__ using Wide = unsigned __int128;  // __extension__: -Wpedantic does not know the type
  struct Slot {
    std::uint32_t threshold;  ///< share of the slot that is its own, of 2^32 − 1
    std::uint32_t other;      ///< whose the rest is
  };
  std::vector<Slot> slots_;
};

}  // namespace columnar
