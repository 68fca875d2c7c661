#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/files/spill_array.hpp"
#include "columnar/ppmi/pair_counts.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// Positive pointwise mutual information of one pair, unclipped.                   docs/equations.md#ppmi
///
///   max(0, ln(C(u,v) · T / (C(u) · C(v))))
///
/// C(u) counts both ends of a pair, as printed; this is ln 2 below the textbook value. The sign is decided in integers,
/// so
/// rounding never lets a pair pass that is exactly as common as chance.
[[nodiscard]] float positive_pmi(std::uint64_t pair, std::uint64_t marginal_u, std::uint64_t marginal_v,
                                 std::uint64_t total) noexcept;

/// Weight of the evidence of a pair that met C times.                              docs/equations.md#evidence
///
///   C / (C + discount), and 0 for C < least
///
/// The discount of Pantel and Lin (2002). The default gives every pair full weight, as printed.
struct PairEvidence {
  double discount = 0.0;
  std::uint64_t least = 1;

  [[nodiscard]] float of(std::uint64_t count) const noexcept {
    const auto met = static_cast<double>(count);
    return count < least ? 0.0F : static_cast<float>(met / (met + discount));
  }
};

/// The evidence parameters of a config. The least count is at most the number of walks per node: with one walk per
/// node,
/// a higher one would leave nodes without any pair.
[[nodiscard]] PairEvidence pair_evidence(const Config& config) noexcept;

/// The positive entries of the PPMI matrix: symmetric, rows sorted by column.
struct Ppmi {
  std::vector<std::uint64_t> offsets;  ///< n + 1
  SpillArray<NodeIndex> columns;
  SpillArray<float> values;  ///< discounted, unclipped; modulator and spectral stage apply their own clip

  [[nodiscard]] NodeIndex node_count() const noexcept { return static_cast<NodeIndex>(offsets.size() - 1); }
  /// The entry of one pair; 0 for a pair never seen, since absence in a finite corpus is no evidence.
  [[nodiscard]] float at(NodeIndex u, NodeIndex v) const noexcept;
};

/// The result of compute_ppmi.
struct CountedPairs {
  Ppmi ppmi;
  Marginals marginals;
  std::uint64_t distinct = 0;  ///< pairs, for the report
};

/// Memory for counting, and where its result goes; does not change a result.
struct CountingMemory {
  std::uint64_t slab_visits = kSlabVisits;  ///< see count_pair_rows
  std::string spill_directory;              ///< for a temporary file of the entries; empty: keep them in memory
};

/// Counts the windowed pairs of all walks and compares them with chance, row by row: neither the pairs nor their counts
/// are ever all in memory. Throws Error(kOutput) if a temporary file cannot be written.
[[nodiscard]] CountedPairs compute_ppmi(const Walks& walks, NodeIndex node_count, std::uint32_t window,
                                        const RunContext& context, const PairEvidence& evidence = {},
                                        const CountingMemory& memory = {});

/// The third factor of the BCM rule, m(u,v) = min(M_max, PPMI(u,v)).                docs/equations.md#modulator
[[nodiscard]] float modulator(float ppmi, double clip) noexcept;

}  // namespace columnar
