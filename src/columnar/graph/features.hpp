#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// Node features (e.g. the words of a paper) in compressed sparse rows. The entries of a row may be in any order; a
/// repeated column counts with the sum.
struct Features {
  std::vector<std::uint64_t> offsets{0};  ///< n + 1
  std::vector<std::uint32_t> indices;     ///< offsets.back() columns, each below width
  std::vector<float> values;              ///< parallel to indices; empty when every value is 1
  std::uint32_t width = 0;

  [[nodiscard]] std::size_t row_count() const noexcept { return offsets.size() - 1; }
  bool operator==(const Features&) const = default;
};

/// The features of a gnn-benchmark archive (attr_data, attr_indices, attr_indptr, attr_shape), one row per id, in the
/// order of `ids`. An id is a row of the matrix, so a graph reduced to its largest component gets the rows it kept. If
/// there are more columns than entries (and more than 65 536), unused columns are dropped and the rest renumbered, so
/// the
/// width never costs more than the file holds. Empty if the archive has no such arrays, or the file is not a `.npz`.
///
/// Throws Error(kInput) for arrays that disagree with each other or with the ids, and for values that are not finite.
[[nodiscard]] std::optional<Features> read_features(const std::string& path, const NodeIds& ids);

/// One column per node: only the node's identity. A network on it learns one vector per node and mixes them along the
/// edges, which tells more than degrees do; its weights grow with the graph.
[[nodiscard]] Features identity_features(const Graph& graph);

/// One column per doubling of the degree: 0, 1, 2–3, 4–7, ... Minimal features of a graph without any, at a
/// constant cost.
[[nodiscard]] Features degree_features(const Graph& graph);

/// Features for a graph without any: identity up to 131 072 nodes (64 hidden units then have eight
/// million weights, the size at which full-batch training still fits any machine), degrees beyond.
[[nodiscard]] Features default_features(const Graph& graph);

}  // namespace columnar
