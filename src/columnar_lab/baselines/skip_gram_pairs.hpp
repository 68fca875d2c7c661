#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar/spectral/row_matrix.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_lab/baselines/baseline_config.hpp"
#include "columnar_lab/baselines/dense_table.hpp"

namespace columnar {

/// How often each node occurs in the walks. Throws Error(kInput) where no walk has two nodes, or one names a node that
/// does not exist.
[[nodiscard]] std::vector<std::uint64_t> count_nodes(const Walks& walks, std::size_t nodes);

/// All walks once, in a random order: those of one node would else come in a row.
[[nodiscard]] std::vector<std::size_t> shuffled_walks(const Walks& walks, std::uint64_t seed);

/// Calls visit(context, centre) with places in the walk for the pairs that one epoch reads from it. Each centre takes
/// the nodes within a distance of its own, drawn evenly from 1 to the window: near nodes count more.
template <class Visit>
void for_each_skip_gram_pair(std::size_t length, std::uint32_t window, const KeyedRandom& random, std::uint64_t walk,
                             std::uint64_t epoch, const Visit& visit) {
  for (std::size_t centre = 0; centre < length; ++centre) {
    const std::size_t reach = 1 + random.below(window, walk, epoch * length + centre);
    const std::size_t last = std::min(length - 1, centre + reach);
    for (std::size_t other = centre < reach ? 0 : centre - reach; other <= last; ++other) {
      if (other != centre) {
        visit(other, centre);
      }
    }
  }
}

/// The input vectors before training: row v evenly in ±½/d, drawn for node v whatever the place it is kept at.
/// Columns beyond the dimensions are zero.
[[nodiscard]] RowMatrix first_vectors(std::span<const NodeIndex> place_of, std::uint32_t dimensions, std::uint64_t seed,
                                      std::uint64_t table);

/// The table of the trained vectors. Throws Error(kConfig) where training diverged.
[[nodiscard]] DenseTable table_of(const RowMatrix& vectors, std::span<const NodeIndex> place_of, const NodeIds& ids,
                                  std::uint32_t dimensions);

}  // namespace columnar
