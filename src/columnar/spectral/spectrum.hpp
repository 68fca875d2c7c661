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
  RowMatrix coordinates;  ///< n × rank; nodes without pairs have rows of zeros, up to rounding until normalised
};

/// The rank of the coordinates: that of the config, clamped to the number of nodes, with a note.
[[nodiscard]] Eigen::Index clamped_rank(NodeIndex nodes, const SpectralConfig& config, const RunContext& context);

/// Truncated SVD of the PPMI matrix: coordinates U·Σ^power, not normalised.
///
/// Randomised subspace iteration (Halko, Martinsson and Tropp, 2011): the matrix A is applied to random signs, then
/// repeatedly to an orthonormal basis Q of the result; the left singular vectors and values of the last
/// A·Q approximate those of A. The basis is rounded to bfloat16 before each product (rounded_matrix.hpp). The
/// last rounding is compensated, so that it affects only the choice of the subspace. Directions with less than a
/// thousandth of the largest singular value are dropped as noise. The rank is clamped to the number of nodes, with a
/// note. Cost: (power_iterations + 2) products of the sparse matrix; memory: the image and the rounded basis, then the
/// image and the coordinates. docs/decisions/0022-faster-spectrum.md
[[nodiscard]] Spectrum truncated_svd(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                     const RunContext& context);

/// The spectrum by the method of the config: truncated_svd, or hebbian_spectrum (gha.hpp).
[[nodiscard]] Spectrum learn_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                      const RunContext& context);

/// Makes the columns orthonormal; those that depend on others are dropped.
void orthonormalise_columns(RowMatrix& x, int threads);

/// Normalises every row to unit length. A row that is zero up to rounding becomes zero: its direction would be noise.
/// Throws Error(kConfig) for a row whose length is not finite.
void to_unit_rows(RowMatrix& coordinates, int threads = 1);

/// The same with unit rows, because only the direction matters. docs/equations.md#spectrum
[[nodiscard]] Spectrum embed_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                      const RunContext& context);

/// The singular vectors themselves, without clip: an orthonormal basis of the subspace that holds most energy of the
/// PPMI matrix, n × rank, or fewer columns if the matrix has lower rank. Same method, same clamp.
[[nodiscard]] RowMatrix leading_subspace(const Ppmi& ppmi, const SpectralConfig& config, std::uint64_t seed,
                                         const RunContext& context);

}  // namespace columnar
