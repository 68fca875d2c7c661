#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// How much each part of a node's coordinates counts: where walks lead from it (graph), the attributes of the nodes
/// around it (near), its own attributes (own). A part of weight 0 is left out. The squares sum to one.
struct PartWeights {
  float graph = 1.0F;
  float near = 0.0F;
  float own = 0.0F;

  [[nodiscard]] bool uses_attributes() const noexcept { return near > 0.0F || own > 0.0F; }
  bool operator==(const PartWeights&) const = default;
};

/// What a fit learns of attributes: the directions in which those of the nodes differ most, and what all nodes share.
///                                                                          docs/equations.md#attribute-coordinates
struct AttributeSpace {
  PartWeights weights;
  std::vector<float> frequencies;  ///< inverse_frequencies, one per attribute
  RowMatrix directions;            ///< attributes × rank, orthonormal columns; empty if there are no weights
  RowMatrix means;                 ///< 2 × rank: of the part near, and of the part own, over the nodes of the fit
  /// rank × width of the parts graph and near: what a node's own attributes say of them, for a node without edges.
  ///                                                                        docs/equations.md#attribute-completion
  RowMatrix completion;

  /// Columns of the coordinates that come from attributes.
  [[nodiscard]] Eigen::Index width() const noexcept {
    return directions.cols() * ((weights.near > 0.0F ? 1 : 0) + (weights.own > 0.0F ? 1 : 0));
  }
};

/// How well a linear map predicts one half of the attributes of nodes left out, from different sources: the share of
/// the variance that it explains (R²).                                           docs/equations.md#attribute-evidence
struct AttributeEvidence {
  double own = 0.0;            ///< from the other half of the node's own attributes
  double neighbours = 0.0;     ///< from those of its neighbours
  double neighbourhood = 0.0;  ///< from those at two steps, to which the node's own return
  double graph = 0.0;          ///< from the node's coordinates in the graph
};

/// Measures it without any label. Row i of `graph_coordinates` belongs to rows[i].
[[nodiscard]] AttributeEvidence measure_evidence(const Graph& graph, const Attributes& attributes,
                                                 std::span<const NodeIndex> rows, const RowMatrix& graph_coordinates,
                                                 std::uint64_t seed, int threads);

/// The weights that follow from the evidence, and from `share`: 0 the graph alone, .5 as measured, 1 attributes alone.
/// Where the neighbours of a node tell nothing of its attributes, these are taken for noise and get no weight.
[[nodiscard]] PartWeights part_weights(const AttributeEvidence& evidence, double share) noexcept;

/// Learns the space from all nodes. The graph is symmetric; `rows` has every node once.
[[nodiscard]] AttributeSpace learn_attribute_space(const Graph& graph, const Attributes& attributes,
                                                   std::span<const NodeIndex> rows, const RowMatrix& graph_coordinates,
                                                   const Config& config, const RunContext& context);

/// Coordinates of the given nodes: the parts side by side, those of attributes less their mean, each a unit vector
/// times its weight, and the whole of unit length. A node without attributes is placed by the parts that it has; the
/// parts that a node without edges lacks are predicted from its own attributes. Row i of `graph_coordinates` belongs to
/// rows[i].
[[nodiscard]] RowMatrix join_coordinates(const AttributeSpace& space, const Graph& graph, const Attributes& attributes,
                                         std::span<const NodeIndex> rows, const RowMatrix& graph_coordinates,
                                         int threads);

}  // namespace columnar
