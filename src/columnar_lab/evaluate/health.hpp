#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// Number of distinct codes in a table.
struct Uniqueness {
  std::size_t codes = 0;  ///< distinct codes
  double share = 0.0;     ///< distinct codes / nodes; 1 if no two nodes share one
};

/// Number of a layer's neurons that are active in at least one code.
struct NeuronUse {
  std::uint32_t used = 0;
  std::uint32_t total = 0;
};

/// Nodes of different known classes with the same code, which no classifier can tell apart.
struct CrossClassDuplicates {
  std::uint64_t groups = 0;            ///< groups of equal codes that span more than one known class
  std::uint64_t pairs = 0;             ///< pairs of nodes with equal codes and different known classes
  std::uint64_t same_class_pairs = 0;  ///< for comparison: pairs with equal codes and the same known class
};

/// Health of a table of codes. Fields that need a missing layer or labels are empty.
struct CodeHealth {
  std::size_t nodes = 0;
  std::uint32_t active_bits_min =
      0;  ///< distinct active bits of a code; both equal the shape's unless a code is invalid
  std::uint32_t active_bits_max = 0;
  Uniqueness unique;                     ///< over the whole code
  std::optional<Uniqueness> unique_l23;  ///< only the L2/3 bits
  std::optional<NeuronUse> l23_neurons;  ///< of columns × cells
  std::optional<NeuronUse> l5a_neurons;
  /// Among pairs of nodes that share an active column, counted once per shared column: the share that chose
  /// the same cell. The floor is 1 / cells. Also empty if no two nodes share a column.
  std::optional<double> same_cell_rate;
  std::optional<double> same_cell_rate_same_class;  ///< the same for pairs of one known class
  /// Entropy of the cells chosen in a column over ln(cells), mean over the columns in use: 1 if all cells are used
  /// equally.
  std::optional<double> cell_entropy;
  std::optional<CrossClassDuplicates> cross_class_duplicates;
};

/// Measures a table, using only L2/3 and L5a. `labels` may be null. L2/3 rows are assumed to have one cell
/// per column, as the cortex makes them.
///
/// The rate is computed exactly from counts, without a loop over pairs: with n_ck nodes on cell k of column c and n_c
/// on
/// the column, Σ_ck n_ck (n_ck − 1) / Σ_c n_c (n_c − 1). Time is n log n in the nodes.
/// Throws Error(kInput) for a malformed table or labels that do not match it.
[[nodiscard]] CodeHealth code_health(const SdrTable& table, const Labels* labels = nullptr, int threads = 1);

}  // namespace columnar
