#pragma once

#include <cstdint>
#include <string>

#include "columnar/model/estimate.hpp"
#include "columnar/ppmi/ppmi.hpp"

namespace columnar {

/// How a fit stays within a memory limit.
struct MemoryPlan {
  CountingMemory counting;
  Estimate estimate;  ///< cost of the fit under this plan
};

/// Plans a fit whose estimated memory stays below `limit` bytes; 0 means no limit.
///
/// If the estimate exceeds the limit, the PPMI entries, a large part of memory on any large graph, go into a mapped
/// temporary file in `directory`, so that the system can reclaim their pages. If that is not enough, the
/// pairs are counted for fewer nodes at a time. The model is the same, byte for byte. Throws Error(kConfig) that states
/// the required minimum if even that exceeds the limit, or if `other_peak`, the peak memory before and after the fit,
/// does.
[[nodiscard]] MemoryPlan plan_memory(const Estimate& estimate, std::uint64_t limit, const std::string& directory,
                                     std::uint64_t other_peak = 0);

}  // namespace columnar
