#include <fmt/format.h>

#include <numeric>
#include <optional>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/graph/attributes_check.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/local_codes.hpp"
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

/// The graph with the new edges; without any, the graph as it is.
ChangedGraph with_edges(const Graph& graph, const EdgeChanges& edges) {
  if (edges.changes.empty()) {
    return {graph, graph.node_count(), {}, {}};
  }
  return apply_changes(graph, edges, NewNodes::kRequire);
}

/// Adds the nodes that have attributes but no edge, at the end.
void add_nodes_without_edges(const NodeIds& named, Graph& graph) {
  IdIndex index(std::move(graph.ids), "attributes");
  for (NodeIndex i = 0; i < named.size(); ++i) {
    (void)index.row_of(named.name(i));
  }
  graph.offsets.resize(index.size() + 1, graph.offsets.back());
  graph.ids = std::move(index).take_ids();
}

/// The attributes of the model, with a row for each new node, empty where none is given.
Attributes with_new_rows(const Model& model, const Graph& graph, NodeIndex first, const NamedAttributes& given) {
  check_attributes(given.attributes, static_cast<NodeIndex>(given.ids.size()));
  Attributes all = model.attributes;
  if (given.attributes.row_count() > 0 && given.attributes.width > all.width) {
    fail_input("attributes", fmt::format("{} columns, the model has {}", given.attributes.width, all.width));
  }
  if (all.values.empty()) {
    all.values.assign(all.indices.size(), 1.0F);
  }
  const IdIndex rows(given.ids, "attributes");
  for (NodeIndex v = first; v < graph.node_count(); ++v) {
    if (const std::optional<NodeIndex> row = rows.find(graph.ids.name(v))) {
      for (std::uint64_t e = given.attributes.offsets[*row]; e < given.attributes.offsets[*row + std::size_t{1}]; ++e) {
        all.indices.push_back(given.attributes.indices[e]);
        all.values.push_back(given.attributes.value(e));
      }
    }
    all.offsets.push_back(all.indices.size());
  }
  return all;
}

/// Refuses attributes of nodes that the model knows: their codes are not computed again.
void require_new(const Model& model, const NodeIds& named) {
  if (named.size() == 0) {
    return;
  }
  const IdIndex known(model.graph.ids);
  for (NodeIndex i = 0; i < named.size(); ++i) {
    if (known.find(named.name(i))) {
      fail_input("attributes", fmt::format("{} is a node of the model", in_quotes(named.name(i))));
    }
  }
}

}  // namespace

NewCodes encode(const Model& model, const EdgeChanges& edges, const RunContext& context) {
  return encode(model, edges, {}, context);
}

NewCodes encode(const Model& model, const EdgeChanges& edges, const NamedAttributes& attributes,
                const RunContext& context) {
  require_trained(model);
  const AttributeSpace& space = model.learned->attribute_space;
  if (attributes.ids.size() > 0 && !space.weights.uses_attributes()) {
    fail_input("attributes", "the model was trained without attributes, or found them to tell nothing");
  }
  require_new(model, attributes.ids);
  ChangedGraph with_new = with_edges(model.graph, edges);
  add_nodes_without_edges(attributes.ids, with_new.graph);
  const SymmetricGraph symmetric(with_new.graph);
  const Graph& linked = symmetric.graph();
  const NodeIndex first = with_new.first_new;
  std::vector<NodeIndex> rows(with_new.graph.node_count() - first);
  std::iota(rows.begin(), rows.end(), first);
  const NodeKeys keys(with_new.graph.ids, first);

  const LocalPairs pairs = sample_local_pairs(linked, rows, keys, model.learned->marginals, model.config, context);
  const Attributes all_attributes =
      space.weights.uses_attributes() ? with_new_rows(model, with_new.graph, first, attributes) : Attributes();
  const RowMatrix coordinates = local_coordinates(linked, all_attributes, pairs, rows, model, context);
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
