#pragma once

#include <cstdint>
#include <functional>

#include "columnar/progress.hpp"

namespace columnar {

/// How to resume and observe a stage that runs in steps. Defaults: start at step 0, no callback.
struct StageSteps {
  std::uint64_t done = 0;  ///< steps done by an earlier run; the given cortex is in the state after them
  std::function<void(std::uint64_t done)> after;  ///< called between two steps, when the cortex may be saved

  /// Reports the share of the stage done by an earlier run to the progress sink.
  void skip_done(std::uint64_t total, const RunContext& context) const {
    if (done > 0 && total > 0) {
      context.skip(static_cast<double>(done) / static_cast<double>(total));
    }
  }
  /// Calls `after`, if set.
  void report_step(std::uint64_t steps_done) const {
    if (after) {
      after(steps_done);
    }
  }
};

}  // namespace columnar
