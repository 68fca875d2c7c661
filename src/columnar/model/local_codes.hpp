#pragma once

#include <span>
#include <vector>

#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/graph/node_keys.hpp"
#include "columnar/model.hpp"
#include "columnar/ppmi/local_pairs.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/new_node_projection.hpp"

/// The steps from coordinates to codes that new and changed nodes share.

namespace columnar {

/// Inputs of the given nodes to the columns; row i belongs to rows[i].
struct LocalInputs {
  L4Codes l4;
  Eligibility eligibility;
};

/// Coordinates of the given nodes, row i for rows[i], from the pairs that they form and, if the model uses them, from
/// attributes, of which every node of the graph has a row.
[[nodiscard]] RowMatrix local_coordinates(const Graph& graph, const Attributes& attributes, const LocalPairs& pairs,
                                          std::span<const NodeIndex> rows, const Model& model,
                                          const RunContext& context);

/// L4 codes and eligibility of the given nodes. Row i of `coordinates` belongs to rows[i].
[[nodiscard]] LocalInputs local_inputs(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys,
                                       const RowMatrix& coordinates, const Model& model, const RunContext& context);

/// Codes of these nodes, all distinct and different from `taken`.
[[nodiscard]] Codes read_local(const LocalInputs& inputs, std::span<const NodeIndex> rows, const NodeKeys& keys,
                               std::vector<std::span<const std::uint16_t>> taken, const Model& model,
                               const RunContext& context);

}  // namespace columnar
