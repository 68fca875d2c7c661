#include "columnar/model/memory_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "columnar/error.hpp"

namespace columnar {
namespace {

/// With fewer visits at a time, extra passes over the walks would cost more than the memory saved is worth.
constexpr std::uint64_t kLeastSlab = std::uint64_t{1} << 20U;

/// The estimate with the entries in a file and this many bytes of visits at a time.
Estimate spilled(Estimate estimate, std::uint64_t visit_bytes) {
  const auto counting = std::ranges::find(estimate.stages, "PPMI", &StageCost::name);
  for (StageCost& stage : estimate.stages) {
    if (stage.name == "PPMI" || stage.name == "spectrum") {
      stage.peak_bytes -= std::min(stage.peak_bytes, estimate.pair_bytes);
    }
  }
  if (counting != estimate.stages.end()) {
    counting->peak_bytes -= std::min(counting->peak_bytes, estimate.visit_bytes - visit_bytes);
  }
  estimate.pair_bytes = 0;
  estimate.visit_bytes = visit_bytes;
  return estimate;
}

}  // namespace

MemoryPlan plan_memory(const Estimate& estimate, std::uint64_t limit, const std::string& directory,
                       std::uint64_t other_peak) {
  if (limit == 0 || std::max(estimate.peak_bytes(), other_peak) <= limit) {
    return {{}, estimate};
  }
  const std::uint64_t least_visits = std::min(estimate.visit_bytes, kLeastSlab * sizeof(Visit));
  const Estimate least = spilled(estimate, least_visits);
  if (const std::uint64_t needed = std::max(least.peak_bytes(), other_peak); needed > limit) {
    constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;
    const std::string given = limit < kMebibyte ? fmt::format("{:.3g} KiB", static_cast<double>(limit) / 1024.0)
                                                : fmt::format("{} MiB", limit / kMebibyte);
    throw Error(ErrorCode::kConfig,
                fmt::format("--memory-limit: {} is less than the {} MiB that this graph needs at least", given,
                            needed / kMebibyte + 1));
  }
  const auto counting = std::ranges::find(least.stages, "PPMI", &StageCost::name);
  const std::uint64_t spare = counting == least.stages.end() ? 0 : limit - counting->peak_bytes;
  const std::uint64_t visit_bytes = std::min(estimate.visit_bytes, least_visits + spare);
  return {{std::max<std::uint64_t>(1, visit_bytes / sizeof(Visit)), directory}, spilled(estimate, visit_bytes)};
}

}  // namespace columnar
