#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/edge_changes.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// A trained model: the graph, the code of every node, and everything needed to encode new nodes (encode) and to follow
/// edge changes (update). A value type: a copy is an independent model.
struct Model {
  /// An empty, untrained model.
  Model();
  Model(const Model& other);
  Model(Model&& other) noexcept;
  Model& operator=(const Model& other);
  Model& operator=(Model&& other) noexcept;
  ~Model();

  Config config;
  Graph graph;                         ///< current graph
  Attributes attributes;               ///< of its nodes; without rows unless the codes use them
  std::string graph_digest;            ///< digest of `graph` (graph/digest.hpp)
  std::string trained_digest;          ///< digest of the training graph; updates do not change it
  std::uint64_t updates = 0;           ///< number of updates since training
  std::vector<double> drift;           ///< per node: share of its edges that changed since it was last learned
  std::vector<std::uint32_t> regions;  ///< region of each node
  std::vector<std::uint16_t> codes;    ///< n × active bits of L2/3 and L5a, each row ascending
  std::vector<std::uint16_t> l6;       ///< n × l6_active neurons, each row ascending

  /// Coordinates and the network, in types internal to the library (src/columnar/model/learned.hpp).
  struct Learned;
  std::unique_ptr<Learned> learned;  ///< null only in a moved-from model
};

/// The geometry of the codes of a config: L2/3 and L5a (kAll).
[[nodiscard]] SdrShape code_shape(const Config& config) noexcept;
/// The same with L6 (kSearch), if the config has it.
[[nodiscard]] SdrShape search_shape(const Config& config) noexcept;

/// The codes of all nodes of a model, with every layer it has.
[[nodiscard]] SdrTable codes_of(const Model& model);

/// Saves a model atomically. Throws Error(kOutput) if it cannot be written.
void save_model(const std::string& path, const Model& model);

/// Loads a model. Throws Error(kInput) unless the file is a valid model.
[[nodiscard]] Model load_model(const std::string& path);

/// Codes of nodes that the model was not trained on.
struct NewCodes {
  SdrTable codes;               ///< of the new nodes only, in the order in which the edges name them
  std::uint64_t repeated = 0;   ///< repeated edges, self-loops and weights of 0, all without effect
  std::uint64_t edges = 0;      ///< number of edges added
  std::uint64_t placeless = 0;  ///< nodes from which no walk reaches a known node: their codes carry no information
  std::uint64_t tie_breaks = 0;
};

/// Computes a code for every new node. Nothing is trained and the model is not changed.
///
/// A node is given by its edges to known or other new nodes. Short walks over the extended graph place it in the
/// trained
/// spectral space (spectral/new_node_projection.hpp); eligibility, L4 code, L6 and the forward pass are as in training.
/// Random draws are keyed by id, so a node gets the same code alone and in any batch that its walks do not meet. Its
/// code
/// differs from every code of the model and the batch, as long as tie_break_rounds suffice. docs/equations.md#fold
///
/// Throws Error(kInput) with the line for an edge between two known nodes and for any change other than an addition.
[[nodiscard]] NewCodes encode(const Model& model, const EdgeChanges& edges, const RunContext& context = {});

/// The same for a model that uses attributes, with those of new nodes. A node may have attributes without any edge, or
/// edges without attributes: what it has places it. Nodes without edges come last, in the order of their rows.
/// Throws Error(kInput) for attributes of a node that the model knows, or of other columns than the model's.
[[nodiscard]] NewCodes encode(const Model& model, const EdgeChanges& edges, const NamedAttributes& attributes,
                              const RunContext& context);

/// Bits for roles of the nodes of any graph, from a model of another one: a table of the same shape as the layer kRoles
/// of the model's own codes, so that both can be compared. A feature counts by its rank among the nodes of its own
/// graph. Throws Error(kConfig) for a model without roles, Error(kInput) for a graph without edges.
[[nodiscard]] SdrTable encode_roles(const Model& model, const Graph& graph, const RunContext& context = {});

/// Summary of an update.
struct UpdateReport {
  ChangeCounts edges;
  std::uint64_t nodes = 0;          ///< in the updated graph
  std::uint64_t touched = 0;        ///< nodes with a changed edge
  std::uint64_t learned = 0;        ///< touched or new nodes that were walked, trained and read out again
  std::uint64_t presentations = 0;  ///< pairs shown to the columns
  std::uint64_t codes_changed = 0;  ///< codes of earlier nodes that changed

  /// Share of the earlier nodes whose code is unchanged.
  [[nodiscard]] double unchanged_share() const noexcept {
    const std::uint64_t before = nodes - edges.new_nodes;
    return before == 0 ? 1.0 : 1.0 - static_cast<double>(codes_changed) / static_cast<double>(before);
  }
};

/// Follows edge changes without retraining. docs/equations.md#update
///
/// A node is learned again when `update_drift` of its edges have changed since it was last learned; smaller drifts
/// accumulate. These nodes, and new ones if `policy` admits them, are walked over the changed graph and placed in the
/// spectral space by the nodes they meet. They are shown to the columns `update_presentations` times each under the
/// same
/// local rules, and once to the readout; then their codes are read out. All other nodes keep their coordinates and
/// codes,
/// and regions do not move. Changes that leave the graph as it was do not count as an update. Strong exception
/// guarantee:
/// if it throws (apply_changes), the model is unchanged.
UpdateReport update(Model& model, const EdgeChanges& changes, NewNodes policy, const RunContext& context = {});

/// The same for a model that uses attributes, with those of new nodes, which the model keeps. Nodes that have
/// attributes but no edge are admitted, too, at the end. Throws Error(kInput) for attributes as encode() does, and
/// Error(kConfig) if `policy` refuses new nodes.
UpdateReport update(Model& model, const EdgeChanges& changes, NewNodes policy, const NamedAttributes& attributes,
                    const RunContext& context);

/// Provenance of codes as JSON: program, version, graph digest, seed and config. Contains nothing that varies between
/// runs, so that the same codes give the same bytes.
[[nodiscard]] std::string provenance_json(const Config& config, const std::string& graph_digest);

}  // namespace columnar
#pragma GCC visibility pop
