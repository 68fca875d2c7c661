#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "columnar/walks/walks.hpp"

namespace columnar {

/// Number of pairs of the walks that each node took part in, C(u), and of all pairs, T: the baseline for later pairs.
struct Marginals {
  std::vector<std::uint64_t> counts;  ///< C(u) of each node; 0 for a node that never met another
  std::uint64_t total = 0;            ///< T

  /// Estimate of C for a new node: the mean.
  [[nodiscard]] double mean() const noexcept {
    return counts.empty() ? 0.0 : 2.0 * static_cast<double>(total) / static_cast<double>(counts.size());
  }
};

/// A position of a node in the walks, with the part of the walk within the window around it.
class Visit {
 public:
  Visit() = default;
  Visit(std::uint64_t begin, std::uint64_t length) noexcept : packed_(begin << kLengthBits | length) {}
  [[nodiscard]] std::uint64_t begin() const noexcept { return packed_ >> kLengthBits; }
  [[nodiscard]] std::uint64_t length() const noexcept { return packed_ & ((std::uint64_t{1} << kLengthBits) - 1); }

  static constexpr unsigned kLengthBits = 20;  ///< a walk has at most 100,000 nodes

 private:
  std::uint64_t packed_;
};

/// Nodes first … last - 1.
struct NodeRange {
  NodeIndex first = 0;
  NodeIndex last = 0;
};

/// Positions of each node in the walks: their inverted index, for all nodes or one slab at a time. The walks must
/// outlive it.
class Visits {
 public:
  /// Counts the visits and the pairs of the nodes in one pass over the walks.
  Visits(const Walks& walks, NodeRange nodes, std::uint32_t window, int threads);
  /// The same of all nodes.
  Visits(const Walks& walks, NodeIndex node_count, std::uint32_t window, int threads)
      : Visits(walks, NodeRange{0, node_count}, window, threads) {}

  [[nodiscard]] const NodeRange& nodes() const noexcept { return nodes_; }
  /// The marginals of the nodes.
  [[nodiscard]] const Marginals& marginals() const noexcept { return marginals_; }

  /// One past the last node of the slab that begins at `first`: as many nodes as have at most `most` visits together,
  /// but at least one.
  [[nodiscard]] NodeIndex slab_end(NodeIndex first, std::uint64_t most) const noexcept;

  /// Lists the visits of nodes first … last - 1 in one pass over the walks; replaces the previous slab.
  void list(NodeIndex first, NodeIndex last, int threads);
  /// The visits of a node of the slab, in walk order.
  [[nodiscard]] std::span<const Visit> of(NodeIndex node) const noexcept {
    const std::size_t i = node - first_;
    return {visits_.get() + offsets_[i], visits_.get() + offsets_[i + 1]};
  }

 private:
  [[nodiscard]] std::size_t first_walk(std::size_t part) const noexcept;

  const Walks& walks_;
  NodeRange nodes_;
  std::uint32_t window_;
  Marginals marginals_;  ///< the first is that of the first node
  /// [part of the walks][node after the first]: number of visits. There are about as many parts as threads.
  std::vector<std::vector<std::uint32_t>> visits_of_part_;

  NodeIndex first_ = 0;
  std::vector<std::uint64_t> offsets_;
  std::unique_ptr<Visit[]> visits_;  // NOLINT(modernize-avoid-c-arrays): a vector would fill it first
  std::uint64_t capacity_ = 0;
};

}  // namespace columnar
