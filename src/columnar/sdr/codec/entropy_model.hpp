#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/sdr/codec/range_coder.hpp"

namespace columnar {

/// A weight in one byte: 16 to 31 times a power of two, so that consecutive weights differ by at most a sixteenth.
[[nodiscard]] constexpr std::uint64_t weight_of(std::uint8_t stored) noexcept {
  return (16ULL + stored % 16U) << (stored / 16U);
}

/// Relative frequency of active columns, 1 to kMaxGain: if the L5a bit of their number is off, and if it is on.
using Gains = std::array<std::uint16_t, 2>;
inline constexpr std::uint16_t kMaxGain = 4095;

/// Statistics of a table for the entropy codec: how often each place is active, as stored weights.
struct EntropyWeights {
  std::vector<std::uint8_t> l5a;      ///< empty if the codes have no L5a
  std::vector<std::uint8_t> columns;  ///< empty if the codes have no L2/3
  std::vector<std::uint8_t> cells;    ///< column by column
  Gains gains{1, 1};
  std::vector<std::uint8_t> l6;  ///< empty if the codes have no L6
};

/// Counts how often each place of the codes is active.
[[nodiscard]] EntropyWeights count_weights(const SdrTable& table);

/// Enumerates the decisions that make a code, with the probability of each, for encoder and decoder alike.
///
/// First L5a, bit by bit, then the columns, each active column followed by its cell, then L6, bit by bit. The
/// probability
/// of a place is its weight relative to all remaining places, times the number of remaining bits; certain decisions
/// are skipped. Probabilities do not overflow: a weight times a gain is below 2^32 and the remaining bits are below
/// 2^16.
class EntropyModel {
 public:
  EntropyModel(const SdrShape& shape, const EntropyWeights& weights);

  /// Scratch memory of one thread.
  struct Work {
    std::vector<std::uint8_t> l5a_on;
    std::vector<std::uint64_t> weights;
    std::vector<std::uint64_t> rest;
  };

  /// Asks decide(chance, first, count) whether one of the bits [first, first + count) is on, and writes the code,
  /// ascending, to out.
  template <class Decide>
  void run(Work& work, const Decide& decide, std::uint16_t* out) const {
    std::uint16_t* next = out + l23_active_;
    work.l5a_on.assign(l5a_.size(), 0);
    run_places(
        l5a_, l5a_rest_, l5a_active_,
        [&](BitChance chance, std::size_t place) { return decide(chance, l23_width_ + place, std::size_t{1}); },
        [&](std::size_t place) {
          work.l5a_on[place] = 1;
          *next++ = static_cast<std::uint16_t>(l23_width_ + place);
        });
    next = out;
    work.weights.resize(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      work.weights[c] = columns_[c] * gains_[l5a_.empty() ? 0 : work.l5a_on[c % l5a_.size()]];
    }
    sum_rest(work.weights, work.rest);
    run_places(
        work.weights, work.rest, l23_active_,
        [&](BitChance chance, std::size_t column) { return decide(chance, column * cells_, cells_); },
        [&](std::size_t column) { *next++ = static_cast<std::uint16_t>(column * cells_ + run_cells(column, decide)); });
    next = out + l6_.first;
    run_places(
        l6_weights_, l6_rest_, l6_.active,
        [&](BitChance chance, std::size_t place) { return decide(chance, l6_.begin + place, std::size_t{1}); },
        [&](std::size_t place) { *next++ = static_cast<std::uint16_t>(l6_.begin + place); });
  }

 private:
  /// In units of 1 / 65536, never 0 and never 1.
  static BitChance chance_of(std::uint64_t part, std::uint64_t whole) {
    return static_cast<BitChance>(std::clamp<std::uint64_t>((part << 16U) / whole, 1, 65535));
  }

  /// rest[i] = the sum of the weights from i on.
  static void sum_rest(std::span<const std::uint64_t> weights, std::vector<std::uint64_t>& rest) {
    rest.resize(weights.size());
    std::uint64_t sum = 0;
    for (std::size_t i = weights.size(); i-- > 0;) {
      rest[i] = sum += weights[i];
    }
  }

  template <class Ask, class On>
  static void run_places(std::span<const std::uint64_t> weights, std::span<const std::uint64_t> rest, std::size_t left,
                         const Ask& ask, const On& on) {
    for (std::size_t place = 0; left > 0; ++place) {
      if (left == weights.size() - place || ask(chance_of(left * weights[place], rest[place]), place)) {
        on(place);
        --left;
      }
    }
  }

  template <class Decide>
  [[nodiscard]] std::size_t run_cells(std::size_t column, const Decide& decide) const {
    const std::span<const std::uint64_t> weights(cell_weights_.data() + column * cells_, cells_);
    std::uint64_t rest = 0;
    for (const std::uint64_t weight : weights) {
      rest += weight;
    }
    std::size_t cell = 0;
    while (cell + 1 < cells_ && !decide(chance_of(weights[cell], rest), column * cells_ + cell, std::size_t{1})) {
      rest -= weights[cell++];
    }
    return cell;
  }

  std::size_t cells_;
  std::size_t l23_active_;
  std::size_t l23_width_;
  std::size_t l5a_active_;
  LayerPart l6_;
  Gains gains_;
  std::vector<std::uint64_t> l5a_;
  std::vector<std::uint64_t> l5a_rest_;
  std::vector<std::uint64_t> columns_;
  std::vector<std::uint64_t> cell_weights_;
  std::vector<std::uint64_t> l6_weights_;
  std::vector<std::uint64_t> l6_rest_;
};

}  // namespace columnar
