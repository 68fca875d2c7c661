#include "columnar/model/new_nodes.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/in_quotes.hpp"
#include "columnar/graph/attributes_check.hpp"
#include "columnar/graph/id_index.hpp"
#include "columnar/graph_builder.hpp"
#include "columnar/model/learned.hpp"

namespace columnar {
namespace {

constexpr const char* kPlace = "attributes";

}  // namespace

void check_new_attributes(const Model& model, const NamedAttributes& given) {
  if (given.ids.size() == 0) {
    return;
  }
  if (!model.learned->attribute_space.weights.uses_attributes()) {
    fail_input(kPlace, "the model was trained without attributes, or found them to tell nothing");
  }
  if (given.attributes.row_count() != given.ids.size()) {  // before check_attributes(), which lets none at all pass
    fail_input(kPlace, fmt::format("{} rows for {} ids", given.attributes.row_count(), given.ids.size()));
  }
  check_attributes(given.attributes, static_cast<NodeIndex>(given.ids.size()), kPlace);
  if (given.attributes.width > model.attributes.width) {
    fail_input(kPlace, fmt::format("{} columns, the model has {}", given.attributes.width, model.attributes.width));
  }
  require_distinct_ids(given.ids, kPlace, ErrorCode::kInput);
  const IdIndex known(model.graph.ids);
  for (NodeIndex i = 0; i < given.ids.size(); ++i) {
    if (known.find(given.ids.name(i))) {
      fail_input(kPlace, fmt::format("{} is a node of the model", in_quotes(given.ids.name(i))));
    }
  }
}

ChangedGraph with_new_nodes(const Graph& graph, const EdgeChanges& changes, NewNodes policy,
                            const NodeIds& with_attributes) {
  ChangedGraph changed = apply_changes(graph, changes, policy);
  IdIndex index(std::move(changed.graph.ids), kPlace);
  for (NodeIndex i = 0; i < with_attributes.size(); ++i) {
    (void)index.row_of(with_attributes.name(i));
  }
  const std::size_t nodes = index.size();
  if (nodes > kMaxNodes) {
    fail_input(kPlace, fmt::format("more than {} nodes", kMaxNodes));
  }
  changed.graph.offsets.resize(nodes + 1, changed.graph.offsets.back());
  changed.graph.ids = std::move(index).take_ids();
  changed.changed.resize(nodes, 0.0);
  changed.counts.new_nodes = nodes - changed.first_new;
  return changed;
}

Attributes with_new_rows(const Model& model, const Graph& graph, const NamedAttributes& given) {
  if (!model.learned->attribute_space.weights.uses_attributes()) {
    return {};
  }
  Attributes all = model.attributes;
  const Attributes& added = given.attributes;
  if (all.values.empty() && !added.values.empty()) {
    all.values.assign(all.indices.size(), 1.0F);
  }
  const IdIndex rows(given.ids, kPlace);
  for (NodeIndex v = model.graph.node_count(); v < graph.node_count(); ++v) {
    if (const std::optional<NodeIndex> row = rows.find(graph.ids.name(v))) {
      for (std::uint64_t e = added.offsets[*row]; e < added.offsets[*row + std::size_t{1}]; ++e) {
        all.indices.push_back(added.indices[e]);
        if (!all.values.empty()) {
          all.values.push_back(added.value(e));
        }
      }
    }
    all.offsets.push_back(all.indices.size());
  }
  return all;
}

}  // namespace columnar
