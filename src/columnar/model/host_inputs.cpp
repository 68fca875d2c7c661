#include "columnar/model/host_inputs.hpp"

#include <fmt/format.h>

#include <array>
#include <numeric>

#include "columnar/core/fail_input.hpp"
#include "columnar/core/role_share.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/graph/locality_order.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/local_codes.hpp"
#include "columnar/model/role_codes.hpp"
#include "columnar/model/working_order.hpp"

namespace columnar {
namespace {

/// The codes of all nodes, read as by the fit, so that the same ones of several equal codes are drawn again.
Codes read_as_fitted(const Graph& graph, const Firing& firing, const Config& config, const CortexState& cortex,
                     const RunContext& context) {
  const WorkingOrder order = reorders(config, graph.node_count()) ? WorkingOrder(locality_order(graph, context))
                                                                  : WorkingOrder(graph.node_count());
  Firing ordered;
  ordered.ranks = firing.ranks;
  ordered.cells.reserve(firing.cells.size());
  ordered.scores.reserve(firing.scores.size());
  for (const NodeIndex row : order.rows()) {
    ordered.cells.insert(ordered.cells.end(), firing.of(row).begin(), firing.of(row).end());
    ordered.scores.insert(ordered.scores.end(), firing.scores_of(row).begin(), firing.scores_of(row).end());
  }
  const std::vector<std::uint64_t> keys(order.rows().begin(), order.rows().end());
  Codes codes = read_out(ordered, config, cortex, {keys, {}}, context);
  order.put_back(codes.bits, codes.active);
  order.put_back(codes.rounds);
  return codes;
}

/// Adds rows of this many values.
template <Number T>
void add(NpzWriter& writer, const char* name, const std::vector<T>& values, std::uint64_t width) {
  const std::array<std::uint64_t, 2> shape = {values.size() / width, width};
  writer.add(name, make_npy<T>(values, shape));
}

}  // namespace

NpzWriter host_inputs(const Model& model, const RunContext& context) {
  if (model.updates > 0) {
    fail_input("model", fmt::format("was updated {}, so its codes come from several states and one network cannot "
                                    "give them; export without inputs, or train again",
                                    model.updates == 1 ? "once" : fmt::format("{} times", model.updates)));
  }
  const Config config = place_config(model.config);
  const CortexState& cortex = model.learned->cortex;
  const SymmetricGraph symmetric(model.graph);
  const std::size_t nodes = model.graph.node_count();
  std::vector<NodeIndex> rows(nodes);
  std::iota(rows.begin(), rows.end(), NodeIndex{0});
  const LocalInputs inputs = local_inputs(symmetric.graph(), rows, {}, model.learned->coordinates, model, context);
  const Firing firing = fire(inputs.l4, inputs.eligibility, config, cortex, context.threads);
  const Codes codes = read_as_fitted(symmetric.graph(), firing, config, cortex, context);

  std::vector<std::uint32_t> broken;
  std::vector<float> factors;
  std::vector<float> row(cortex.l5a_size);
  for (NodeIndex node = 0; node < nodes; ++node) {
    if (codes.rounds[node] > 0) {
      broken.push_back(node);
      tie_break_factors(config, node, codes.rounds[node], row);
      factors.insert(factors.end(), row.begin(), row.end());
    }
  }
  std::vector<float> sums;
  for (std::uint32_t column = 0; column < cortex.columns; ++column) {
    const float* first = cortex.weight_sums.data() + cortex.cell_index(column, 0);
    sums.insert(sums.end(), first, first + cortex.cells);
  }
  NpzWriter writer;
  add(writer, "l4", inputs.l4.bits, inputs.l4.active);
  add(writer, "columns", inputs.eligibility.columns, inputs.eligibility.width);
  add(writer, "eligibility", inputs.eligibility.values, inputs.eligibility.width);
  add(writer, "lateral", cortex.lateral, cortex.columns);
  writer.add("weight_sums", make_npy(sums));
  writer.add("tie_nodes", make_npy(broken));
  add(writer, "tie_factors", factors, cortex.l5a_size);
  add(writer, "cells", firing.cells, firing.ranks);
  add(writer, "scores", firing.scores, firing.ranks);
  add(writer, "codes", codes.bits, codes.active);
  writer.add("ids",
             model.graph.ids.are_text() ? make_npy_unicode(model.graph.ids.texts) : make_npy(model.graph.ids.integers));
  writer.add("columnar_metadata", make_npy_unicode_scalar(provenance_json(config, model.graph_digest)));
  return writer;
}

}  // namespace columnar
