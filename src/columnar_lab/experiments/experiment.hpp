#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "columnar/core/stage_meter.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"
#include "columnar_lab/experiments/loadable_graph.hpp"
#include "columnar_lab/experiments/option.hpp"
#include "columnar_lab/report/embedding_source.hpp"
#include "columnar_lab/report/graph_run.hpp"
#include "columnar_lab/report/measured_nodes.hpp"

/// An experiment is declared once: what it measures, its options, and a function that gives tables. `columnar evaluate`
/// makes the flags, the help, the text and --json of that, Python its functions.

namespace columnar {

/// What an experiment wants to know of the classes of nodes.
enum class Classes { kUnused, kOptional, kRequired };

/// What an experiment takes beside its options.
struct Inputs {
  bool graph = false;                  ///< trains on one graph: GRAPH, how it is read, the constants of the method
  bool graphs = false;                 ///< trains on any number of graphs: GRAPH…, the rest as above
  bool embeddings = false;             ///< measures tables of codes or vectors
  Classes classes = Classes::kUnused;  ///< of the nodes of the graph; of tables: --labels, or those of --graph
  bool several_classes = false;        ///< a node may have more than one
  /// Of tables: features of the nodes of --graph, from its file; features= in Python. Of a graph: attributes of its
  /// nodes, from --attributes or its own file; attributes= in Python.
  bool features = false;
  std::string second_graph = {};  ///< --then: what it is for; empty: it takes none
  bool residual = false;          ///< others' embeddings of what a split leaves: --residual, --embedding
  bool reference = false;         ///< an embedding that those measured are compared with: --reference
  /// What GRAPH is, or --graph of an experiment on tables whose classes it wants to know; empty: the same for all.
  std::string graph_help = {};

  [[nodiscard]] bool train() const noexcept { return graph || graphs; }
};

/// A graph that is not the one of the run.
struct FurtherGraph {
  std::string name;  ///< what reports and messages call it
  Graph graph;
  Labels labels;
};

/// What an experiment is given. Nothing of it is changed, and all of it outlives the run.
struct ExperimentInput {
  GraphRun run;                          ///< of an experiment on a graph; of one on many the config alone
  std::vector<LoadableGraph> graphs;     ///< of one on many
  std::vector<EmbeddingGroup> groups;    ///< of one on embeddings
  MeasuredNodes nodes;                   ///< whose rows they are
  RowFeatures features;                  ///< of these nodes, or of those of the graph of the run; may be empty
  std::optional<NamedSource> reference;  ///< that they are compared with, where one is named
  std::vector<NamedSource> embeddings;   ///< of what the first split leaves, made by other programs
  std::vector<FurtherGraph> further;     ///< the second graph, where one is named
};

/// What an experiment found.
struct Results {
  std::vector<SeedTable> tables = {};
  Json facts = Json::object();             ///< counts and other figures that are not a table's
  std::vector<std::string> notes = {};     ///< lines below the tables
  std::vector<std::string> warnings = {};  ///< what makes figures meaningless
};

struct Experiment {
  std::string name;     ///< of the command and of the Python function
  std::string summary;  ///< one line
  Inputs inputs;
  std::vector<Option> options;
  /// Throws Error(kConfig) for options that do not go together, and Error(kInput) for inputs that cannot be measured.
  std::function<Results(const ExperimentInput&, const Options&, const RunContext&)> run;
  /// What its stages will probably take, for those who show the time left. May be empty.
  std::function<std::vector<StageCost>(const ExperimentInput&, const Options&, int threads)> stages = {};
  /// With inputs.residual: the graph that the first split leaves.
  std::function<Graph(const ExperimentInput&, const Options&)> residual = {};
};

/// All of them, by name.
[[nodiscard]] const std::vector<Experiment>& experiments();

/// The one of that name, which must exist.
[[nodiscard]] const Experiment& experiment_named(const std::string& name);

/// Runs it, after the checks that all experiments share: a config that is possible, classes where they are required.
[[nodiscard]] Results run_experiment(const Experiment& experiment, const ExperimentInput& input, const Options& options,
                                     const RunContext& context);

/// All that --json prints, alike for every experiment:
/// {"version", "experiment", "settings": {"graph", "preset", "config", option: value, …}, "facts", "warnings",
/// "results": {table: …}}.
[[nodiscard]] Json results_json(const Experiment& experiment, const ExperimentInput& input, const Options& options,
                                const Results& results);

}  // namespace columnar
