#pragma once

#include <memory>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/embedder.hpp"
#include "columnar/graph.hpp"
#include "columnar/model.hpp"
#include "columnar/progress.hpp"
#include "columnar/roles/role_scale.hpp"

namespace columnar {

/// What a fit learns of the parts that nodes play.                                           docs/equations.md#roles
struct RoleModel {
  RoleScale scale;  ///< of the training graph
  Model model;      ///< of the graph of roles: its ids are the roles, ascending, its codes the role bits
};

/// Roles of a graph, learned: the model, and the role bits of every node, nodes × active bits.
struct FittedRoles {
  std::shared_ptr<const RoleModel> model;
  std::vector<std::uint16_t> codes;
};

/// The graph of roles of a symmetric graph, before anything is learned of it.
struct RolesOfGraph {
  RoleScale scale;
  std::vector<Role> of_nodes;
  Graph graph;                   ///< its ids are the roles, ascending
  std::vector<StageCost> costs;  ///< of making it
};

/// Finds the roles of a symmetric graph, which costs little. Throws Error(kInput) if all nodes play the same part: a
/// fit asks this first.
[[nodiscard]] RolesOfGraph find_roles(const Graph& graph, const RunContext& context);

/// Learns the roles and adds its stages and notes to the report. Progress is saved below the folder of `checkpoints`,
/// which may be null, and `memory` bounds that for counting pairs.
[[nodiscard]] FittedRoles fit_roles(RolesOfGraph roles, const Config& config, const RunContext& context,
                                    Checkpoints* checkpoints, const CountingMemory& memory, FitReport& report);

/// The role bits of the given nodes of a symmetric graph, the training graph with changes: rows × active bits. A role
/// that was not trained gets its code from the nearest ones.
[[nodiscard]] std::vector<std::uint16_t> role_codes(const RoleModel& roles, const Graph& graph,
                                                    std::span<const NodeIndex> rows, const RunContext& context);

/// Puts the role bits of a config's codes behind those that say where a node is, layer by layer: a table of
/// code_shape().
[[nodiscard]] std::vector<std::uint16_t> join_roles(const Config& config, std::span<const std::uint16_t> place,
                                                    std::span<const std::uint16_t> roles);

/// The bits of codes that say where a node is, as place_config() numbers them: a copy if the codes have roles, else the
/// codes themselves, which must outlive this.
class PlaceCodes {
 public:
  PlaceCodes(const Config& config, std::span<const std::uint16_t> codes);
  [[nodiscard]] std::span<const std::uint16_t> bits() const noexcept { return copy_.empty() ? codes_ : copy_; }
  [[nodiscard]] std::size_t active() const noexcept { return active_; }

 private:
  std::span<const std::uint16_t> codes_;
  std::vector<std::uint16_t> copy_;
  std::size_t active_;
};

}  // namespace columnar
