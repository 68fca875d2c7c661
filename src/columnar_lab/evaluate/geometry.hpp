#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// Overlaps of one kind of pair, as a histogram: at most 28 + 1 values, so every figure below is exact.
struct OverlapHistogram {
  std::vector<std::uint64_t> counts;  ///< counts[o]: pairs that share o bits

  [[nodiscard]] std::uint64_t pairs() const noexcept;
  /// 0 where there are no pairs.
  [[nodiscard]] double mean() const noexcept;
  /// Standard deviation of the pairs at hand (divided by their number).
  [[nodiscard]] double sd() const noexcept;
};

/// d' = (μs − μc) / sqrt(½(σs² + σc²)): how many common standard deviations lie between the mean overlap of same-class
/// and of cross-class pairs. Empty where one kind has no pairs or neither has any spread.
[[nodiscard]] std::optional<double> d_prime(const OverlapHistogram& same, const OverlapHistogram& cross);

/// The chance that a same-class pair overlaps more than a cross-class pair, ties counting half. Empty where one kind
/// has no pairs.
[[nodiscard]] std::optional<double> pair_auc(const OverlapHistogram& same, const OverlapHistogram& cross);

/// How cleanly overlap tells same-class pairs from cross-class ones.
struct SeparationReport {
  OverlapHistogram same;
  OverlapHistogram cross;
  std::optional<double> d_prime;
  std::optional<double> auc;
  bool sampled = false;  ///< false: every pair of labelled nodes was counted
};

/// Measures all pairs of labelled nodes, or, where there are more than max_pairs, as many different ones drawn by
/// draw_pairs(). Throws Error(kInput) for a malformed table or labels that do not match it.
[[nodiscard]] SeparationReport class_separation(const SdrTable& table, const Labels& labels, std::uint64_t seed,
                                                std::uint64_t max_pairs = 3'000'000);

/// Mean overlap of the pairs at hop distance 1, 2, … max_hop, by breadth-first search from `sources` nodes drawn
/// by draw_nodes(), or from all nodes where there are no more than that. Directed graphs
/// are followed along their edges, weights do not matter.
///
/// Element h − 1 belongs to hop h. The answer is shorter than max_hop where no pair lies that far apart.
/// Throws Error(kInput) for a malformed table or one of another size than the graph.
[[nodiscard]] std::vector<double> overlap_by_hop(const Graph& graph, const SdrTable& table, std::uint32_t max_hop = 6,
                                                 std::uint64_t seed = 1, std::size_t sources = 200);

}  // namespace columnar
