#include "columnar_lab/evaluate/similarity_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar_lab/evaluate/checks.hpp"

namespace columnar {
namespace {

// Draws of classes stand apart from those of pairs and nodes, which use the first two "nodes" of the purpose.
constexpr std::uint64_t kClassDraw = 16;

std::size_t bin_of(float value, const JointHistogram::Range& range) {
  const double place = (static_cast<double>(value) - range.least) / (range.greatest - range.least);
  const double bin = std::floor(place * static_cast<double>(range.bins));
  return static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(range.bins - 1)));
}

/// How many of each class to take: its share of `wanted`, rounded, at least one; then one less of the largest, again
/// and again, until there are no more than wanted.
std::vector<std::size_t> takes_of(const std::vector<std::vector<NodeIndex>>& members, std::size_t nodes,
                                  std::size_t wanted) {
  const double share = nodes == 0 ? 0.0 : std::min(1.0, static_cast<double>(wanted) / static_cast<double>(nodes));
  std::vector<std::size_t> takes(members.size());
  std::priority_queue<std::pair<std::size_t, std::size_t>> largest;
  std::size_t sum = 0;
  for (std::size_t c = 0; c < members.size(); ++c) {
    const auto rounded = static_cast<std::size_t>(std::lround(share * static_cast<double>(members[c].size())));
    takes[c] = std::min(members[c].size(), std::max<std::size_t>(rounded, 1));
    largest.emplace(takes[c], c);
    sum += takes[c];
  }
  for (; sum > wanted; --sum) {
    const std::size_t c = largest.top().second;
    largest.pop();
    largest.emplace(--takes[c], c);
  }
  return takes;
}

}  // namespace

std::vector<NodeIndex> sample_by_class(const Labels& labels, std::size_t wanted, std::uint64_t seed) {
  std::vector<std::vector<NodeIndex>> members(labels.names.size());
  const std::vector<NodeIndex> nodes = labelled_nodes(labels);
  for (const NodeIndex node : nodes) {
    members[static_cast<std::size_t>(labels.classes[node])].push_back(node);
  }
  const KeyedRandom random(seed, Purpose::kGeometryPairs);
  const std::vector<std::size_t> takes = takes_of(members, nodes.size(), wanted);
  std::vector<NodeIndex> sample;
  for (std::size_t c = 0; c < members.size(); ++c) {
    std::vector<NodeIndex>& of_class = members[c];
    for (std::size_t i = 0; i < takes[c]; ++i) {  // the first places of a Fisher–Yates shuffle
      std::swap(of_class[i], of_class[i + random.below(of_class.size() - i, kClassDraw + c, i)]);
    }
    of_class.resize(takes[c]);
    std::ranges::sort(of_class);
    sample.insert(sample.end(), of_class.begin(), of_class.end());
  }
  return sample;
}

std::vector<float> similarity_matrix(const RowSimilarity& similarity, std::span<const NodeIndex> nodes, int threads) {
  const std::size_t size = nodes.size();
  std::vector<float> matrix(size * size);
  parallel_blocks(threads, size, 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        matrix[i * size + j] = similarity(nodes[i], nodes[j]);
      }
    }
  });
  return matrix;
}

JointHistogram joint_histogram(std::span<const float> x, std::span<const float> y, const JointHistogram::Range& x_range,
                               const JointHistogram::Range& y_range) {
  JointHistogram histogram{x_range, y_range, std::vector<std::uint64_t>(x_range.bins * y_range.bins)};
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    ++histogram.counts[bin_of(x[i], x_range) * y_range.bins + bin_of(y[i], y_range)];
  }
  return histogram;
}

}  // namespace columnar
