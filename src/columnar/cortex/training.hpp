#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/core/random.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/cortex/l23_columns.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/progress.hpp"
#include "columnar/walks/walks.hpp"

namespace columnar {

/// One step of the training stream: node v is shown in the context of u, which it met in a walk.
struct Presentation {
  NodeIndex v = 0;
  NodeIndex u = 0;
  float ppmi = 0.0F;  ///< of the two
};

/// The pairs the cortex is shown, each a function of its number alone.                 docs/equations.md#training
///
/// As printed, pairs come as often as walks meet them, so hubs are shown most. Balanced, every node that met another
/// more often than chance is shown alike, each time with another of those.
class TrainingStream {
 public:
  TrainingStream(const Walks& walks, const Ppmi& ppmi, const Config& config);

  /// No node ever met another: there is nothing to learn from.
  [[nodiscard]] bool empty() const noexcept { return nodes_.empty(); }
  /// Presentation number t; the stream must not be empty.
  [[nodiscard]] Presentation at(std::uint64_t t) const noexcept;
  /// Brings near what at(t) will read: presentations come in no order, and memory lets each wait.
  void fetch(std::uint64_t t) const noexcept;

 private:
  /// Of a balanced stream: the node shown, and the entry of the PPMI matrix.
  [[nodiscard]] std::pair<NodeIndex, std::uint64_t> entry(std::uint64_t t) const noexcept;
  [[nodiscard]] Presentation from_walks(std::uint64_t t) const noexcept;

  const Walks& walks_;
  const Ppmi& ppmi_;
  std::uint32_t window_;
  bool balanced_;
  KeyedRandom random_;
  std::vector<NodeIndex> nodes_;  ///< balanced: nodes with a row in the PPMI; else: nodes whose walks lead somewhere
};

/// How many pairs a graph of this size is trained on.
[[nodiscard]] std::uint64_t presentation_count(const TrainingConfig& config, std::size_t nodes) noexcept;

/// How a stage that goes in steps is continued and watched: by default it begins at the beginning and tells nobody.
struct StageSteps {
  std::uint64_t done = 0;  ///< by an earlier run; the cortex handed in is the one that it left after these
  std::function<void(std::uint64_t done)> after;  ///< called between two steps, when the cortex may be saved
};

/// Presentations of a block that see the same thresholds. They must follow the winners closely, or cells take turns in
/// firing for everybody; weights are slower, so a block may be longer.
inline constexpr std::size_t kThresholdStep = 128;

/// BCM, Anti-CE, lateral inhibition and intrinsic plasticity on the stream of pairs.    docs/equations.md#training
///
/// The stream is cut into blocks of config.training.block pairs. All of a block see the synapses and the inhibition
/// as they were before the block, thresholds and rates follow every 128 pairs, or once a block where that is shorter.
/// So pairs can be computed on many threads, and columns then learn side by side, each from its own pairs in the order
/// of the stream. A block of one is the exact online rule. Steps are counted in pairs; a block is whole or was not
/// begun. Returns how many pairs were shown, those of earlier runs included. Error(kConfig) once a number is not
/// finite: what a block has changed is looked at before the next one begins.
std::uint64_t learn_columns(const Walks& walks, const Ppmi& ppmi, const L4Codes& l4, const Eligibility& eligibility,
                            const Config& config, CortexState& state, const RunContext& context,
                            const StageSteps& steps = {});

/// Whether the config asks for settle_thresholds at all.
[[nodiscard]] inline bool settles(const PlasticityConfig& config) noexcept {
  return config.intrinsic && config.settling_rounds > 0;
}

/// Shows every node, round after round, until no cell is silent that need not be (wake_silent_cells) or the rounds are
/// spent. Returns what L2/3 answers to every node after that.                           docs/equations.md#settling
[[nodiscard]] Firing settle_thresholds(const L4Codes& l4, const Eligibility& eligibility, const Config& config,
                                       CortexState& state, const RunContext& context);

/// How many passes over all nodes the readout learns in.
[[nodiscard]] std::uint64_t readout_passes(const TrainingConfig& config, std::size_t nodes) noexcept;

/// The Outstar readout, once the columns have learnt: passes over all nodes, each in a shuffled order of its own. A
/// step is a pass. The columns have learnt, so a node excites the same cells in every pass.
void learn_readout(const Firing& firing, const Config& config, CortexState& state, const RunContext& context,
                   const StageSteps& steps = {});

}  // namespace columnar
