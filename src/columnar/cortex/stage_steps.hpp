#pragma once

#include <cstdint>
#include <functional>

#include "columnar/progress.hpp"

namespace columnar {

/// How a stage that goes in steps is resumed and watched. Defaults: start at step 0, no callback.
struct StageSteps {
  std::uint64_t done = 0;  ///< by an earlier run; the cortex handed in is the one that it left after these
  std::function<void(std::uint64_t done)> after;  ///< called between two steps, when the cortex may be saved

  /// Tells the progress sink which share of the stage was done by an earlier run.
  void skip_done(std::uint64_t total, const RunContext& context) const {
    if (done > 0 && total > 0) {
      context.skip(static_cast<double>(done) / static_cast<double>(total));
    }
  }
  /// Calls `after`, if there is one.
  void report_step(std::uint64_t steps_done) const {
    if (after) {
      after(steps_done);
    }
  }
};

}  // namespace columnar
