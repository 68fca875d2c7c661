#include "columnar/model/local_codes.hpp"

#include <utility>

#include "columnar/core/role_share.hpp"
#include "columnar/model/learned.hpp"

namespace columnar {

RowMatrix local_coordinates(const Graph& graph, const Attributes& attributes, const LocalPairs& pairs,
                            std::span<const NodeIndex> rows, const Model& model, const RunContext& context) {
  const AttributeSpace& space = model.learned->attribute_space;
  const RowMatrix& known = model.learned->coordinates;
  const Eigen::Index rank = known.cols() - space.width();
  RowMatrix placed(static_cast<Eigen::Index>(rows.size()), rank);
  if (rank > 0) {
    RowMatrix all = RowMatrix::Zero(graph.node_count(), rank);
    all.topRows(known.rows()) = known.leftCols(rank);
    project_new_nodes(pairs, rows, all, context);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      placed.row(static_cast<Eigen::Index>(i)) = all.row(rows[i]);
    }
  }
  return join_coordinates(space, graph, attributes, rows, placed, context.threads);
}

LocalInputs local_inputs(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys,
                         const RowMatrix& coordinates, const Model& model, const RunContext& context) {
  const Config config = place_config(model.config);
  L4Codes l4 = encode_l4(graph, rows, keys, config.l4, config.seed, context);
  if (model.learned->attribute_space.weights.uses_attributes()) {
    set_class_bits(coordinates, config.l4, config.seed, context.threads, l4);
  }
  return {std::move(l4), build_eligibility(coordinates, model.learned->centroids, config.eligibility,
                                           config.l23.columns, config.seed, context)};
}

Codes read_local(const LocalInputs& inputs, std::span<const NodeIndex> rows, const NodeKeys& keys,
                 std::vector<std::span<const std::uint16_t>> taken, const Model& model, const RunContext& context) {
  std::vector<std::uint64_t> row_keys;
  row_keys.reserve(rows.size());
  for (const NodeIndex row : rows) {
    row_keys.push_back(keys(row));
  }
  const Config config = place_config(model.config);
  return read_out(fire(inputs.l4, inputs.eligibility, config, model.learned->cortex, context.threads), config,
                  model.learned->cortex, {row_keys, std::move(taken)}, context);
}

}  // namespace columnar
