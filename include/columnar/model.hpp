#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/edge_changes.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// A trained model: the graph it knows, the code of every node, and all that is needed to give codes to nodes that come
/// later (encode) and to follow edges that change (update). A value: a copy is another model.
struct Model {
  /// A model that knows nothing, to be assigned to.
  Model();
  Model(const Model& other);
  Model(Model&& other) noexcept;
  Model& operator=(const Model& other);
  Model& operator=(Model&& other) noexcept;
  ~Model();

  Config config;
  Graph graph;                         ///< as it is now
  std::string graph_digest;            ///< of that graph (graph/digest.hpp)
  std::string trained_digest;          ///< of the graph it was trained on; another one once it was updated
  std::uint64_t updates = 0;           ///< how many times since then
  std::vector<double> drift;           ///< share of each node's edges that changed since it was learned
  std::vector<std::uint32_t> regions;  ///< the region of each node
  std::vector<std::uint16_t> codes;    ///< n × active bits of L2/3 and L5a, each row ascending
  std::vector<std::uint16_t> l6;       ///< n × l6_active neurons, each row ascending

  /// Coordinates and the network, in types of the library itself (src/columnar/model/learned.hpp).
  struct Learned;
  std::unique_ptr<Learned> learned;  ///< null in a model that was moved from, and only there
};

/// The geometry of the codes that a config makes: L2/3 and L5a (kAll).
[[nodiscard]] SdrShape code_shape(const Config& config) noexcept;
/// The same with L6 (kSearch) where the config has it.
[[nodiscard]] SdrShape search_shape(const Config& config) noexcept;

/// The codes of all nodes of a model, with all layers that it has.
[[nodiscard]] SdrTable codes_of(const Model& model);

/// Saves a model, atomically. Throws Error(kOutput) where it cannot be written.
void save_model(const std::string& path, const Model& model);

/// Reads a model back. Throws Error(kInput) for anything but a sound model.
[[nodiscard]] Model load_model(const std::string& path);

/// The codes of some nodes that a model has never seen.
struct NewCodes {
  SdrTable codes;               ///< of the new nodes alone, in the order in which their edges name them
  std::uint64_t repeated = 0;   ///< edges given more than once, self-loops and weights of 0: they say nothing new
  std::uint64_t edges = 0;      ///< that they bring
  std::uint64_t placeless = 0;  ///< nodes from which no walk leads to a known one: their codes say nothing
  std::uint64_t tie_breaks = 0;
};

/// Gives a code to every new node, from the model alone: nothing is trained and the model stays as it is.
///
/// A node is given by its edges to known or to other new nodes. Short walks from it over the graph that the edges make
/// find its place in the trained spectral space (spectral/new_node_projection.hpp); eligibility, L4 code, L6 and the
/// forward pass are those of training. Draws are keyed by the id, so a node gets the same code alone and in a batch
/// that its walks do not meet; its code equals none of the model's or of the batch while tie_break_rounds last.
/// docs/equations.md#fold
///
/// Throws Error(kInput) with the line for an edge between two known nodes and for anything but additions.
[[nodiscard]] NewCodes encode(const Model& model, const EdgeChanges& edges, const RunContext& context = {});

/// What an update did.
struct UpdateReport {
  ChangeCounts edges;
  std::uint64_t nodes = 0;          ///< in the graph now
  std::uint64_t touched = 0;        ///< with an edge that changed
  std::uint64_t learned = 0;        ///< of these, and of the new ones, walked, shown to the cortex and read again
  std::uint64_t presentations = 0;  ///< pairs that the columns were shown
  std::uint64_t codes_changed = 0;  ///< of the nodes that were there before

  /// Share of the earlier nodes whose code is what it was, bit for bit.
  [[nodiscard]] double unchanged_share() const noexcept {
    const std::uint64_t before = nodes - edges.new_nodes;
    return before == 0 ? 1.0 : 1.0 - static_cast<double>(codes_changed) / static_cast<double>(before);
  }
};

/// Follows a graph whose edges change, without training anew.                         docs/equations.md#update
///
/// A node is learned again once `update_drift` of its edges changed since it last was; smaller drifts add up. Such
/// nodes, and new ones where `policy` admits them, are walked again over the changed graph, find their place in the
/// spectral space by the nodes they meet, are shown to the columns by the same local rules `update_presentations` times
/// each, once to the readout, and are read. All others keep their coordinates and codes; regions stay where they are.
/// Changes that leave the graph as it was are no update. All at once or nothing: where it throws (apply_changes), the
/// model is as it was.
UpdateReport update(Model& model, const EdgeChanges& changes, NewNodes policy, const RunContext& context = {});

/// Where codes come from, as JSON text for the files that can say it: program, version, the digest of the graph, seed
/// and config. Nothing that changes from run to run, so that the same codes give the same bytes.
[[nodiscard]] std::string provenance_json(const Config& config, const std::string& graph_digest);

}  // namespace columnar
#pragma GCC visibility pop
