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
/// how near the second comes to the first, and what it costs.

namespace columnar {

/// How near a subspace of the nodes comes to that of the leading singular vectors.     docs/equations.md#captured
struct SubspaceFit {
  double captured = 0.0;  ///< the energy of the matrix inside, as a share of what as many directions can hold
  double cosine = 0.0;    ///< mean cos² of the principal angles
};

/// Compares the span of the columns of `coordinates`, n × rank, with that of `leading`, orthonormal columns as
/// truncated_svd gives them at power 0.
[[nodiscard]] SubspaceFit subspace_fit(const Ppmi& ppmi, double clip, const RowMatrix& leading,
                                       const RowMatrix& coordinates, int threads);

/// Embeds the graph once a seed with each method of the spectrum and each of the regions: a row a combination, that of
/// Algorithm 1 first. All see the same walks. config.spectral.method does not matter. A seed is one stage of the
/// progress.
///
/// Throws Error(kConfig) for no seeds or an impossible config, and Error(kInput) for a graph without edges or labels
/// that cannot be classified: all of it before the work begins.
[[nodiscard]] SeedTable compare_spectral_methods(const Graph& graph, const Labels& labels, const Config& config,
                                                 std::uint32_t seeds, const RunContext& context);

}  // namespace columnar
