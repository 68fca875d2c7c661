#include <algorithm>
#include <cmath>
#include <utility>

#include "columnar/core/role_share.hpp"
#include "columnar/cortex/column_training.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/cortex/readout_training.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/local_codes.hpp"
#include "columnar/model/new_nodes.hpp"
#include "columnar/model/role_codes.hpp"
#include "columnar/spectral/regions.hpp"

namespace columnar {
namespace {

/// Expected number of meetings of a node whose own count is unknown or outdated. Walks visit a node once for each walk
/// that starts there and otherwise about in proportion to the weight of its edges.
class ExpectedMeetings {
 public:
  ExpectedMeetings(const Graph& graph, const WalkConfig& walks)
      : strength_(graph.node_count(), 0.0), steps_(walks.walk_length - 1.0) {
    double sum = 0.0;
    for (NodeIndex v = 0; v < graph.node_count(); ++v) {
      strength_[v] = graph.strength(v);
      sum += strength_[v];
    }
    mean_ = std::max(sum / std::max<double>(1.0, graph.node_count()), 1e-300);
  }

  /// Only ratios are meaningful.
  [[nodiscard]] double of(NodeIndex v) const { return strength_[v] == 0.0 ? 0.0 : 1.0 + steps_ * strength_[v] / mean_; }

