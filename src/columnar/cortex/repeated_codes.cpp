#include "columnar/cortex/repeated_codes.hpp"

#define XXH_INLINE_ALL  // header-only: nothing to link
#include <xxhash.h>

#include <algorithm>
#include <bit>

namespace columnar {
namespace {

using Code = std::span<const std::uint16_t>;

Code row_of(std::span<const std::uint16_t> codes, std::size_t active, std::size_t row) {
  return codes.subspan(row * active, active);
}

std::uint64_t hash_of(Code code) noexcept { return XXH3_64bits(code.data(), code.size_bytes()); }

/// The first row of each code: an open-addressing hash table of row numbers, at most half full, in one block of memory.
/// A table that allocates for each code takes as long as the readout itself.
class FirstRows {
 public:
  FirstRows(std::span<const std::uint16_t> codes, std::size_t active)
      : codes_(codes), active_(active), slots_(std::bit_ceil(2 * codes.size() / active + 1), kFree) {}

  /// The first row with the code of this one: itself if no earlier row has it. Rows are entered in order.
  std::uint32_t enter(std::uint32_t row) {
    std::uint32_t& slot = slot_of(row_of(codes_, active_, row));
    slot = std::min(slot, row);
    return slot;
  }
  /// The first row with a code, or kFree.
  [[nodiscard]] std::uint32_t find(Code code) { return slot_of(code); }

  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

 private:
  [[nodiscard]] std::uint32_t& slot_of(Code code) {
    std::size_t at = hash_of(code) & (slots_.size() - 1);
    while (slots_[at] != kFree && !std::ranges::equal(row_of(codes_, active_, slots_[at]), code)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return slots_[at];
  }

  std::span<const std::uint16_t> codes_;
  std::size_t active_;
  std::vector<std::uint32_t> slots_;  ///< the size is a power of two
};

}  // namespace

std::vector<std::size_t> repeated_codes(std::span<const std::uint16_t> codes, std::size_t active,
                                        std::span<const std::span<const std::uint16_t>> taken) {
  const std::size_t rows = codes.size() / active;
  FirstRows first_rows(codes, active);
  std::vector<bool> is_repeated(rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    is_repeated[row] = first_rows.enter(row) != row;
  }
  // The first row of a code is repeated only if `taken` has the code.
  for (const auto others : taken) {
    for (std::size_t row = 0; row < others.size() / active; ++row) {
      if (const std::uint32_t first = first_rows.find(row_of(others, active, row)); first != FirstRows::kFree) {
        is_repeated[first] = true;
      }
    }
  }
  std::vector<std::size_t> repeated;
  for (std::size_t row = 0; row < rows; ++row) {
    if (is_repeated[row]) {
      repeated.push_back(row);
    }
  }
  return repeated;
}

}  // namespace columnar
