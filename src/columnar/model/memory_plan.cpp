#include "columnar/model/memory_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "columnar/error.hpp"

namespace columnar {
namespace {

/// With fewer visits at a time, extra passes over the walks would cost more than the memory saved is worth.
constexpr std::uint64_t kLeastSlab = std::uint64_t{1} << 20U;

/// The stages that hold pairs, the one that counts them first, in the first run or in that over the graph of roles.
struct Counting {
  std::array<const char*, 2> stages;
  std::uint64_t Estimate::*pair_bytes;
  std::uint64_t Estimate::*visit_bytes;
};
constexpr std::array<Counting, 2> kCountings{
    Counting{{"PPMI", "spectrum"}, &Estimate::pair_bytes, &Estimate::visit_bytes},
    Counting{{"roles: PPMI", "roles: spectrum"}, &Estimate::role_pair_bytes, &Estimate::role_visit_bytes}};

/// The estimate with the entries in a file and at most this many bytes of visits at a time.
Estimate spilled(Estimate estimate, std::uint64_t most_visit_bytes) {
  for (const auto& [stages, pair_bytes, visit_bytes] : kCountings) {
    const std::uint64_t visits = std::min(estimate.*visit_bytes, most_visit_bytes);
    for (const char* holder : stages) {  // of the pairs
      const auto stage = std::ranges::find(estimate.stages, holder, &StageCost::name);
      if (stage != estimate.stages.end()) {
        stage->peak_bytes -= std::min(stage->peak_bytes, estimate.*pair_bytes);
      }
    }
    const auto counting = std::ranges::find(estimate.stages, stages.front(), &StageCost::name);
    if (counting != estimate.stages.end()) {
      counting->peak_bytes -= std::min(counting->peak_bytes, estimate.*visit_bytes - visits);
    }
    estimate.*pair_bytes = 0;
    estimate.*visit_bytes = visits;
  }
  return estimate;
}

}  // namespace

MemoryPlan plan_memory(const Estimate& estimate, std::uint64_t limit, const std::string& directory,
                       std::uint64_t other_peak) {
  if (limit == 0 || std::max(estimate.peak_bytes(), other_peak) <= limit) {
    return {{}, estimate};
  }
  const std::uint64_t most_visits = std::max(estimate.visit_bytes, estimate.role_visit_bytes);
  const std::uint64_t least_visits = std::min(most_visits, kLeastSlab * sizeof(Visit));
  const Estimate least = spilled(estimate, least_visits);
  if (const std::uint64_t needed = std::max(least.peak_bytes(), other_peak); needed > limit) {
    constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;
    const std::string given = limit < kMebibyte ? fmt::format("{:.3g} KiB", static_cast<double>(limit) / 1024.0)
                                                : fmt::format("{} MiB", limit / kMebibyte);
    throw Error(ErrorCode::kConfig,
                fmt::format("--memory-limit: {} is less than the {} MiB that this graph needs at least", given,
                            needed / kMebibyte + 1));
  }
  std::uint64_t spare = most_visits;
  for (const Counting& each : kCountings) {
    const auto counting = std::ranges::find(least.stages, each.stages.front(), &StageCost::name);
    spare = counting == least.stages.end() ? spare : std::min(spare, limit - counting->peak_bytes);
  }
  const std::uint64_t visit_bytes = std::min(most_visits, least_visits + spare);
  return {{std::max<std::uint64_t>(1, visit_bytes / sizeof(Visit)), directory}, spilled(estimate, visit_bytes)};
}

}  // namespace columnar
