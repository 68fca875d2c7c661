#pragma once

#include <cstdint>
#include <vector>

#include "columnar/core/progress.hpp"
#include "columnar/ppmi/pair_counts.hpp"

namespace columnar {

/// Positive pointwise mutual information of one pair, unclipped.                   docs/equations.md#ppmi
///
///   max(0, ln(C(u,v) · T / (C(u) · C(v))))
///
/// C(u) counts both ends of a pair, as printed; this is ln 2 below the textbook value.
[[nodiscard]] float positive_pmi(std::uint32_t pair, std::uint64_t marginal_u, std::uint64_t marginal_v,
                                 std::uint64_t total) noexcept;

/// The positive entries of the PPMI matrix: symmetric, rows sorted by column.
struct Ppmi {
  std::vector<std::uint64_t> offsets;  ///< n + 1
  std::vector<NodeIndex> columns;
  std::vector<float> values;  ///< unclipped; the modulator and the spectral stage clip as they need

  [[nodiscard]] NodeIndex node_count() const noexcept { return static_cast<NodeIndex>(offsets.size() - 1); }
  /// The entry of one pair; 0 for a pair never seen, since absence in a finite corpus is no evidence.
  [[nodiscard]] float at(NodeIndex u, NodeIndex v) const noexcept;
};

/// Turns counts into PPMI, in the memory of the counts.
[[nodiscard]] Ppmi build_ppmi(PairCounts&& counts, const RunContext& context);

/// The third factor of the BCM rule, m(u,v) = min(M_max, PPMI(u,v)).                docs/equations.md#modulator
[[nodiscard]] float modulator(const Ppmi& ppmi, NodeIndex u, NodeIndex v, double clip) noexcept;

}  // namespace columnar
