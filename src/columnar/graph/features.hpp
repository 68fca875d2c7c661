#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/graph.hpp"

namespace columnar {

/// What is known of each node besides its edges (the words of a paper, say), in compressed sparse rows. The entries of
/// a row may stand in any order; a column that stands twice counts with the sum.
struct Features {
  std::vector<std::uint64_t> offsets{0};  ///< n + 1
  std::vector<std::uint32_t> indices;     ///< offsets.back() columns, each below width
  std::vector<float> values;              ///< parallel to indices; empty when every value is 1
  std::uint32_t width = 0;

  [[nodiscard]] std::size_t row_count() const noexcept { return offsets.size() - 1; }
  bool operator==(const Features&) const = default;
};

/// The features that a gnn-benchmark archive holds (attr_data, attr_indices, attr_indptr, attr_shape), one row for each
/// id, in the order of `ids`: an id is a row of the matrix, so a graph cut down to its largest component gets the rows
/// it kept. Where there are more columns than entries (and more than 65 536), those that no row has are left out and
/// the others move up: what the width costs is then no more than the file holds. Nothing where the archive has no such
/// arrays, or the file is no `.npz`.
///
/// Throws Error(kInput) for arrays that disagree with each other or with the ids, and for values that are not finite.
[[nodiscard]] std::optional<Features> read_features(const std::string& path, const NodeIds& ids);

/// A column of its own for each node: nothing is known but who is who. A network on it learns one vector a node and
/// mixes them along the edges, which says more than degrees do; its weights grow with the graph.
[[nodiscard]] Features identity_features(const Graph& graph);

/// One column for each doubling of the degree: 0, 1, 2–3, 4–7, ... The least a graph without features has to say, at a
/// cost that does not grow with it.
[[nodiscard]] Features degree_features(const Graph& graph);

/// What a network gets where a graph has no features: identity up to 131 072 nodes (64 hidden units then have eight
/// million weights, which is the size where full-batch training still fits any machine), degrees beyond.
[[nodiscard]] Features default_features(const Graph& graph);

}  // namespace columnar
