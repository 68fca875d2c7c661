#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace columnar {

/// An instruction set that the kernels are compiled for. Kernels choose the processor's best one at run time, and
/// give the same bits on all.
struct Target {
  std::int64_t id;        ///< Highway's id
  std::string_view name;  ///< "AVX2", "NEON", …
};

/// The targets that this processor can run, best first; never empty.
[[nodiscard]] std::vector<Target> available_targets();

/// While this exists, kernels on all threads use the given target, or the next best one that they are compiled for. For
/// tests and benchmarks; only one may exist at a time.
class TargetOverride {
 public:
  explicit TargetOverride(const Target& target) noexcept;
  TargetOverride(const TargetOverride&) = delete;
  TargetOverride& operator=(const TargetOverride&) = delete;
  ~TargetOverride();
};

}  // namespace columnar
