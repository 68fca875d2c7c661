#pragma once

#include <cstdint>

#include "columnar_lab/baselines/embedding.hpp"

namespace columnar {

/// Damage of strength δ = 1 − E[self-similarity], for each kind of row in its own metric. docs/equations.md#corruption
///
/// Draws are keyed by (seed, kCorruption, node, index) and by the repeat, not by δ: the damage of a small δ is part of
/// that of a larger one, so that curves over δ are smooth.
struct Corruption {
  double delta = 0.0;  ///< in [0, 1)
  std::uint64_t seed = 1;
  std::uint32_t repeat = 0;  ///< another draw of the same strength
};

/// flip_bits() with this δ: each active bit moves, with probability δ, to an inactive place of its block (L2/3 or L5a),
/// so that the expected overlap of a code with its damaged self is exactly (1 − δ) of its bits. A damaged code may
/// have two cells in one column. Throws Error(kConfig) for δ outside [0, 1).
[[nodiscard]] SdrTable corrupt(const SdrTable& codes, const Corruption& corruption);

/// Standard deviation, in lengths of the vector, of the total noise that makes the cosine of a vector with its damaged
/// self 1 − δ: from cos = 1 / sqrt(1 + σ²), σ = sqrt(1 / (1 − δ)² − 1).
[[nodiscard]] double noise_scale(double delta);

/// Adds to each vector x an isotropic Gaussian of expected squared length σ²|x|². Throws as above.
[[nodiscard]] DenseTable corrupt(const DenseTable& vectors, const Corruption& corruption);

/// Damages codes or vectors.
[[nodiscard]] Embedding corrupt(const Embedding& embedding, const Corruption& corruption);

/// Mean similarity of a row with its damaged self, relative to its similarity with itself: 1 − δ in expectation.
[[nodiscard]] double mean_self_similarity(const Embedding& clean, const Embedding& damaged);

}  // namespace columnar
