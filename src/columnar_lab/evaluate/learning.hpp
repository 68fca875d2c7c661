#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/seed_table.hpp"

/// Ablation of the five rules: the same graph embedded with all rules, without each, and without any.

namespace columnar {

/// One setting of the five switches.
struct LearningVariant {
  std::string_view name;
  PlasticityConfig rules;
};

/// "all rules", "no BCM", "no Anti-CE", "no lateral", "no intrinsic", "no Outstar", "no rules". All constants are
/// those of `base`; its own switches are ignored.
[[nodiscard]] std::vector<LearningVariant> learning_variants(const PlasticityConfig& base);

/// An eligibility without preference: every column is a candidate of every node, with 1. Then only the learned drive
/// decides the response of L2/3.
[[nodiscard]] Eligibility open_eligibility(std::size_t nodes, std::uint32_t columns);

/// The L4 codes with `moved` active bits of every node, drawn by keys of (seed, kProbe, node), each moved to a neuron
/// of its own group (class or identity) that was and is inactive. So exactly `moved` bits differ, or as many as
/// possible
/// if a group has no silent neuron left or a node has fewer bits.
[[nodiscard]] L4Codes move_l4_bits(const L4Codes& codes, const L4Config& config, std::uint32_t moved,
                                   std::uint64_t seed);

/// How many winner columns of L2/3 and their cells are kept, over all nodes.
struct KeptCells {
  std::uint64_t columns = 0;       ///< winners before
  std::uint64_t columns_kept = 0;  ///< of these, still winners
  std::uint64_t cells_kept = 0;    ///< of these, with the same cell

  /// columns_kept / columns and cells_kept / columns_kept; NaN if undefined.
  [[nodiscard]] double column_share() const noexcept;
  [[nodiscard]] double cell_share() const noexcept;
};

/// Compares the L2/3 bits of two tables of the same nodes. Throws Error(kInput) unless both are valid and of one shape
/// that holds L2/3.
[[nodiscard]] KeptCells cells_kept(const SdrTable& before, const SdrTable& after);

/// L4 bits moved per node for columns_kept and cells_kept: 2 out of 40, 5 %.
inline constexpr std::uint32_t kMovedL4Bits = 2;

/// Embeds the graph in every variant with every seed, config.seed and the following, and measures each. Two tables:
/// a row per variant, and "ablation_loss", the contribution of the rules that a variant lacks: all rules minus the
/// variant,
/// seed by seed, since both use the same walks and regions. A variant is one stage of the progress, by its name.
///
/// Throws Error(kConfig) for no seeds or an invalid config, and Error(kInput) for a graph without edges or labels
/// that cannot be classified (evaluate/classify.hpp), before the first embedding.
[[nodiscard]] std::vector<SeedTable> ablate_rules(const Graph& graph, const Labels& labels, const Config& config,
                                                  std::uint32_t seeds, const RunContext& context);

}  // namespace columnar
