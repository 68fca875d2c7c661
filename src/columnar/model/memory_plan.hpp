#pragma once

#include <cstdint>
#include <string>

#include "columnar/model/estimate.hpp"
#include "columnar/ppmi/ppmi.hpp"

namespace columnar {

/// How a fit keeps within a limit on its memory.
struct MemoryPlan {
  CountingMemory counting;
  Estimate estimate;  ///< what the fit will then cost
};

/// Plans a fit whose memory, by the estimate, is to stay below `limit` bytes; 0 means that there is no limit.
///
/// Where the estimate is beyond it, the entries of the PPMI, most of all memory on any large graph, go into a temporary
/// file in `directory` that is mapped, so that the system can take their pages back, and if that is not enough the
/// pairs are counted for fewer nodes at a time. The model is the same, byte for byte. Error(kConfig) that says the
/// least that is needed where even that is beyond the limit, or `other_peak` is: the most that is held before and after
/// the fit.
[[nodiscard]] MemoryPlan plan_memory(const Estimate& estimate, std::uint64_t limit, const std::string& directory,
                                     std::uint64_t other_peak = 0);

}  // namespace columnar
