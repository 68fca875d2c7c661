#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/config.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/graph.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/evaluate/classify.hpp"

/// What each of the five rules buys: the same graph embedded with all of them, without each, and without any.

namespace columnar {

/// The five switches in one position.
struct LearningVariant {
  std::string_view name;
  PlasticityConfig rules;
};

/// "all rules", "no BCM", "no Anti-CE", "no lateral", "no intrinsic", "no Outstar", "no rules". All the constants are
/// those of `base`; its own switches do not matter.
[[nodiscard]] std::vector<LearningVariant> learning_variants(const PlasticityConfig& base);

/// An eligibility that prefers nothing: every column a candidate of every node, with 1. What L2/3 answers then comes
/// from the learned drive alone.
[[nodiscard]] Eligibility open_eligibility(std::size_t nodes, std::uint32_t columns);

/// The L4 codes with `moved` active bits of every node, drawn by keys of (seed, kProbe, node), each moved to a neuron
/// of its own group (class or identity) that was not active, nor is now. So exactly `moved` bits differ, unless a group
/// has no silent neuron left or a node has fewer bits than that: then as many as can.
[[nodiscard]] L4Codes move_l4_bits(const L4Codes& codes, const L4Config& config, std::uint32_t moved,
                                   std::uint64_t seed);

/// What became of the winner columns of L2/3 and of their cells, over all nodes.
struct KeptCells {
  std::uint64_t columns = 0;       ///< winners before
  std::uint64_t columns_kept = 0;  ///< of these, still winners
  std::uint64_t cells_kept = 0;    ///< of these, with the same cell

  /// columns_kept / columns and cells_kept / columns_kept; NaN of nothing.
  [[nodiscard]] double column_share() const noexcept;
  [[nodiscard]] double cell_share() const noexcept;
};

/// Compares the L2/3 bits of two tables of the same nodes. Throws Error(kInput) unless both are sound and of one shape
/// that holds L2/3.
[[nodiscard]] KeptCells cells_kept(const SdrTable& before, const SdrTable& after);

/// Everything measured on one embedding. NaN where a measure is undefined, e.g. d' of a table without any spread.
struct LearningTrial {
  static constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
  double accuracy = kUndefined;
  double accuracy_l23 = kUndefined;
  double accuracy_drive = kUndefined;
  double d_prime = kUndefined;
  double overlap_hop1 = kUndefined;
  double unique_plain = kUndefined;
  double unique = kUndefined;
  double neurons_used = kUndefined;
  double same_cell_rate = kUndefined;
  double columns_kept = kUndefined;
  double cells_kept = kUndefined;
};

/// A field of LearningTrial, as tables and JSON name it.
struct LearningMeasure {
  std::string_view key;      ///< in JSON
  std::string_view heading;  ///< of a column
  std::string_view meaning;  ///< one line
  int digits;                ///< behind the point
  double LearningTrial::*value;
};

/// All measures, in the order of the table.
[[nodiscard]] std::span<const LearningMeasure> learning_measures() noexcept;

/// One variant, embedded once a seed.
struct LearningRow {
  std::string variant;
  std::vector<LearningTrial> trials;
};

/// Mean and sd of a measure over the seeds.
[[nodiscard]] MeanSd over_seeds(const LearningRow& row, const LearningMeasure& measure);

/// What the rules that `without` lacks buy: mean and sd over the seeds of (all − without), seed by seed, since both saw
/// the same walks and regions. The rows must have the same number of trials.
[[nodiscard]] MeanSd bought(const LearningRow& all, const LearningRow& without, const LearningMeasure& measure);

/// How many L4 bits of each node move for columns_kept and cells_kept: 2 of 40, 5 %.
inline constexpr std::uint32_t kMovedL4Bits = 2;

struct LearningOptions {
  std::uint32_t seeds = 3;  ///< config.seed and the ones after it
};

/// Embeds the graph in every variant with every seed and measures each: a row a variant, in their order. A variant is
/// one stage of the progress, by its name.
///
/// Throws Error(kConfig) for no seeds or an impossible config, and Error(kInput) for a graph without edges or labels
/// that cannot be classified (evaluate/classify.hpp): all of it before the first embedding.
[[nodiscard]] std::vector<LearningRow> what_learning_buys(const Graph& graph, const Labels& labels,
                                                          const Config& config, const LearningOptions& options,
                                                          const RunContext& context);

}  // namespace columnar
