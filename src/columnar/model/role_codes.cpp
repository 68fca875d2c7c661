#include "columnar/model/role_codes.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "columnar/core/role_share.hpp"
#include "columnar/core/stage.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/node_keys.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/memory_plan.hpp"
#include "columnar/roles/role_features.hpp"
#include "columnar/roles/role_graph.hpp"

namespace columnar {
namespace {

/// The stages of the second run, told from those of the first.
class RoleStages : public ForwardingSink {
 public:
  using ForwardingSink::ForwardingSink;
  void begin_stage(std::string_view name) override { ForwardingSink::begin_stage("roles: " + std::string(name)); }
  void note(std::string_view message) override { ForwardingSink::note("roles: " + std::string(message)); }
};

std::vector<Role> distinct(std::vector<Role> roles) {
  std::ranges::sort(roles);
  roles.erase(std::ranges::unique(roles).begin(), roles.end());
  return roles;
}

void name_stages(std::vector<StageCost>& costs) {
  for (StageCost& cost : costs) {
    cost.name = "roles: " + cost.name;
  }
}

/// The code of each role. One that was not trained gets it from the nearest ones.
std::vector<std::uint16_t> codes_of_roles(const RoleModel& roles, std::span<const Role> wanted,
                                          const RunContext& context) {
  const std::vector<Role>& known = roles.model.graph.ids.integers;
  std::vector<Role> added;
  std::ranges::set_difference(distinct({wanted.begin(), wanted.end()}), known, std::back_inserter(added));
  // In the order of `added`, because every edge names the new role first.
  const NewCodes encoded = added.empty() ? NewCodes()
                                         : encode(roles.model, edges_to_nearest(known, added, context.threads),
                                                  RunContext{context.threads, nullptr});
  const std::size_t active = code_shape(roles.model.config).active();
  std::vector<std::uint16_t> codes;
  codes.reserve(wanted.size() * active);
  for (const Role role : wanted) {
    const auto found = std::ranges::lower_bound(known, role);
    const bool is_known = found != known.end() && *found == role;
    const auto row = static_cast<std::size_t>(is_known ? found - known.begin()
                                                       : std::ranges::lower_bound(added, role) - added.begin());
    const std::vector<std::uint16_t>& all = is_known ? roles.model.codes : encoded.codes.bits;
    const auto code = std::span(all).subspan(row * active, active);
    codes.insert(codes.end(), code.begin(), code.end());
  }
  return codes;
}

}  // namespace

RolesOfGraph find_roles(const Graph& graph, const RunContext& context) {
  RoleStages stages(context.progress);
  RolesOfGraph roles;
  StageRecorder recorder(&stages, roles.costs, nullptr);
  roles.graph = run_stage(RunContext{context.threads, &recorder}, "graph", [&] {
    const RowMatrix features = role_features(graph, context.threads);
    roles.scale = role_scale(features);
    roles.of_nodes = roles_of(roles.scale, features);
    return role_graph(distinct(roles.of_nodes), context.threads);
  });
  if (roles.graph.targets.empty()) {
    throw Error(ErrorCode::kInput,
                "graph: all of its nodes play the same part, so there are no roles to learn (--roles 0)");
  }
  name_stages(roles.costs);
  return roles;
}

FittedRoles fit_roles(RolesOfGraph roles, const Config& config, const RunContext& context, Checkpoints* checkpoints,
                      const CountingMemory& memory, FitReport& report) {
  RoleStages stages(context.progress);
  const RunContext to{context.threads, &stages};
  const std::unique_ptr<Checkpoints> nested = checkpoints == nullptr ? nullptr : checkpoints->of_roles();
  Embedder embedder(role_config(config));
  (void)embedder.fit(roles.graph, {}, to, nested.get(), memory);
  report.spilled_bytes += embedder.report().spilled_bytes;
  report.stages.insert(report.stages.begin(), roles.costs.begin(), roles.costs.end());
  std::vector<StageCost> costs = embedder.report().stages;
  name_stages(costs);
  report.stages.insert(report.stages.end(), costs.begin(), costs.end());
  for (const std::string& note : embedder.report().notes) {
    report.notes.push_back("roles: " + note);
  }
  auto learned = std::make_shared<RoleModel>();
  learned->scale = std::move(roles.scale);
  learned->model = std::move(embedder).take_model();
  std::vector<std::uint16_t> codes = codes_of_roles(*learned, roles.of_nodes, context);
  return {std::move(learned), std::move(codes)};
}

std::vector<std::uint16_t> role_codes(const RoleModel& roles, const Graph& graph, std::span<const NodeIndex> rows,
                                      const RunContext& context) {
  return codes_of_roles(roles, roles_of(roles.scale, role_features(graph, rows, context.threads)), context);
}

SdrTable encode_roles(const Model& model, const Graph& graph, const RunContext& context) {
  require_trained(model);
  const RoleModel* roles = model.learned->roles.get();
  if (roles == nullptr) {
    throw Error(ErrorCode::kConfig, "model: it has no roles (embed --roles SHARE makes some)");
  }
  if (graph.targets.empty()) {
    throw Error(ErrorCode::kInput, "graph: has no edges");
  }
  const RowMatrix features = role_features(SymmetricGraph(graph).graph(), context.threads);
  return {code_shape(role_config(model.config)), graph.ids,
          codes_of_roles(*roles, roles_of(role_scale(features), features), context)};
}

std::vector<std::uint16_t> join_roles(const Config& config, std::span<const std::uint16_t> place,
                                      std::span<const std::uint16_t> roles) {
  const SdrShape whole = code_shape(config);
  const SdrShape of_place = code_shape(place_config(config));
  const SdrShape of_roles = code_shape(role_config(config));
  std::vector<std::uint16_t> codes;
  codes.reserve(place.size() + roles.size());
  const auto add = [&](std::span<const std::uint16_t> bits, std::uint32_t from, std::uint32_t to) {
    for (const std::uint16_t bit : bits) {
      codes.push_back(static_cast<std::uint16_t>(bit - from + to));
    }
  };
  for (std::size_t node = 0; node * of_place.active() < place.size(); ++node) {
    const auto where = place.subspan(node * of_place.active(), of_place.active());
    const auto part = roles.subspan(node * of_roles.active(), of_roles.active());
    add(where.first(of_place.active_columns), 0, 0);
    add(part.first(of_roles.active_columns), 0, of_place.l23_width());
    add(where.subspan(of_place.active_columns), of_place.l23_width(), whole.l23_width());
    add(part.subspan(of_roles.active_columns), of_roles.l23_width(), whole.l23_width() + of_place.l5a_size);
  }
  return codes;
}

PlaceCodes::PlaceCodes(const Config& config, std::span<const std::uint16_t> codes)
    : codes_(codes), active_(code_shape(place_config(config)).active()) {
  const SdrShape whole = code_shape(config);
  if (!whole.has_roles()) {
    return;
  }
  const SdrShape place = code_shape(place_config(config));
  copy_.reserve(codes.size() / whole.active() * active_);
  for (std::size_t first = 0; first < codes.size(); first += whole.active()) {
    const auto code = codes.subspan(first, whole.active());
    const auto cells = code.first(place.active_columns);
    copy_.insert(copy_.end(), cells.begin(), cells.end());
    for (const std::uint16_t bit : code.subspan(whole.active_columns, place.l5a_active)) {
      copy_.push_back(static_cast<std::uint16_t>(bit - whole.l23_width() + place.l23_width()));
    }
  }
}

}  // namespace columnar
