#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/model.hpp"
#include "columnar/progress.hpp"

#pragma GCC visibility push(default)
namespace columnar {

/// What fit did, for the summary.
struct FitReport {
  std::vector<StageCost> stages;   ///< in order
  std::vector<std::string> notes;  ///< e.g. parameters clamped to the size of the graph
  std::uint64_t pairs = 0;         ///< windowed pairs seen in the walks
  std::uint64_t distinct_pairs = 0;
  std::uint64_t spilled_bytes = 0;  ///< of the PPMI, in a temporary file
  std::uint64_t presentations = 0;  ///< pairs the cortex was trained on
  std::uint64_t tie_breaks = 0;     ///< nodes whose identity had to break a tie with an equal code
};

// Of the library itself: known here by name alone.
class Checkpoints;
struct CountingMemory;

/// Graph in, one sparse binary code per node out.
class Embedder {
 public:
  /// Throws Error(kConfig) for impossible parameters (validate in config.hpp).
  explicit Embedder(Config config = {});

  /// Trains on the graph and returns the code of every node, with all layers of the config. Throws Error(kInput) for a
  /// graph without edges. The same graph and config give the same bytes on any number of threads. If it throws, model()
  /// and report() stay as they were.
  SdrTable fit(const Graph& graph, const RunContext& context = {});

  /// The same for the command, which can be stopped and continued, and can bound its memory. The types of its arguments
  /// are not part of the installed library.
  ///
  /// With checkpoints it first takes up what an earlier run of the same graph and config has left, and ends with the
  /// same model, byte for byte, as a run that was never stopped. They are left to the caller, who removes them once the
  /// outputs are safe.
  ///
  /// `memory` says how much of it the counting of pairs may take (memory_plan.hpp) and changes no result.
  /// Error(kOutput) where a temporary file cannot be written.
  SdrTable fit(const Graph& graph, const RunContext& context, Checkpoints* checkpoints, const CountingMemory& memory);

  /// The model of the last fit; an untrained one before the first.
  [[nodiscard]] const Model& model() const noexcept { return model_; }
  /// The same, moved out. It leaves an untrained model of the same config.
  [[nodiscard]] Model take_model() &&;
  /// What the last fit did.
  [[nodiscard]] const FitReport& report() const noexcept { return report_; }

 private:
  Model model_;
  FitReport report_;
};

}  // namespace columnar
#pragma GCC visibility pop
