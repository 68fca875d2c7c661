#pragma once

#include <cstdint>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/sdr/algebra.hpp"

/// Damage to codes: bits that move, bits that are lost, cells that die.                  docs/equations.md#corruption

namespace columnar {

/// Which of the possible damages: draws are keyed by (seed, kCorruption, row, index) and by the repeat. They do not
/// depend on how much is damaged, so that a little damage is a part of more damage, and the bits that subsample() loses
/// are those that add_noise() moves.
struct NoiseDraw {
  std::uint64_t seed = 1;
  std::uint32_t repeat = 0;  ///< another draw of the same strength
};

/// Moves a share of each code's active bits, rounded to whole bits, to places of the same layer that the code has not:
/// bits of L2/3 to any cell of a column that is not in use, so that the result is a code of the same shape.
///
/// No moved bit lands on a bit of the original: a share of x leaves (1 − x) of the overlap. Where a layer has no column
/// or bit left to move to, the bits that find none stay. Throws Error(kConfig) for a share outside [0, 1].
[[nodiscard]] SdrTable add_noise(const SdrTable& codes, double share, const NoiseDraw& draw = {});

/// Moves each active bit with probability δ, by itself, to any free place of its layer. Knows no columns: the result
/// may have two cells of one column and then does not pass check_codes(). Throws Error(kConfig) for δ outside [0, 1).
[[nodiscard]] SdrTable flip_bits(const SdrTable& codes, double delta, const NoiseDraw& draw = {});

/// What is left when each code keeps `keep` of its active bits, drawn evenly. Throws Error(kConfig) where a code has
/// fewer.
[[nodiscard]] std::vector<Pattern> subsample(const SdrTable& codes, std::uint32_t keep, const NoiseDraw& draw = {});

/// Cells of a width that die when a share of all does, rounded to whole cells; those of a larger share include them.
/// Throws Error(kConfig) for a share outside [0, 1].
[[nodiscard]] Pattern dead_cells(std::uint32_t width, double share, std::uint64_t seed);

/// What is left of each code when a share of all cells is dead, the same ones for every code.
[[nodiscard]] std::vector<Pattern> kill_cells(const SdrTable& codes, double share, std::uint64_t seed = 1);

}  // namespace columnar
