#pragma once

#include <cstdint>
#include <vector>

#include "columnar/core/config.hpp"
#include "columnar/core/progress.hpp"
#include "columnar/ppmi/ppmi.hpp"
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
/// The matrix is symmetric, so its singular vectors are eigenvectors and its singular values are |eigenvalues|: found
/// by randomised subspace iteration (Halko, Martinsson and Tropp, 2011) with a Rayleigh–Ritz step at the end. The rank
/// is clamped to the number of nodes, with a note. Cost: (power_iterations + 2) products of the sparse matrix.
[[nodiscard]] Spectrum truncated_svd(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                     const RunContext& context);

/// The spectrum by the method that the config names: truncated_svd, or hebbian_spectrum (gha.hpp).
[[nodiscard]] Spectrum learn_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                      const RunContext& context);

/// Gives every row unit length. A row that is zero up to rounding becomes zero: its direction would be noise.
void to_unit_rows(RowMatrix& coordinates, int threads = 1);

/// The same with rows of unit length: what counts is the direction.                  docs/equations.md#spectrum
[[nodiscard]] Spectrum embed_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                                      const RunContext& context);

/// The singular vectors themselves, without clip: an orthonormal basis of the subspace in which the PPMI matrix has
/// most of its energy, n × rank or fewer columns where the matrix has no more. Same method, same clamp.
[[nodiscard]] RowMatrix leading_subspace(const Ppmi& ppmi, const SpectralConfig& config, std::uint64_t seed,
                                         const RunContext& context);

}  // namespace columnar
