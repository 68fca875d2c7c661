#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// Spectral coordinates of the nodes (Algorithm 1, stage 2).
struct Spectrum {
  std::vector<float> singular_values;  ///< descending
  RowMatrix coordinates;  ///< n × rank; a node without pairs has a row of zeros (of rounding, before the rows get unit
                          ///< length)
};

/// The rank that the coordinates can have: clamped to the number of nodes, with a note.
[[nodiscard]] Eigen::Index clamped_rank(const Ppmi& ppmi, const SpectralConfig& config, const RunContext& context);

/// Truncated SVD of the PPMI matrix, coordinates U·Σ^power at the length they come out with.
///
/// By randomised subspace iteration (Halko, Martinsson and Tropp, 2011): the matrix A is applied to random signs, then
/// again and again to an orthonormal basis Q of what came out, and the left singular vectors and values of the last
/// A·Q are taken for those of A. The basis is rounded to bfloat16 before each product (rounded_matrix.hpp), and the
/// last rounding is made up for, so that only the choice of the subspace feels it. Directions with less than a
/// thousandth of the largest singular value are dropped as noise. The rank is clamped to the number of nodes, with a
/// note. Cost: (power_iterations + 2) products of the sparse matrix; memory: the image and the rounded basis, then the
/// image and the coordinates. docs/decisions/0022-faster-spectrum.md
[[nodiscard]] Spectrum truncated_svd(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                     const RunContext& context);

/// The spectrum by the method that the config names: truncated_svd, or hebbian_spectrum (gha.hpp).
[[nodiscard]] Spectrum learn_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                      const RunContext& context);

/// Gives every row unit length. A row that is zero up to rounding becomes zero: its direction would be noise.
/// Error(kConfig) for a row whose length is not finite.
void to_unit_rows(RowMatrix& coordinates, int threads = 1);

/// The same with rows of unit length: what counts is the direction.                  docs/equations.md#spectrum
[[nodiscard]] Spectrum embed_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                      const RunContext& context);

/// The singular vectors themselves, without clip: an orthonormal basis of the subspace in which the PPMI matrix has
/// most of its energy, n × rank or fewer columns where the matrix has no more. Same method, same clamp.
[[nodiscard]] RowMatrix leading_subspace(const Ppmi& ppmi, const SpectralConfig& config, std::uint64_t seed,
                                         const RunContext& context);

}  // namespace columnar
