#pragma once

#include <functional>

#include "columnar_lab/experiments/experiment.hpp"

namespace columnar {

/// How tables are brought to memory.
struct HowToLoad {
  const char* of_codes = nullptr;  ///< what is measured on codes alone: tables of vectors are refused
  const NodeIds* rows = nullptr;   ///< all tables in the order of these; null: each in its own
};

/// The rows that all tables share, with their classes: those of the graph or, without one, of the first table.
struct SharedRows {
  NodeIds ids;
  Labels labels;
  Graph graph;  ///< without nodes where none was given
};

/// Throws Error(kInput) as load_labelled.
[[nodiscard]] SharedRows shared_rows(const ExperimentInput& input);

/// Calls `measure` with every table of every group and, unless the rows are given, with the classes of its own rows
/// where something says them. A group is a stage of the progress, a table a step of it. The results get the facts
/// "kinds" ("28 of 1,800 bits"), "files" and "nodes" by group. Throws Error(kInput) for a malformed table, and for
/// tables of one group that differ in kind or in the number of their nodes.
void for_each_seed(const ExperimentInput& input, Results& results, const RunContext& context,
                   const std::function<void(const EmbeddingGroup&, const LabelledRows&)>& measure,
                   const HowToLoad& how = {});

}  // namespace columnar
