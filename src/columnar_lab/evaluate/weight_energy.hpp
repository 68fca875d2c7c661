#pragma once

#include <cstdint>

#include "columnar/cortex/cortex_state.hpp"
#include "columnar/cortex/l4_encoder.hpp"
#include "columnar/spectral/row_matrix.hpp"

namespace columnar {

/// How much of W lies in the leading subspace of the PPMI matrix.
struct WeightEnergy {
  double centred = 0.0;  ///< of each cell's weights minus their mean: random weights have `chance`
  double raw = 0.0;      ///< of the weights as they are; dominated by their mean, which any basis holds
  double chance = 0.0;   ///< dimensions of the subspace / inputs: the share of random weights, centred
};

/// An orthonormal basis, inputs × dimensions, of the subspace of L4 that a subspace of the nodes maps to through the
/// codes: the span of Zᵀ·U, Z the binary n × inputs matrix of the L4 codes and U of n rows. Null directions are
/// dropped.
[[nodiscard]] RowMatrix l4_subspace(const L4Codes& l4, std::uint32_t inputs, const RowMatrix& nodes);

/// Qᵀ·W|² / |W|² over all cells of W, Q a basis as above. docs/equations.md#weight-energy
/// A cell's mean weight only tells how strongly any input drives it; without it, random weights
/// have the share `chance`. 0 for weights of no energy.
[[nodiscard]] WeightEnergy weight_energy(const CortexState& cortex, const RowMatrix& basis);

}  // namespace columnar
