#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// How many different codes a table holds.
struct Uniqueness {
  std::size_t codes = 0;  ///< distinct codes
  double share = 0.0;     ///< distinct codes / nodes; 1 when no two nodes share one
};

/// How many of a layer's neurons are active in at least one code.
struct NeuronUse {
  std::uint32_t used = 0;
  std::uint32_t total = 0;
};

/// Nodes of different known classes with the same code: what no classifier can tell apart.
struct CrossClassDuplicates {
  std::uint64_t groups = 0;            ///< groups of equal codes that span more than one known class
  std::uint64_t pairs = 0;             ///< pairs of nodes with equal codes and different known classes
  std::uint64_t same_class_pairs = 0;  ///< beside them: pairs with equal codes and the same known class
};

/// The health of a code. Fields that need a layer the table does not hold, or labels that were not given, are empty.
struct CodeHealth {
  std::size_t nodes = 0;
  std::uint32_t active_bits_min =
      0;  ///< distinct active bits of a code; both equal the shape's unless a code is broken
  std::uint32_t active_bits_max = 0;
  Uniqueness unique;                     ///< over the whole code
  std::optional<Uniqueness> unique_l23;  ///< over the L2/3 bits alone
  std::optional<NeuronUse> l23_neurons;  ///< of columns × cells
  std::optional<NeuronUse> l5a_neurons;
  /// Over the pairs of nodes that share an active column, counted once a shared column: the share in which both chose
  /// the same cell of it. The floor is 1 / cells. Empty too when no two nodes share a column.
  std::optional<double> same_cell_rate;
  std::optional<double> same_cell_rate_same_class;  ///< the same over pairs of one known class
  /// Entropy of the cells chosen in a column over ln(cells), mean of the columns in use: 1 when all five serve alike.
  std::optional<double> cell_entropy;
  std::optional<CrossClassDuplicates> cross_class_duplicates;
};

/// Measures a table; of codes with all layers L2/3 and L5a. `labels` may be null. L2/3 rows are taken to have one cell
/// a column, as the cortex makes them.
///
/// The rate comes exactly from counts, without a loop over pairs: with n_ck nodes on cell k of column c and n_c on the
/// column, Σ_ck n_ck (n_ck − 1) / Σ_c n_c (n_c − 1). Time is n log n in the nodes.
/// Throws Error(kInput) for a malformed table or labels that do not match it.
[[nodiscard]] CodeHealth code_health(const SdrTable& table, const Labels* labels = nullptr);

}  // namespace columnar
