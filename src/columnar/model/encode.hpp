#pragma once

#include "columnar/core/progress.hpp"
#include "columnar/graph/edge_changes.hpp"
#include "columnar/model/model.hpp"
#include "columnar/sdr/sdr_table.hpp"

namespace columnar {

/// The codes of some nodes that a model has never seen.
struct NewCodes {
  SdrTable codes;               ///< of the new nodes alone, in the order in which their edges name them
  std::uint64_t repeated = 0;   ///< edges given more than once, self-loops and weights of 0: they say nothing new
  std::uint64_t edges = 0;      ///< that they bring
  std::uint64_t placeless = 0;  ///< nodes from which no walk leads to a known one: their codes say nothing
  std::uint64_t tie_breaks = 0;
};

/// Gives a code to every new node, from the model alone: nothing is trained and the model stays as it is.
///
/// A node is given by its edges to known or to other new nodes. Short walks from it over the graph that the edges make
/// find its place in the trained spectral space (spectral/fold.hpp); eligibility, L4 code, L6 and the forward pass are
/// those of training. Draws are keyed by the id, so a node gets the same code alone and in a batch that its walks do
/// not meet; its code equals none of the model's or of the batch while tie_break_rounds last. docs/equations.md#fold
///
/// Throws Error(kInput) with the line for an edge between two known nodes and for anything but additions.
[[nodiscard]] NewCodes encode(const Model& model, const EdgeChanges& edges, const RunContext& context);

}  // namespace columnar
