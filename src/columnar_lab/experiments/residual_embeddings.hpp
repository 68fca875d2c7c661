#pragma once

#include <functional>
#include <string>
#include <vector>

#include "columnar_lab/experiments/experiment.hpp"

/// Embeddings that other programs made of what the first split leaves, measured beside the methods.

namespace columnar {

/// Throws Error(kConfig) where an embedding has the name of a method or of another one: figures of one name would be
/// taken together.
void require_other_names(const std::vector<std::string>& methods, const std::vector<NamedSource>& embeddings);

/// Calls `measure` with each, in the rows of the graph. The results get the fact "trained_on", which graph each was
/// made of as far as it says, and a warning about each that may have seen the hidden edges.
void measure_given(const ExperimentInput& input, const Graph& residual, Results& results,
                   const std::function<void(const std::string& name, const Embedding& embedding)>& measure);

}  // namespace columnar
