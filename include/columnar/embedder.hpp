#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/attributes.hpp"
#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/model.hpp"
#include "columnar/progress.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// Summary of a fit.
struct FitReport {
  std::vector<StageCost> stages;   ///< in order of execution
  std::vector<std::string> notes;  ///< e.g. parameters clamped to the size of the graph
  std::uint64_t pairs = 0;         ///< windowed pairs seen in the walks
  std::uint64_t distinct_pairs = 0;
  std::uint64_t spilled_bytes = 0;  ///< bytes of PPMI entries in a temporary file
  std::uint64_t presentations = 0;  ///< pairs that the cortex was trained on
  std::uint64_t tie_breaks = 0;     ///< nodes whose identity had to break a tie with an equal code
};

// Internal to the library; only declared here.
class Checkpoints;
class FitStages;
struct CountingMemory;

/// Graph in, one sparse binary code per node out.
class Embedder {
 public:
  /// Throws Error(kConfig) for invalid parameters (validate in config.hpp).
  explicit Embedder(Config config = {});

  /// Trains on the graph and returns the code of every node, with all layers of the config. Throws Error(kInput) for a
  /// graph without edges. The same graph and config give the same bytes with any number of threads. If it throws,
  /// model()
  /// and report() are unchanged.
  SdrTable fit(const Graph& graph, const RunContext& context = {});

  /// The same with attributes of the nodes (words, categories, numbers): row i of them belongs to node i. They shape
  /// coordinates, regions and input codes as much as they are measured to tell, without labels
  /// (docs/attributes.md). Throws Error(kInput) for attributes that are not sound or not of this graph.
  SdrTable fit(const Graph& graph, const Attributes& attributes, const RunContext& context);

  /// Overload for the command, with checkpoints and a memory limit. Its argument types are not part of the installed
  /// library.
  ///
  /// With checkpoints, it resumes what an earlier run of the same graph and config left, and produces the same model,
  /// byte
  /// for byte, as an uninterrupted run. The caller removes the checkpoints once the outputs are written.
  ///
  /// `memory` bounds the memory for counting pairs (memory_plan.hpp) and does not change the result. Throws
  /// Error(kOutput)
  /// if a temporary file cannot be written.
  ///
  /// `stages` runs the stages (fit_stages.hpp), on another device than the CPU; null: on the CPU.
  SdrTable fit(const Graph& graph, const Attributes& attributes, const RunContext& context, Checkpoints* checkpoints,
               const CountingMemory& memory, FitStages* stages = nullptr);

  /// The model of the last fit; untrained before the first fit.
  [[nodiscard]] const Model& model() const noexcept { return model_; }
  /// Moves the model out and leaves an untrained model with the same config.
  [[nodiscard]] Model take_model() &&;
  /// Summary of the last fit.
  [[nodiscard]] const FitReport& report() const noexcept { return report_; }

 private:
  Model model_;
  FitReport report_;
};

}  // namespace columnar
#pragma GCC visibility pop
