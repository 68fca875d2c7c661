#include "columnar_lab/baselines/skip_gram_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "columnar/core/shuffle.hpp"
#include "columnar/error.hpp"
#include "columnar_lab/baselines/logistic_step.hpp"

namespace columnar {

std::vector<std::uint64_t> count_nodes(const Walks& walks, std::size_t nodes) {
  std::vector<std::uint64_t> counts(nodes, 0);
  bool any_pair = false;
  for (std::size_t w = 0; w < walks.count(); ++w) {
    const auto walk = walks.walk(w);
    any_pair = any_pair || walk.size() > 1;
    for (const NodeIndex v : walk) {
      if (v >= nodes) {
        throw Error(ErrorCode::kInput,
                    "walks: a walk names node " + std::to_string(v) + " of " + std::to_string(nodes));
      }
      ++counts[v];
    }
  }
  if (!any_pair) {
    throw Error(ErrorCode::kInput, "walks: no walk has two nodes, so there is nothing to learn from");
  }
  return counts;
}

std::vector<std::size_t> shuffled_walks(const Walks& walks, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kSkipGramWindow);
  constexpr std::uint64_t kKey = ~std::uint64_t{0};  // no walk has this number
  std::vector<std::size_t> order(walks.count());
  std::iota(order.begin(), order.end(), 0);
  keyed_shuffle(std::span(order), random, kKey);
  return order;
}

RowMatrix first_vectors(std::span<const NodeIndex> place_of, std::uint32_t dimensions, std::uint64_t seed,
                        std::uint64_t table) {
  const KeyedRandom random(seed, Purpose::kVectorStart);
  RowMatrix vectors =
      RowMatrix::Zero(static_cast<Eigen::Index>(place_of.size()), static_cast<Eigen::Index>(padded_width(dimensions)));
  for (std::size_t v = 0; v < place_of.size(); ++v) {
    for (std::uint32_t i = 0; i < dimensions; ++i) {
      vectors(place_of[v], i) =
          static_cast<float>((random.uniform(v, table * dimensions + i) - 0.5) / static_cast<double>(dimensions));
    }
  }
  return vectors;
}

DenseTable table_of(const RowMatrix& vectors, std::span<const NodeIndex> place_of, const NodeIds& ids,
                    std::uint32_t dimensions) {
  DenseTable table{ids, dimensions, std::vector<float>(place_of.size() * dimensions)};
  for (std::size_t v = 0; v < place_of.size(); ++v) {
    const float* row = vectors.data() + place_of[v] * static_cast<std::size_t>(vectors.cols());
    if (!std::all_of(row, row + dimensions, [](float value) { return std::isfinite(value); })) {
      throw Error(ErrorCode::kConfig, "--learning-rate: training diverged; a smaller rate may help");
    }
    std::copy(row, row + dimensions, table.row(v).begin());
  }
  return table;
}

}  // namespace columnar
