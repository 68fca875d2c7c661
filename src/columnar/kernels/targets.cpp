#include "columnar/kernels/targets.hpp"

#define HWY_TARGET_INCLUDE "columnar/kernels/targets.cpp"
#include "columnar/kernels/highway.hpp"

#if HWY_ONCE
namespace columnar {
namespace {

/// Restricts kernels to the best of these targets from now on; 0: no restriction.
void use_targets(std::int64_t targets) noexcept {
  hwy::SetSupportedTargetsForTest(targets);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<Target> available_targets() {
  std::vector<Target> targets;
  for (const std::int64_t id : hwy::SupportedAndGeneratedTargets()) {
    targets.push_back({id, hwy::TargetName(id)});
  }
  return targets;
}

TargetOverride::TargetOverride(const Target& target) noexcept {
  use_targets(hwy::SupportedTargets() & ~(target.id - 1));  // better targets have lower bits
}

TargetOverride::~TargetOverride() { use_targets(0); }

}  // namespace columnar
#endif
