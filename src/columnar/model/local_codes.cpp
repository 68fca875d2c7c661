#include "columnar/model/local_codes.hpp"

#include <utility>

#include "columnar/model/learned.hpp"

namespace columnar {

LocalInputs local_inputs(const Graph& graph, std::span<const NodeIndex> rows, const NodeKeys& keys,
                         const RowMatrix& coordinates, const Model& model, const RunContext& context) {
  RowMatrix own(static_cast<Eigen::Index>(rows.size()), coordinates.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    own.row(static_cast<Eigen::Index>(i)) = coordinates.row(rows[i]);
  }
  const Config& config = model.config;
  return {
      encode_l4(graph, rows, keys, config.l4, config.seed, context),
      build_eligibility(own, model.learned->centroids, config.eligibility, config.l23.columns, config.seed, context)};
}

Codes read_local(const LocalInputs& inputs, std::span<const NodeIndex> rows, const NodeKeys& keys,
                 std::vector<std::span<const std::uint16_t>> taken, const Model& model, const RunContext& context) {
  std::vector<std::uint64_t> row_keys;
  row_keys.reserve(rows.size());
  for (const NodeIndex row : rows) {
    row_keys.push_back(keys(row));
  }
  return read_out(fire(inputs.l4, inputs.eligibility, model.config, model.learned->cortex, context.threads),
                  model.config, model.learned->cortex, {row_keys, std::move(taken)}, context);
}

}  // namespace columnar
