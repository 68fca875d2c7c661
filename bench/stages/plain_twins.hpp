#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "columnar/cortex/l23_columns.hpp"
#include "columnar/ppmi/pair_counts.hpp"
#include "columnar/walks/walks.hpp"

/// The stages written as plainly as they can be: what the fast ones are checked against, and timed beside.

namespace columnar::bench {

/// The drive of one column, cell after cell and input after input, in double precision.
[[nodiscard]] std::vector<double> plain_drive(const CortexState& state, const ColumnConfig& config,
                                              const Stimulus& stimulus, std::uint32_t column);

/// The `ranks` best columns, best first, of all the candidates: every drive computed, every score sorted. For a cortex
/// without lateral inhibition.
[[nodiscard]] std::vector<std::uint16_t> plain_ranking(const CortexState& state, const ColumnConfig& config,
                                                       const Stimulus& stimulus, std::uint32_t ranks);

/// How often each pair (smaller node · 2³² + larger node) met, by a hash table.
using PairTable = std::unordered_map<std::uint64_t, std::uint32_t>;
[[nodiscard]] PairTable plain_pairs(const Walks& walks, std::uint32_t window);

}  // namespace columnar::bench
