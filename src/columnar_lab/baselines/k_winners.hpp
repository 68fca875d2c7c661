#pragma once

#include <cstdint>

#include "columnar/codes.hpp"
#include "columnar/progress.hpp"
#include "columnar_lab/baselines/dense_table.hpp"

namespace columnar {

/// The untrained floor: sparse codes of the size of ours without any learning.
///
/// Each vector times one Gaussian matrix of d × 1800 gives 1800 scores, of which the best 28 are the code; equal scores
/// go to the lower bit. One layer of one-cell columns, for such a code has no others. The length of a vector changes
/// nothing; one of zeros gets bits 0 to 27. Learning that does not beat this has not earned its cost.
[[nodiscard]] SdrTable k_winners(const DenseTable& vectors, std::uint64_t seed, const RunContext& context);

}  // namespace columnar
