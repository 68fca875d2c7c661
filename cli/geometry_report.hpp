#pragma once

#include <span>
#include <string>
#include <vector>

#include "columnar/evaluate/fidelity.hpp"
#include "columnar/evaluate/separation.hpp"
#include "columnar/evaluate/similarity_matrix.hpp"
#include "experiment_rows.hpp"

namespace columnar::cli {

/// The geometry of one method over its seeds.
struct MethodGeometry {
  struct Correlated {
    std::uint64_t pairs = 0;
    SeedValues pearson;
    SeedValues spearman;
  };
  struct Hop {
    std::uint64_t pairs = 0;
    SeedValues mean;
    SeedValues spread;  ///< sd of the pairs
  };
  std::string name;
  std::string kind;
  SeedValues d_prime;
  SeedValues auc;
  SeedValues same_mean;
  SeedValues same_sd;
  SeedValues cross_mean;
  SeedValues cross_sd;
  Correlated reference;
  Correlated cooccurrence;
  Correlated ppmi;
  Correlated distance;
  Correlated distance_local;
  std::vector<Hop> by_hop;
  std::size_t seeds = 0;

  void add(const Separation& separation, const Fidelity& fidelity);
};

[[nodiscard]] std::string geometry_text(const std::vector<MethodGeometry>& methods, const ReferenceGeometry& geometry,
                                        const ClassPairs& pairs);
[[nodiscard]] Json geometry_json(const MethodGeometry& method);

/// Rows of whole numbers (shared bits), or of cosines to two digits.
[[nodiscard]] Json matrix_json(const RowSimilarity& similarity, std::span<const NodeIndex> nodes, int threads);

/// Pairs by reference (40 bins) and similarity (a bin for every number of shared bits, or 40 of cosine).
[[nodiscard]] Json hexbin_json(const RowSimilarity& reference, const RowSimilarity& similarity,
                               const ReferenceGeometry& geometry, int threads);

}  // namespace columnar::cli
