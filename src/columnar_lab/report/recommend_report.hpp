#pragma once

#include <span>
#include <vector>

#include "columnar/model.hpp"
#include "columnar/search/recommend.hpp"
#include "columnar_lab/report/json.hpp"

/// `columnar recommend` for any caller.

namespace columnar {

/// The k most likely new edges of each node of a model (Recommender). An edge of a directed graph counts in both
/// directions: a node that is linked in either is not recommended.
[[nodiscard]] std::vector<std::vector<Recommendation>> recommend(const Model& model, std::span<const NodeIndex> nodes,
                                                                 std::size_t k, const RunContext& context);

/// [{"id": …, "recommended": [{"id", "score", "overlap", "near", "common_neighbours"}, …]}, …]; without near if the
/// codes have no L6.
[[nodiscard]] Json recommendations_json(const Model& model, std::span<const NodeIndex> nodes,
                                        std::span<const std::vector<Recommendation>> recommended);

}  // namespace columnar
