#include "columnar/eligibility/eligibility.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/shuffle.hpp"
#include "columnar/core/top_k.hpp"
#include "columnar/eligibility/int16_matrix.hpp"
#include "columnar/eligibility/top_k_threshold.hpp"

namespace columnar {
namespace {

constexpr std::size_t kNodesPerBlock = 256;
constexpr std::size_t kBlocksPerReport = 64;

std::span<const float> row_of(const RowMatrix& matrix, Eigen::Index row) {
  return {matrix.data() + row * matrix.cols(), static_cast<std::size_t>(matrix.cols())};
}

}  // namespace

RowMatrix node_region_weights(const Eigen::Ref<const RowMatrix>& coordinates, const Int16Matrix& centroids,
                              std::uint32_t top, double temperature) {
  if (!coordinates.allFinite()) {  // check before rounding hides it
    refuse_as_not_finite("eligibility", "the cosine of a node and a region");
  }
  RowMatrix weights = centroids.products_with(coordinates);
  const std::uint32_t kept = std::min(top, static_cast<std::uint32_t>(weights.cols()));
  Eigen::Array<float, 1, Eigen::Dynamic> shares(weights.cols());
  const auto inverse = static_cast<float>(1.0 / temperature);
  for (Eigen::Index v = 0; v < weights.rows(); ++v) {
    if (coordinates.row(v).squaredNorm() == 0.0F) {
      weights.row(v).setConstant(1.0F / static_cast<float>(weights.cols()));
      continue;
    }
    auto cosines = weights.row(v).array();
    TopKThreshold nearest = top_k_threshold(row_of(weights, v), kept);
    shares = ((cosines - cosines.maxCoeff()) * inverse).exp();
    shares = (cosines >= nearest.threshold).select(shares, 0.0F);
    for (Eigen::Index r = weights.cols() - 1; nearest.surplus > 0; --r) {
      if (cosines(r) == nearest.threshold) {
        shares(r) = 0.0F;
        --nearest.surplus;
      }
    }
    cosines = shares / shares.sum();
  }
  return weights;
}

std::vector<std::uint32_t> primary_regions(std::uint32_t columns, std::uint32_t regions, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kColumnPermutation);
  std::vector<std::uint32_t> permutation(regions);
  std::iota(permutation.begin(), permutation.end(), 0U);
  keyed_shuffle(std::span(permutation), random, 0);
  std::vector<std::uint32_t> primary(columns);
  for (std::uint32_t c = 0; c < columns; ++c) {
    primary[c] = permutation[c % regions];
  }
  return primary;
}

RowMatrix column_directions(const RowMatrix& centroids, std::uint32_t columns, std::uint64_t seed) {
  const auto regions = static_cast<std::uint32_t>(centroids.rows());
  const auto primary = primary_regions(columns, regions, seed);
  RowMatrix directions(columns, centroids.cols());
  std::vector<std::uint32_t> nearest;
  for (std::uint32_t c = 0; c < columns; ++c) {
    directions.row(c) = centroids.row(primary[c]);
    const std::uint32_t turn = c / regions;
    if (turn == 0) {
      continue;
    }
    const Eigen::RowVectorXf similar = centroids.row(primary[c]) * centroids.transpose();
    top_k(std::span(similar.data(), regions), regions, nearest);
    directions.row(c) = (centroids.row(primary[c]) + centroids.row(nearest[turn % regions])).stableNormalized();
  }
  return directions;
}

RowMatrix column_region_affinity(const RowMatrix& centroids, std::uint32_t columns, double temperature,
                                 std::uint64_t seed) {
  require_finite(numbers_of(centroids), "eligibility", "the centroid of a region");
  RowMatrix affinity = column_directions(centroids, columns, seed) * centroids.transpose();
  const auto inverse = static_cast<float>(1.0 / temperature);
  for (Eigen::Index c = 0; c < affinity.rows(); ++c) {
    affinity.row(c) = ((affinity.row(c).array() - affinity.row(c).maxCoeff()) * inverse).exp();
    affinity.row(c) /= affinity.row(c).sum();
  }
  return affinity;
}

// The affinity comes first: it rejects centroids that are not finite, which integers would hide.
RegionColumns::RegionColumns(const RowMatrix& centroids, const EligibilityConfig& config, std::uint32_t columns,
                             std::uint64_t seed)
    : config_(config),
      affinity_(column_region_affinity(centroids, columns, config.cra_temperature, seed)),
      short_affinity_(affinity_),
      centroids_(centroids) {}

RowMatrix RegionColumns::weights_of(const Eigen::Ref<const RowMatrix>& coordinates) const {
  return node_region_weights(coordinates, centroids_, config_.nrw_regions, config_.nrw_temperature);
}

RowMatrix RegionColumns::products_of(const RowMatrix& weights) const {
  constexpr float kTold = 1.0F / 256.0F;  // of the best: smaller products may be rounding
  RowMatrix products = short_affinity_.products_with(weights);
  const Eigen::Index needed = std::min<Eigen::Index>(config_.candidate_columns, products.cols());
  for (Eigen::Index i = 0; i < products.rows(); ++i) {
    const float best = products.row(i).maxCoeff();
    if (best <= 0.0F || (products.row(i).array() >= kTold * best).count() < needed) {
      products.row(i).noalias() = weights.row(i) * affinity_.transpose();
    }
  }
  return products;
}

Eligibility build_eligibility(const RowMatrix& coordinates, const RowMatrix& centroids, const EligibilityConfig& config,
                              std::uint32_t columns, std::uint64_t seed, const RunContext& context) {
  const RegionColumns map(centroids, config, columns, seed);
  const auto nodes = static_cast<std::size_t>(coordinates.rows());
  Eligibility result;
  result.width = std::min(config.candidate_columns, columns);
  result.columns.resize(nodes * result.width);
  result.values.resize(nodes * result.width);

  constexpr std::size_t kPortion = kNodesPerBlock * kBlocksPerReport;
  for (std::size_t portion = 0; portion < nodes; portion += kPortion) {
    const std::size_t portion_size = std::min(kPortion, nodes - portion);
    parallel_blocks(context.threads, portion_size, kNodesPerBlock, [&](std::size_t begin, std::size_t end) {
      const auto first = static_cast<Eigen::Index>(portion + begin);
      const RowMatrix block =
          map.products_of(map.weights_of(coordinates.middleRows(first, static_cast<Eigen::Index>(end - begin))));
      std::vector<std::uint32_t> best;
      for (Eigen::Index i = 0; i < block.rows(); ++i) {
        top_k(row_of(block, i), result.width, best);
        const float maximum = block(i, best.front());
        const std::size_t out = static_cast<std::size_t>(first + i) * result.width;
        for (std::size_t k = 0; k < best.size(); ++k) {
          result.columns[out + k] = static_cast<std::uint16_t>(best[k]);
          // Temperatures near zero can leave a node without any column: then all are equal.
          result.values[out + k] = maximum > 0.0F ? block(i, best[k]) / maximum : 1.0F;
        }
      }
    });
    context.advance(static_cast<double>(portion + portion_size) / static_cast<double>(nodes));
  }
  return result;
}

}  // namespace columnar
