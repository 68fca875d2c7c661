#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "columnar/graph.hpp"
#include "columnar_lab/evaluate/similarity.hpp"

namespace columnar {

/// At most `wanted` labelled nodes, from every class its share (rounded, at least one while there is
/// room), ordered by class, so that a similarity matrix shows blocks. Drawn by keys of (seed,
/// kGeometryPairs, class).
[[nodiscard]] std::vector<NodeIndex> sample_by_class(const Labels& labels, std::size_t wanted, std::uint64_t seed);

/// Similarity of all pairs of the nodes, row major.
[[nodiscard]] std::vector<float> similarity_matrix(const RowSimilarity& similarity, std::span<const NodeIndex> nodes,
                                                   int threads = 1);

/// Two-dimensional histogram of pairs by two measures, for a hexbin plot. Bins have equal width between the least and
/// the greatest value of each range; values outside count in the edge bins.
struct JointHistogram {
  struct Range {
    double least = 0.0;
    double greatest = 1.0;
    std::size_t bins = 1;
  };
  Range x;
  Range y;
  std::vector<std::uint64_t> counts;  ///< x.bins × y.bins, one row per x

  [[nodiscard]] std::uint64_t at(std::size_t x_bin, std::size_t y_bin) const { return counts[x_bin * y.bins + y_bin]; }
};

/// Both lists have the same length; both ranges have a bin and greatest > least.
[[nodiscard]] JointHistogram joint_histogram(std::span<const float> x, std::span<const float> y,
                                             const JointHistogram::Range& x_range,
                                             const JointHistogram::Range& y_range);

}  // namespace columnar
