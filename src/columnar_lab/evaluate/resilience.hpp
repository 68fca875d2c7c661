#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/graph.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

/// How the method tolerates damage: to its input, its synapses, its training, and earlier learning.

namespace columnar {

/// The parts of the experiment, which can run separately.
enum class ResiliencePart : std::uint8_t {
  kL4Bits,      ///< L4 bits moved within their group
  kWeights,     ///< synapses of W or of W_r cut after training
  kPairs,       ///< training on only the first part of the stream
  kSequential,  ///< training on two disjoint graphs, one after the other
};

/// All parts in order, and what the command calls them: "l4-bits", "weights", "pairs", "sequential".
[[nodiscard]] std::span<const ResiliencePart> resilience_parts() noexcept;
[[nodiscard]] std::string_view part_name(ResiliencePart part) noexcept;
/// The part of that name, if it exists.
[[nodiscard]] std::optional<ResiliencePart> part_by_name(std::string_view name) noexcept;

struct ResilienceOptions {
  std::uint32_t seeds = 3;              ///< config.seed and the following
  std::vector<ResiliencePart> parts;    ///< empty: all
  const LabelledGraph* then = nullptr;  ///< the second graph of kSequential; null: the graph is split in halves
};

/// Runs the parts on a graph, seed by seed. Stages before the cortex are computed once per seed, and so is the training
/// that the first two parts share. Codes are compared and classified before ties between
/// equal codes are broken. kWeights gives two tables, one for W and one for W_r; each other part one.
///
/// A part of a seed is one stage of the progress. Throws Error(kConfig) for no seeds or an invalid config, and
/// Error(kInput) for a graph without edges, one too small to split or labels that cannot be classified,
/// before the work begins.
[[nodiscard]] std::vector<SeedTable> evaluate_resilience(const Graph& graph, const Labels& labels, const Config& config,
                                                         const ResilienceOptions& options, const RunContext& context);

}  // namespace columnar
