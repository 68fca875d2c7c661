#pragma once

#include <string>

#include "columnar/core/ranks.hpp"
#include "columnar/model/checkpoints.hpp"

namespace columnar {

/// Between several ranks and a checkpoint, which is that of a process alone: the first rank gathers a part to keep it,
/// and deals out what it restored, so that a run may go on with another number of ranks. Shares are of the rows.

/// The pairs of all ranks on the first one, its packed rows in a temporary file of the directory; none on the others.
[[nodiscard]] CountedPairs pairs_on_first(Ranks& ranks, const RowShares& shares, const CountedPairs& own,
                                          const std::string& directory);
/// The coordinates of all ranks on the first one.
[[nodiscard]] RowMatrix coordinates_on_first(Ranks& ranks, const RowShares& shares, const RowMatrix& own);

/// Makes what the first rank has restored what each rank would have: all of what is small, its own rows of the rest.
void deal_out(Ranks& ranks, const RowShares& shares, const Config& config, RestoredRun& run);

}  // namespace columnar
