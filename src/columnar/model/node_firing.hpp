#pragma once

#include <cstdint>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/model.hpp"

namespace columnar {

/// A cell of a candidate column.
struct FiringCell {
  float drive = 0.0F;
  float threshold = 0.0F;
  std::uint32_t spike_step = 0;  ///< its first spike if the column had no other; LifClock::kSilent if there is none
};

/// A candidate column of one node.
struct FiringColumn {
  std::uint32_t column = 0;
  float eligibility = 0.0F;  ///< 1 for the best of all columns
  float score = 0.0F;        ///< what the columns are ranked by, after lateral inhibition
  std::uint32_t cell = 0;    ///< the first to fire: the nearest to its threshold
  std::vector<FiringCell> cells;
};

/// A neuron of L5a.
struct FiringNeuron {
  std::uint32_t neuron = 0;
  float score = 0.0F;
  bool is_active = false;
};

/// How the code of one node comes about, layer by layer. Of codes with roles, the columns that say where a node is.
struct NodeFiring {
  std::vector<std::uint16_t> l4;      ///< active inputs: those of the class code, then those of the identity code
  std::vector<FiringColumn> columns;  ///< all candidates, best first
  std::uint32_t winners = 0;          ///< the first so many columns win
  std::vector<FiringNeuron> l5a;      ///< every neuron, the strongest first
  /// True if the stored code has these cells and neurons. It may have others: where a tie was broken, and where an
  /// update has taught the columns since the node was last read out.
  bool is_as_stored = false;
};

/// The forward pass of one node of a model, by the functions of a fit. `linked` is the graph of the model with every
/// edge in both directions (SymmetricGraph).
[[nodiscard]] NodeFiring node_firing(const Model& model, const Graph& linked, NodeIndex node);

}  // namespace columnar