 private:
  std::vector<double> strength_;
  double steps_;
  double mean_ = 0.0;
};

/// Updates C(u) of nodes with changed edges in proportion to the expected meetings before and after; new nodes get the
/// count of others of their strength. Both graphs are symmetric.
Marginals updated_marginals(const Marginals& old, const Graph& before, const Graph& now,
                            std::span<const NodeIndex> touched, const WalkConfig& walks) {
  constexpr double kMost = 0x1p53;  // upper bound in a model (model_check.hpp)
  const ExpectedMeetings was(before, walks);
  const ExpectedMeetings is(now, walks);
  double counted = 0.0;
  double expected = 0.0;
  for (NodeIndex v = 0; v < before.node_count(); ++v) {
    counted += static_cast<double>(old.counts[v]);
    expected += was.of(v);
  }
  const double unit = expected > 0.0 ? counted / expected : 0.0;
  Marginals result = old;
  result.counts.resize(now.node_count(), 0);
  for (const NodeIndex v : touched) {
    const double before_that = v < before.node_count() ? was.of(v) : 0.0;
    const double ratio = before_that > 0.0 ? static_cast<double>(old.counts[v]) / before_that : 0.0;
    result.counts[v] =
        static_cast<std::uint64_t>(std::llround(std::min(kMost, (ratio > 0.0 ? ratio : unit) * is.of(v))));
  }
  std::uint64_t ends = 0;
  for (const std::uint64_t count : result.counts) {
    ends += count;
  }
  result.total = ends / 2;
  return result;
}

/// The codes of all nodes except `left_out` (ascending): those that a new code must not equal.
std::vector<std::span<const std::uint16_t>> codes_except(std::span<const std::uint16_t> codes, std::size_t active,
                                                         std::span<const NodeIndex> left_out) {
  std::vector<std::span<const std::uint16_t>> runs;
  std::size_t first = 0;
  const std::size_t nodes = codes.size() / active;
  const auto close = [&](std::size_t end) {
    if (end > first) {
      runs.push_back(codes.subspan(first * active, (end - first) * active));
    }
  };
  for (const NodeIndex v : left_out) {
    if (v >= nodes) {
      break;
    }
    close(v);
    first = std::size_t{v} + 1;
  }
  close(nodes);
  return runs;
}

/// The region whose centroid is nearest.
std::uint32_t nearest_region(const RowMatrix& coordinates, Eigen::Index row, const RowMatrix& centroids) {
  if (coordinates.row(row).squaredNorm() == 0.0F) {
    return Regions::kNone;
  }
  Eigen::Index best = 0;
  (centroids * coordinates.row(row).transpose()).maxCoeff(&best);
  return static_cast<std::uint32_t>(best);
}

/// The training config of an update: all nodes equally often, with its own random draws.
Config update_config(const Model& model, std::size_t nodes) {
  Config config = place_config(model.config);
  config.seed ^= 0x9E3779B97F4A7C15ULL * (model.updates + 1);
  config.training.balanced = true;
  config.training.presentations_per_node = config.living.update_presentations;
  config.training.presentations = ~std::uint64_t{0};
  config.training.outstar_presentations = nodes;
  return config;
}

/// Updates L6 of the nodes at the ends of changed edges. For other nodes the change is small, at the second
/// step: they keep their neurons until one of their own edges changes.
void update_l6(Model& model, const Graph& linked, std::span<const NodeIndex> touched, const RunContext& context) {
  const L6Config& l6 = model.config.l6;
  model.l6.resize(std::size_t{model.graph.node_count()} * l6.l6_active);
  const std::vector<std::uint16_t> heard = encode_l6(linked, touched, {}, l6, model.config.seed, context);
  for (std::size_t i = 0; i < touched.size(); ++i) {
    std::copy_n(heard.begin() + static_cast<std::ptrdiff_t>(i * l6.l6_active), l6.l6_active,
                model.l6.begin() + static_cast<std::ptrdiff_t>(std::size_t{touched[i]} * l6.l6_active));
  }
}

}  // namespace

UpdateReport update(Model& model, const EdgeChanges& changes, NewNodes policy, const RunContext& context) {
  return update(model, changes, policy, {}, context);
}

UpdateReport update(Model& model, const EdgeChanges& changes, NewNodes policy, const NamedAttributes& attributes,
                    const RunContext& context) {
  require_trained(model);
  check_new_attributes(model, attributes);
  if (attributes.ids.size() > 0 && policy == NewNodes::kRefuse) {
    throw Error(ErrorCode::kConfig, "attributes: are of new nodes, and new nodes are not let in");
  }
  ChangedGraph changed = with_new_nodes(model.graph, changes, policy, attributes.ids);
  const NodeIndex nodes = changed.graph.node_count();
  const Config& config = model.config;
  UpdateReport report;
  report.edges = changed.counts;
  report.nodes = nodes;
  if (changed.counts.new_nodes == 0 &&
      std::ranges::all_of(changed.changed, [](double share) { return share == 0.0; })) {
    return report;  // the graph is unchanged, and so is the model
  }

  Model next = model;
  next.drift.resize(nodes, 0.0);
  std::vector<NodeIndex> touched;
  std::vector<NodeIndex> learned;
  for (NodeIndex v = 0; v < nodes; ++v) {
    if (changed.changed[v] > 0.0 || v >= changed.first_new) {
      touched.push_back(v);
    }
    report.touched += changed.changed[v] > 0.0 ? 1 : 0;
    next.drift[v] = std::min(1.0, next.drift[v] + changed.changed[v]);
    if (v >= changed.first_new || (changed.changed[v] > 0.0 && next.drift[v] >= config.living.update_drift)) {
      learned.push_back(v);
      next.drift[v] = 0.0;
    }
  }
  report.learned = learned.size();
  next.graph = std::move(changed.graph);
  const SymmetricGraph symmetric(next.graph);
  const Graph& linked = symmetric.graph();
  next.learned->marginals =
      updated_marginals(model.learned->marginals, SymmetricGraph(model.graph).graph(), linked, touched, config.walks);
  next.graph_digest = graph_digest(next.graph);
  ++next.updates;
  next.learned->coordinates.conservativeResize(nodes, Eigen::NoChange);
  next.learned->coordinates.bottomRows(nodes - changed.first_new).setZero();
  next.attributes = with_new_rows(model, next.graph, attributes);
  next.regions.resize(nodes, Regions::kNone);
  const std::size_t active = code_shape(config).active();
  next.codes.resize(nodes * active);
  update_l6(next, linked, touched, context);
  if (learned.empty()) {
    model = std::move(next);
    return report;
  }

  const NodeKeys by_row;
  const LocalPairs pairs = sample_local_pairs(linked, learned, by_row, next.learned->marginals, config, context);
  const RowMatrix coordinates = local_coordinates(linked, next.attributes, pairs, learned, next, context);
  for (std::size_t i = 0; i < learned.size(); ++i) {
    next.learned->coordinates.row(learned[i]) = coordinates.row(static_cast<Eigen::Index>(i));
  }
  const LocalInputs inputs = local_inputs(linked, learned, by_row, coordinates, next, context);
  const Config training = update_config(model, learned.size());
  if (config.living.update_presentations > 0) {
    report.presentations = learn_columns(draw_presentations({}, pairs.ppmi, training, context), inputs.l4,
                                         inputs.eligibility, training, next.learned->cortex, context);
    if (config.plasticity.outstar) {
      learn_readout(fire(inputs.l4, inputs.eligibility, training, next.learned->cortex, context.threads), training,
                    next.learned->cortex, context);
    }
  }
  const PlaceCodes known(config, model.codes);
  Codes codes = read_local(inputs, learned, by_row, codes_except(known.bits(), known.active(), learned), next, context);
  if (const RoleModel* roles = next.learned->roles.get()) {
    codes.bits = join_roles(config, codes.bits, role_codes(*roles, linked, learned, context));
  }
  for (std::size_t i = 0; i < learned.size(); ++i) {
    const NodeIndex v = learned[i];
    next.regions[v] = nearest_region(next.learned->coordinates, v, next.learned->centroids);
    const auto code = std::span(codes.bits).subspan(i * active, active);
    const auto place = std::span(next.codes).subspan(v * active, active);
    report.codes_changed += v < changed.first_new && !std::ranges::equal(code, place) ? 1 : 0;
    std::ranges::copy(code, place.begin());
  }
  model = std::move(next);
  return report;
}

}  // namespace columnar
