#pragma once

#include <cstdint>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar/model.hpp"

namespace columnar {

/// A candidate column of one node.
struct FiringColumn {
  std::uint32_t column = 0;
  float eligibility = 0.0F;      ///< 1 for the best of all columns
  float drive = 0.0F;            ///< of the cell that fires
  float score = 0.0F;            ///< what the columns are ranked by, after lateral inhibition
  std::uint32_t cell = 0;        ///< the first to fire
  std::uint32_t spike_step = 0;  ///< its first spike; LifClock::kSilent if it has none within the steps
};

/// A neuron of L5a.
struct FiringNeuron {
  std::uint32_t neuron = 0;
  float score = 0.0F;
  bool is_active = false;
};

/// How the code of one node comes about, layer by layer. Of codes with roles, the columns that say where a node is.
struct NodeFiring {
  std::uint32_t steps = 0;  ///< time steps of a cell
  std::uint32_t l4_size = 0;
  std::vector<std::uint16_t> class_inputs;     ///< active L4 neurons
  std::vector<std::uint16_t> identity_inputs;  ///< active L4 neurons
  std::vector<FiringColumn> columns;           ///< all candidates, best first
  std::uint32_t winners = 0;                   ///< the first so many columns win
  std::vector<FiringNeuron> l5a;               ///< every neuron, the strongest first
  /// True if the stored code has these cells and neurons. It may have others: where a tie was broken, and where an
  /// update has taught the columns since the node was last read out.
  bool is_as_stored = false;
};

/// The forward pass of one node of a model, by the functions of a fit. `linked` is the graph of the model with every
/// edge in both directions (SymmetricGraph).
[[nodiscard]] NodeFiring node_firing(const Model& model, const Graph& linked, NodeIndex node);

}  // namespace columnar
