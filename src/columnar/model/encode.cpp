#include <numeric>

#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/local_codes.hpp"
#include "columnar/model/new_nodes.hpp"
#include "columnar/model/role_codes.hpp"

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
  return encode(model, edges, {}, context);
}

NewCodes encode(const Model& model, const EdgeChanges& edges, const NamedAttributes& attributes,
                const RunContext& context) {
  require_trained(model);
  check_new_attributes(model, attributes);
  const ChangedGraph with_new = with_new_nodes(model.graph, edges, NewNodes::kRequire, attributes.ids);
  const SymmetricGraph symmetric(with_new.graph);
  const Graph& linked = symmetric.graph();
  const NodeIndex first = with_new.first_new;
  std::vector<NodeIndex> rows(with_new.graph.node_count() - first);
  std::iota(rows.begin(), rows.end(), first);
  const NodeKeys keys(with_new.graph.ids, first);

  const LocalPairs pairs = sample_local_pairs(linked, rows, keys, model.learned->marginals, model.config, context);
  const RowMatrix coordinates =
      local_coordinates(linked, with_new_rows(model, with_new.graph, attributes), pairs, rows, model, context);
  const LocalInputs inputs = local_inputs(linked, rows, keys, coordinates, model, context);
  const PlaceCodes known(model.config, model.codes);
  Codes codes = read_local(inputs, rows, keys, {known.bits()}, model, context);
  if (const RoleModel* roles = model.learned->roles.get()) {
    codes.bits = join_roles(model.config, codes.bits, role_codes(*roles, linked, rows, context));
  }

  NewCodes result;
  result.edges = with_new.counts.added;
  result.repeated = with_new.counts.without_effect + with_new.counts.reweighted;
  for (Eigen::Index i = 0; i < coordinates.rows(); ++i) {
    result.placeless += coordinates.row(i).squaredNorm() == 0.0F ? 1 : 0;
  }
  result.tie_breaks = codes.tie_breaks;
  const std::vector<std::uint16_t> l6 = encode_l6(linked, rows, keys, model.config.l6, model.config.seed, context);
  result.codes = with_l6(model.config, ids_from(with_new.graph.ids, first), codes.bits, l6);
  return result;
}

}  // namespace columnar
