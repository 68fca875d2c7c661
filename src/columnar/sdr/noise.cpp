#include "columnar/sdr/noise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"

namespace columnar {
namespace {

// Draws of one row: bit i uses 2i (whether it moves) and 2i + 1 (where to).
constexpr unsigned kRepeatShift = 32;
constexpr std::uint64_t kDeadCellsKey = 1ULL << 40U;  // beyond all rows

std::uint64_t first_draw(const NoiseDraw& draw) { return static_cast<std::uint64_t>(draw.repeat) << kRepeatShift; }

void require_share(double share) {
  if (!(share >= 0.0 && share <= 1.0)) {
    throw Error(ErrorCode::kConfig, fmt::format("share: must lie in [0, 1], not {}", share));
  }
}

std::size_t share_of(std::size_t count, double share) {
  return static_cast<std::size_t>(std::llround(share * static_cast<double>(count)));
}

/// Marks the `count` bits of a row whose draws are smallest.
class LostBits {
 public:
  LostBits(const NoiseDraw& draw, std::size_t active)
      : random_(draw.seed, Purpose::kCorruption), first_(first_draw(draw)), order_(active), lost_(active) {}

  const std::vector<bool>& choose(std::size_t row, std::size_t count) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::sort(order_, {}, [&](std::size_t i) { return random_.bits(row, first_ + 2 * i); });
    lost_.assign(lost_.size(), false);
    for (std::size_t k = 0; k < count; ++k) {
      lost_[order_[k]] = true;
    }
    return lost_;
  }

  /// Marks each bit with this probability instead.
  const std::vector<bool>& choose_by(std::size_t row, double probability) {
    for (std::size_t i = 0; i < lost_.size(); ++i) {
      lost_[i] = random_.uniform(row, first_ + 2 * i) < probability;
    }
    return lost_;
  }

 private:
  KeyedRandom random_;
  std::uint64_t first_;
  std::vector<std::size_t> order_;
  std::vector<bool> lost_;
};

/// One layer of a code: active bits from `first` on, places [begin, end) of the width. A bit
/// moves to a free group of `cells` places: a column, or a single place.
struct Block {
  std::size_t first;
  std::size_t count;
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t cells;
};

/// Moves bits of codes, row after row.
class Mover {
 public:
  Mover(const SdrShape& shape, const NoiseDraw& draw, bool keep_columns)
      : random_(draw.seed, Purpose::kCorruption), first_(first_draw(draw)) {
    const auto parts = shape.parts();
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const LayerPart& part = parts[p];
      blocks_[p] = {part.first, part.active, part.begin, part.end(),
                    p == 0 && keep_columns ? shape.cells_per_column : 1};
    }
  }

  void move(std::size_t row, std::span<std::uint16_t> code, const std::vector<bool>& lost) {
    for (const Block& block : blocks_) {
      move_block(row, code.subspan(block.first, block.count), block, lost);
    }
  }

 private:
  /// Draws each destination among the groups that are neither in the original code nor taken by an earlier move: the
  /// r-th
  /// free group is found by skipping the taken groups, which stay sorted.
  void move_block(std::size_t row, std::span<std::uint16_t> bits, const Block& block, const std::vector<bool>& lost) {
    taken_.clear();
    for (const std::uint16_t bit : bits) {
      taken_.push_back((bit - block.begin) / block.cells);
    }
    taken_.erase(std::unique(taken_.begin(), taken_.end()), taken_.end());  // codes damaged by flip_bits()
    for (std::size_t i = 0; i < bits.size(); ++i) {
      const std::uint64_t free = (block.end - block.begin) / block.cells - taken_.size();
      if (!lost[block.first + i] || free == 0) {
        continue;
      }
      const std::uint64_t drawn = random_.below(free * block.cells, row, first_ + 2 * (block.first + i) + 1);
      auto group = static_cast<std::uint32_t>(drawn / block.cells);
      auto place = taken_.begin();
      for (; place != taken_.end() && *place <= group; ++place) {
        ++group;
      }
      taken_.insert(place, group);
      bits[i] = static_cast<std::uint16_t>(block.begin + group * block.cells + drawn % block.cells);
    }
    std::ranges::sort(bits);
  }

  KeyedRandom random_;
  std::uint64_t first_;
  std::array<Block, 3> blocks_{};  ///< L2/3, L5a and L6
  std::vector<std::uint32_t> taken_;
};

}  // namespace

SdrTable add_noise(const SdrTable& codes, double share, const NoiseDraw& draw) {
  require_share(share);
  const std::size_t active = codes.shape.active();
  LostBits lost(draw, active);
  Mover mover(codes.shape, draw, true);
  SdrTable damaged = codes;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    mover.move(row, damaged.code(row), lost.choose(row, share_of(active, share)));
  }
  return damaged;
}

SdrTable flip_bits(const SdrTable& codes, double delta, const NoiseDraw& draw) {
  if (!(delta >= 0.0 && delta < 1.0)) {
    throw Error(ErrorCode::kConfig, fmt::format("delta: must lie in [0, 1), not {}", delta));
  }
  LostBits lost(draw, codes.shape.active());
  Mover mover(codes.shape, draw, false);
  SdrTable damaged = codes;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    mover.move(row, damaged.code(row), lost.choose_by(row, delta));
  }
  return damaged;
}

std::vector<Pattern> subsample(const SdrTable& codes, std::uint32_t keep, const NoiseDraw& draw) {
  const std::size_t active = codes.shape.active();
  if (keep > active) {
    throw Error(ErrorCode::kConfig, fmt::format("keep: a code has {} active bits, not {}", active, keep));
  }
  LostBits lost(draw, active);
  std::vector<Pattern> parts(codes.size());
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const std::vector<bool>& gone = lost.choose(row, active - keep);
    for (std::size_t i = 0; i < active; ++i) {
      if (!gone[i]) {
        parts[row].push_back(codes.code(row)[i]);
      }
    }
  }
  return parts;
}

Pattern dead_cells(std::uint32_t width, double share, std::uint64_t seed) {
  require_share(share);
  const KeyedRandom random(seed, Purpose::kCorruption);
  Pattern cells(width);
  std::iota(cells.begin(), cells.end(), std::uint16_t{0});
  const std::size_t dead = share_of(width, share);
  for (std::size_t i = 0; i < dead; ++i) {  // the first `dead` places of a shuffle
    std::swap(cells[i], cells[i + random.below(width - i, kDeadCellsKey, i)]);
  }
  cells.resize(dead);
  std::ranges::sort(cells);
  return cells;
}

std::vector<Pattern> kill_cells(const SdrTable& codes, double share, std::uint64_t seed) {
  const Pattern dead = dead_cells(codes.shape.width(), share, seed);
  std::vector<Pattern> left;
  left.reserve(codes.size());
  for (std::size_t row = 0; row < codes.size(); ++row) {
    left.push_back(difference(codes.code(row), dead));
  }
  return left;
}

}  // namespace columnar
