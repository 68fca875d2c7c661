#pragma once

#include <functional>

#include "columnar_lab/experiments/experiment.hpp"

namespace columnar {

/// Calls `measure` with every table of every group. A group is a stage of the progress, a table a step of it. The
/// results get the facts "kinds" ("28 of 1,800 bits") and "files" by group. Throws Error(kInput) for a malformed table,
/// and for tables of one group that differ in kind. Where of_codes names what is measured on codes alone, a table of
/// vectors is refused, too.
void for_each_seed(const ExperimentInput& input, Results& results, const RunContext& context,
                   const std::function<void(const EmbeddingGroup&, const Embedding&)>& measure,
                   const char* of_codes = nullptr);

}  // namespace columnar
