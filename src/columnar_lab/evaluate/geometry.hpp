#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "columnar/codes.hpp"
#include "columnar/graph.hpp"

namespace columnar {

/// Histogram of the overlaps of one kind of pair: at most 28 + 1 values, so every figure below is exact.
struct OverlapHistogram {
  std::vector<std::uint64_t> counts;  ///< counts[o]: pairs that share o bits

  [[nodiscard]] std::uint64_t pairs() const noexcept;
  /// 0 without pairs.
  [[nodiscard]] double mean() const noexcept;
  /// Population standard deviation of the pairs (divided by their number).
  [[nodiscard]] double sd() const noexcept;
};

/// d' = (μs − μc) / sqrt(½(σs² + σc²)): the distance between the mean overlaps of same-class and cross-class pairs, in
/// common standard deviations. Empty if one kind has no pairs or neither has any spread.
[[nodiscard]] std::optional<double> d_prime(const OverlapHistogram& same, const OverlapHistogram& cross);

/// The probability that a same-class pair overlaps more than a cross-class pair, ties counting half. Empty if one kind
/// has no pairs.
[[nodiscard]] std::optional<double> pair_auc(const OverlapHistogram& same, const OverlapHistogram& cross);

/// How well overlap separates same-class pairs from cross-class pairs.
struct SeparationReport {
  OverlapHistogram same;
  OverlapHistogram cross;
  std::optional<double> d_prime;
  std::optional<double> auc;
  bool sampled = false;  ///< false: every pair of labelled nodes was counted
};

/// Measures all pairs of labelled nodes or, if there are more than max_pairs, that many distinct pairs drawn by
/// draw_pairs(). Throws Error(kInput) for a malformed table or labels that do not match it.
[[nodiscard]] SeparationReport class_separation(const SdrTable& table, const Labels& labels, std::uint64_t seed,
                                                std::uint64_t max_pairs = 3'000'000);

/// Mean overlap of the pairs at hop distance 1, 2, … max_hop, by breadth-first search from `sources` nodes drawn
/// by draw_nodes(), or from all nodes if there are no more. Directed edges are followed in their direction; weights are
/// ignored.
///
/// Element h − 1 belongs to hop h. The result is shorter than max_hop if no pair lies that far apart.
/// Throws Error(kInput) for a malformed table or one of another size than the graph.
[[nodiscard]] std::vector<double> overlap_by_hop(const Graph& graph, const SdrTable& table, std::uint32_t max_hop = 6,
                                                 std::uint64_t seed = 1, std::size_t sources = 200);

}  // namespace columnar
