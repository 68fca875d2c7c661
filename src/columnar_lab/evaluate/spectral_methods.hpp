#pragma once

#include <cstdint>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

/// Coordinates and regions by an eigensolver and k-means, or learnt online by Sanger's rule and a self-organising map:
/// how close the second comes to the first, and its cost.

namespace columnar {

/// How close a subspace of the nodes is to that of the leading singular vectors. docs/equations.md#captured
struct SubspaceFit {
  double captured = 0.0;  ///< energy of the matrix inside, relative to the maximum for as many directions
  double cosine = 0.0;    ///< mean cos² of the principal angles
};

/// Compares the span of the columns of `coordinates`, n × rank, with that of `leading`, orthonormal columns as
/// truncated_svd gives them at power 0.
[[nodiscard]] SubspaceFit subspace_fit(const Ppmi& ppmi, double clip, const RowMatrix& leading,
                                       const RowMatrix& coordinates, int threads);

/// Embeds the graph once per seed with each combination of spectrum and regions method: one row per combination, that
/// of
/// Algorithm 1 first. All use the same walks. config.spectral.method is ignored. A seed is one stage of the
/// progress.
///
/// Throws Error(kConfig) for no seeds or an invalid config, and Error(kInput) for a graph without edges or labels
/// that cannot be classified, before the work begins.
[[nodiscard]] SeedTable compare_spectral_methods(const Graph& graph, const Labels& labels, const Config& config,
                                                 std::uint32_t seeds, const RunContext& context);

}  // namespace columnar
