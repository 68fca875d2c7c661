#pragma once

#include <cstdint>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/sdr/algebra.hpp"

/// Damage to codes: moved bits, lost bits, dead cells. docs/equations.md#corruption

namespace columnar {

/// Selects one random damage: draws are keyed by (seed, kCorruption, row, index) and by the repeat. They do not
/// depend on the amount, so that small damage is a subset of larger damage, and subsample() loses the same bits
/// that add_noise() moves.
struct NoiseDraw {
  std::uint64_t seed = 1;
  std::uint32_t repeat = 0;  ///< another draw of the same amount
};

/// Moves a share of each code's active bits, rounded to whole bits, to inactive places of the same layer.
/// L2/3 bits move to any cell of an unused column, so that the result is a code of the same shape.
///
/// No moved bit lands on a bit of the original: a share of x leaves (1 − x) of the overlap. If a layer has no free
/// column
/// or bit left, the remaining bits stay. Throws Error(kConfig) for a share outside [0, 1].
[[nodiscard]] SdrTable add_noise(const SdrTable& codes, double share, const NoiseDraw& draw = {});

/// Moves each active bit independently with probability δ to any free place of its layer. Ignores columns: the result
/// may have two cells in one column and then fails check_codes(). Throws Error(kConfig) for δ outside [0, 1).
[[nodiscard]] SdrTable flip_bits(const SdrTable& codes, double delta, const NoiseDraw& draw = {});

/// Keeps `keep` random active bits of each code. Throws Error(kConfig) if a code has fewer.
[[nodiscard]] std::vector<Pattern> subsample(const SdrTable& codes, std::uint32_t keep, const NoiseDraw& draw = {});

/// The dead cells if a share of all cells dies, rounded to whole cells; a larger share includes those of a smaller one.
/// Throws Error(kConfig) for a share outside [0, 1].
[[nodiscard]] Pattern dead_cells(std::uint32_t width, double share, std::uint64_t seed);

/// The remaining bits of each code if a share of all cells is dead, the same cells for every code.
[[nodiscard]] std::vector<Pattern> kill_cells(const SdrTable& codes, double share, std::uint64_t seed = 1);

}  // namespace columnar
