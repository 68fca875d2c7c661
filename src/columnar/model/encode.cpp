#include <numeric>

#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/local_codes.hpp"

namespace columnar {
namespace {

/// Rows from `first` on.
NodeIds ids_from(const NodeIds& ids, NodeIndex first) {
  NodeIds rest;
  if (ids.are_text()) {
    rest.texts.assign(ids.texts.begin() + first, ids.texts.end());
  } else {
    rest.integers.assign(ids.integers.begin() + first, ids.integers.end());
  }
  return rest;
}

}  // namespace

NewCodes encode(const Model& model, const EdgeChanges& edges, const RunContext& context) {
  require_trained(model);
  const ChangedGraph with_new = apply_changes(model.graph, edges, NewNodes::kRequire);
  const SymmetricGraph symmetric(with_new.graph);
  const Graph& linked = symmetric.graph();
  const NodeIndex first = with_new.first_new;
  std::vector<NodeIndex> rows(with_new.graph.node_count() - first);
  std::iota(rows.begin(), rows.end(), first);
  const NodeKeys keys(with_new.graph.ids, first);

  RowMatrix coordinates = RowMatrix::Zero(with_new.graph.node_count(), model.learned->coordinates.cols());
  coordinates.topRows(first) = model.learned->coordinates;
  const LocalPairs pairs = sample_local_pairs(linked, rows, keys, model.learned->marginals, model.config, context);
  project_new_nodes(pairs, rows, coordinates, context);
  const LocalInputs inputs = local_inputs(linked, rows, keys, coordinates, model, context);
  Codes codes = read_local(inputs, rows, keys, {model.codes}, model, context);

  NewCodes result;
  result.edges = with_new.counts.added;
  result.repeated = with_new.counts.without_effect + with_new.counts.reweighted;
  for (const NodeIndex v : rows) {
    result.placeless += coordinates.row(v).squaredNorm() == 0.0F ? 1 : 0;
  }
  result.tie_breaks = codes.tie_breaks;
  const std::vector<std::uint16_t> l6 = encode_l6(linked, rows, keys, model.config.l6, model.config.seed, context);
  result.codes = with_l6(model.config, ids_from(with_new.graph.ids, first), codes.bits, l6);
  return result;
}

}  // namespace columnar
