#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "columnar/graph.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// What tells the part that a node plays, whoever its neighbours are: three numbers, their mean over the neighbours,
/// and the mean of that over the neighbours once more (recursive features, as in ReFeX).
/// docs/equations.md#role-features
///
///   ln(1 + degree),
///   ln(1 + h-index): h neighbours have h neighbours or more; repeated, it would end at the core number,
///   clustering: the share of the pairs of neighbours that are linked.
///
/// All of them are local, so a new node's are computed from the nodes within three hops.
inline constexpr std::size_t kBaseFeatures = 3;
inline constexpr std::uint32_t kRoleHops = 2;
inline constexpr std::size_t kRoleFeatures = kBaseFeatures * (1 + kRoleHops);

/// Names, for people.
inline constexpr std::array<std::string_view, kRoleFeatures> kRoleFeatureNames = {"degree",
                                                                                  "h-index",
                                                                                  "clustering",
                                                                                  "degree of neighbours",
                                                                                  "h-index of neighbours",
                                                                                  "clustering of neighbours",
                                                                                  "degree at two steps",
                                                                                  "h-index at two steps",
                                                                                  "clustering at two steps"};

/// Features of the given distinct nodes, one row each. The graph is symmetric (SymmetricGraph). Numbers are rounded to
/// 2⁻¹², so that the order of the neighbours does not matter.
[[nodiscard]] RowMatrix role_features(const Graph& graph, std::span<const NodeIndex> rows, int threads);
/// The same of all nodes.
[[nodiscard]] RowMatrix role_features(const Graph& graph, int threads);

}  // namespace columnar
