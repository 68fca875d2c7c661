#include "columnar_lab/evaluate/separation.hpp"

#include <cmath>

#include "columnar_lab/evaluate/checks.hpp"
#include "columnar_lab/evaluate/correlation.hpp"

namespace columnar {

PairMoments pair_moments(std::span<const float> values) {
  PairMoments moments;
  moments.pairs = values.size();
  if (values.empty()) {
    return moments;
  }
  const auto count = static_cast<double>(values.size());
  for (const float value : values) {
    moments.mean += static_cast<double>(value);
  }
  moments.mean /= count;
  double squares = 0.0;
  for (const float value : values) {
    const double distance = static_cast<double>(value) - moments.mean;
    squares += distance * distance;
  }
  moments.sd = std::sqrt(squares / count);
  return moments;
}

ClassPairs draw_class_pairs(const Labels& labels, std::uint64_t wanted, std::uint64_t seed) {
  const std::vector<NodeIndex> nodes = labelled_nodes(labels);
  ClassPairs pairs;
  pairs.sampled = pair_count(nodes.size()) > wanted;
  for (const auto& [a, b] : draw_pairs(static_cast<NodeIndex>(nodes.size()), wanted, seed)) {
    const bool same = labels.classes[nodes[a]] == labels.classes[nodes[b]];
    (same ? pairs.same : pairs.cross).push_back({nodes[a], nodes[b]});
  }
  return pairs;
}

Separation measure_separation(const RowSimilarity& similarity, const ClassPairs& pairs, int threads) {
  const std::vector<float> same = similarities(similarity, pairs.same, threads);
  const std::vector<float> cross = similarities(similarity, pairs.cross, threads);
  Separation result;
  result.sampled = pairs.sampled;
  result.same = pair_moments(same);
  result.cross = pair_moments(cross);
  const double variance = 0.5 * (result.same.sd * result.same.sd + result.cross.sd * result.cross.sd);
  if (!same.empty() && !cross.empty() && variance > 0.0) {
    result.d_prime = (result.same.mean - result.cross.mean) / std::sqrt(variance);
  }
  result.auc = ranked_auc(same, cross);
  return result;
}

}  // namespace columnar
