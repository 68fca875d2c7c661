#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "columnar/config.hpp"
#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/firing.hpp"
#include "columnar/progress.hpp"

namespace columnar {

/// The teacher of the Outstar rule: the L5a neurons of the columns whose cells fire, best first.
[[nodiscard]] std::vector<std::uint16_t> readout_teacher(std::span<const std::uint16_t> firing, const Config& config);

/// The drive of every L5a neuron for one node of a firing, before ties are broken: the largest `l5a_active` are its
/// code. docs/equations.md#l5a
[[nodiscard]] std::vector<float> readout_drive(const Firing& firing, std::size_t node, const Config& config,
                                               const CortexState& state);

/// The final codes, before ids: n × (active_columns + l5a_active) bits, each row ascending.
struct Codes {
  std::uint32_t active = 0;
  std::vector<std::uint16_t> bits;
  std::vector<std::uint32_t> rounds;  ///< of each node: which round of tie-breaks gave its code, 0 for none
  std::uint64_t tie_breaks = 0;       ///< nodes whose identity broke a tie
};

/// What the identity of a node multiplies the drive of every L5a neuron by in a round of tie-breaks.
/// docs/equations.md#tie-break
void tie_break_factors(const Config& config, std::uint64_t key, std::uint32_t round, std::span<float> factors) noexcept;

/// L2/3 winners, L5a readout and their union L5b for every node.                       docs/equations.md#l5a
///
/// L5a is the top `l5a_active` of a drive with two parts: each neuron's own column, by its score, and the learned
/// weights W_r of the cells that fire in all ranked columns, rounded to eight significant bits. If several nodes get
/// the
/// same code, all but the first are read out again with their identity breaking the tie (docs/equations.md#tie-break),
/// until all codes differ or the rounds are used up.
[[nodiscard]] Codes read_out(const Firing& firing, const Config& config, const CortexState& state,
                             const RunContext& context);

/// What a partial readout must know about the other nodes.
struct ReadOutNeighbours {
  std::span<const std::uint64_t> keys;                ///< of the nodes to read out, for tie-breaks
  std::vector<std::span<const std::uint16_t>> taken;  ///< arrays of codes that must not be repeated
};

/// The same for nodes whose codes must differ from existing ones.
[[nodiscard]] Codes read_out(const Firing& firing, const Config& config, const CortexState& state,
                             const ReadOutNeighbours& others, const RunContext& context);

}  // namespace columnar
