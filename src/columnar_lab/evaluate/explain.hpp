#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/cortex/l6_encoder.hpp"
#include "columnar/graph.hpp"
#include "columnar/model.hpp"
#include "columnar/roles/role_features.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar_lab/evaluate/class_mix.hpp"
#include "columnar_lab/evaluate/explained_attributes.hpp"
#include "columnar_lab/evaluate/graph_evidence.hpp"

/// Explains why a node has its bits, and why two nodes share bits: bits lead to columns, columns to the regions of the
/// spectral space that they prefer (CRA), regions to their nodes.

namespace columnar {

struct ExplainOptions {
  std::uint32_t regions = 3;     ///< preferred regions shown per bit
  std::uint32_t typical = 5;     ///< typical nodes shown per region
  std::uint32_t attributes = 3;  ///< attributes shown per bit
  std::string place = "codes";   ///< name of the codes in errors
};

/// A region and a column's preference for it: its entry of CRA; all entries of a column sum to 1.
struct RegionAffinity {
  std::uint32_t region = 0;
  double affinity = 0.0;
};

/// For each feature of a role (kRoleFeatureNames), the share of the nodes that have less.
using RoleProfile = std::array<double, kRoleFeatures>;

/// One active bit of a node. A bit for roles has a profile in place of regions and eligibility.
struct BitExplanation {
  std::uint16_t bit = 0;
  Layer layer = Layer::kL23;            ///< kL23 or kL5a
  std::vector<std::uint32_t> columns;   ///< of a cell, its column; of an L5a neuron, those that drive it directly
  std::optional<std::uint32_t> cell;    ///< in the column; empty in L5a
  std::vector<RegionAffinity> regions;  ///< preferred regions of the column, best first; of several columns, their mean
  double eligibility = 0.0;             ///< ELIG of its best column for this node: 1 for the best of all columns
  std::uint32_t better_columns = 0;     ///< number of columns that are more eligible for this node
  ClassMix nodes;                       ///< nodes that have the bit, including this one
  /// What its column stands for (of an L5a neuron: the neuron): attributes that are more frequent among the nodes that
  /// use it than among all, the most telling first. Empty if the model has no attributes, and for a bit for roles.
  std::vector<TypicalAttribute> attributes = {};
  std::optional<RoleProfile> role = {};  ///< of a bit for roles: mean over the nodes that have it
};

/// A region of the spectral space that a column of the code prefers.
struct RegionExplanation {
  struct Typical {
    NodeIndex node = 0;
    double cosine = 0.0;  ///< to the centre
  };
  std::uint32_t region = 0;
  double cosine = 0.0;           ///< of the explained node to the centre
  double weight = 0.0;           ///< NRW of the region for the explained node: all sum to 1
  std::uint32_t bits = 0;        ///< number of bits of the code whose column prefers this region
  ClassMix nodes;                ///< nodes of the region
  std::vector<Typical> typical;  ///< nodes nearest to the centre, best first
};

struct CodeExplanation {
  NodeIndex node = 0;
  std::optional<std::uint32_t> region;     ///< region of the node; empty without coordinates
  std::vector<BitExplanation> bits;        ///< of L2/3 and L5a, ascending
  std::vector<RegionExplanation> regions;  ///< preferred regions of the bits' columns, nearest to the node first
  std::vector<HeardNode> near;             ///< the nodes that its L6 neurons represent, loudest first
  std::optional<RoleProfile> role = {};    ///< what part the node plays; empty if the codes have no roles
};

/// Comparison of two nodes.
struct PairExplanation {
  CodeExplanation first;
  CodeExplanation second;
  GraphEvidence evidence;  ///< what the graph says of the two
  /// Attributes of both, the rarest first; absent if the model has none.
  std::optional<std::vector<SharedAttribute>> attributes = {};
  Pattern shared;                     ///< bits of both nodes
  std::optional<std::uint32_t> near;  ///< shared L6 bits; empty if the codes have no L6
  std::uint32_t overlap = 0;          ///< shared bits of the other layers; all if the codes are L6 only
  /// Shared bits for roles, which `overlap` includes; empty if the codes have none.
  std::optional<std::uint32_t> roles = {};
  double chance = 0.0;               ///< probability that two random nodes share as much     docs/equations.md#chance
  double least_chance = 0.0;         ///< smallest possible value
  std::vector<HeardNode> near_both;  ///< other nodes that both hear, at the lower loudness
  std::vector<std::uint32_t> other_cells;  ///< shared columns with different cells
  double cosine = 0.0;                     ///< of their coordinates
  std::uint64_t nearer = 0;                ///< number of nodes nearer to the first than the second is
};

/// Explains the code of one node. The codes must be those that the model gave its own nodes: Error(kInput) for other
/// ids or another id order, for another shape, and if most columns in a sample of codes are not candidates of their
/// nodes in the model, as happens with a model of another seed. Error(kConfig) for a node that does not exist.
///
/// Labels may be null; Error(kInput) for labels that do not match the nodes.
[[nodiscard]] CodeExplanation explain_code(const SdrTable& codes, const Model& model, const Labels* labels,
                                           NodeIndex node, const ExplainOptions& options = {});

/// The same for two nodes, with what they have in common.
[[nodiscard]] PairExplanation explain_pair(const SdrTable& codes, const Model& model, const Labels* labels,
                                           NodeIndex first, NodeIndex second, const ExplainOptions& options = {});

}  // namespace columnar
