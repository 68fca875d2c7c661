#include <algorithm>
#include <limits>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/eligibility/int16_matrix.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/rows.hpp"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/eligibility.hpp"

namespace columnar::cuda {
namespace {

/// The 16-bit integer nearest to number · kOne, as a double.
__device__ double rounded_to_int16(float number) {
  constexpr float kOne = Int16Matrix::kOne;
  return static_cast<double>(rintf(fminf(fmaxf(number * kOne, -kOne), kOne)));
}

__global__ void round_numbers(const float* numbers, std::size_t count, double* out) {
  const std::size_t i = thread_index();
  if (i < count) {
    out[i] = rounded_to_int16(numbers[i]);
  }
}

/// What a block of nodes and its products are stored in.
struct Block {
  const float* coordinates;
  std::size_t rows;
  std::uint32_t rank;
  std::uint32_t regions;
  std::uint32_t columns;
  double* region_sums;  ///< rows × regions: products with the centroids; then the weights as 16-bit integers
  float* weights;       ///< rows × regions
  double* column_sums;  ///< rows × columns: products of these integers; then room to rank columns in
  float* products;      ///< rows × columns
};

/// The weights of the regions of each node: softmax of its cosines over the `kept` nearest.
__global__ void weigh_regions(Block block, const float* scales, std::uint32_t kept, float inverse, int* not_finite) {
  const std::size_t row = warp_index();
  if (row >= block.rows) {
    return;
  }
  const float* coordinates = block.coordinates + row * block.rank;
  bool finite = true;
  float length = 0.0F;
  for (std::uint32_t k = lane_index(); k < block.rank; k += kWarp) {
    finite = finite && isfinite(coordinates[k]);
    length += coordinates[k] * coordinates[k];
  }
  length = warp_sum(length);
  if (!finite) {
    *not_finite = 1;
  }
  double* sums = block.region_sums + row * block.regions;
  float* weights = block.weights + row * block.regions;
  if (length == 0.0F) {
    for (std::uint32_t r = lane_index(); r < block.regions; r += kWarp) {
      weights[r] = 1.0F / static_cast<float>(block.regions);
      sums[r] = rounded_to_int16(weights[r]);
    }
    return;
  }
  float most = -std::numeric_limits<float>::infinity();
  for (std::uint32_t r = lane_index(); r < block.regions; r += kWarp) {
    weights[r] = static_cast<float>(sums[r]) * scales[r];
    most = fmaxf(most, weights[r]);
  }
  most = warp_max(most);
  __syncwarp();
  const auto key_of = [weights](std::uint32_t r) { return order_key(weights[r]); };
  const Cut cut = warp_cut(block.regions, kept, key_of);
  float sum = 0.0F;
  warp_visit(block.regions, cut, key_of, [&](std::uint32_t r, bool is_in, std::uint32_t /*number*/) {
    if (r < block.regions) {
      weights[r] = is_in ? expf((weights[r] - most) * inverse) : 0.0F;
      sum += weights[r];
    }
  });
  sum = warp_sum(sum);
  for (std::uint32_t r = lane_index(); r < block.regions; r += kWarp) {
    weights[r] = weights[r] / sum;
    sums[r] = rounded_to_int16(weights[r]);
  }
}

/// The columns of each node, the best first, with their shares of the best.
__global__ void choose_columns(Block block, const float* scales, const float* affinity, std::uint32_t width,
                               std::uint16_t* out_columns, float* out_values) {
  constexpr float kTold = 1.0F / 256.0F;  // of the best: smaller products may be rounding
  struct Chosen {
    std::uint32_t column;
    std::uint32_t key;
  };
  static_assert(sizeof(Chosen) == sizeof(double));
  const std::size_t row = warp_index();
  if (row >= block.rows) {
    return;
  }
  double* sums = block.column_sums + row * block.columns;
  float* products = block.products + row * block.columns;
  float best = -std::numeric_limits<float>::infinity();
  for (std::uint32_t c = lane_index(); c < block.columns; c += kWarp) {
    products[c] = static_cast<float>(sums[c]) * scales[c];
    best = fmaxf(best, products[c]);
  }
  best = warp_max(best);
  std::uint32_t told = 0;
  for (std::uint32_t c = lane_index(); c < block.columns; c += kWarp) {
    told += products[c] >= kTold * best ? 1U : 0U;
  }
  if (best <= 0.0F || __reduce_add_sync(kAllLanes, told) < width) {  // at low temperatures: in floats
    const float* weights = block.weights + row * block.regions;
    best = -std::numeric_limits<float>::infinity();
    for (std::uint32_t c = lane_index(); c < block.columns; c += kWarp) {
      float sum = 0.0F;
      for (std::uint32_t r = 0; r < block.regions; ++r) {
        sum = __fmaf_rn(weights[r], affinity[std::size_t{c} * block.regions + r], sum);
      }
      products[c] = sum;
      best = fmaxf(best, sum);
    }
    best = warp_max(best);
  }
  __syncwarp();
  const auto key_of = [products](std::uint32_t c) { return order_key(products[c]); };
  auto* chosen = reinterpret_cast<Chosen*>(sums);
  warp_visit(block.columns, warp_cut(block.columns, width, key_of), key_of,
             [&](std::uint32_t c, bool is_in, std::uint32_t number) {
               if (is_in) {
                 chosen[number] = {c, key_of(c)};
               }
             });
  for (std::uint32_t i = lane_index(); i < width; i += kWarp) {
    const std::uint32_t rank = rank_of(i, width, [chosen](std::uint32_t j) { return chosen[j].key; });
    out_columns[row * width + rank] = static_cast<std::uint16_t>(chosen[i].column);
    // Temperatures near zero can leave a node without any column: then all are equal.
    out_values[row * width + rank] = best > 0.0F ? products[chosen[i].column] / best : 1.0F;
  }
}

/// The rows of the matrix as 16-bit integers in doubles.
DeviceArray<double> integers_of(const Device& device, const Int16Matrix& matrix, Eigen::Index depth) {
  std::vector<double> numbers;
  numbers.reserve(static_cast<std::size_t>(matrix.rows() * depth));
  for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
    for (Eigen::Index k = 0; k < depth; ++k) {
      numbers.push_back(static_cast<double>(matrix.number(row, k)));
    }
  }
  return {device, numbers};
}

}  // namespace

DeviceEligibility build_eligibility(const Device& device, const Products& products, const DeviceMatrix& coordinates,
                                    const RowMatrix& centroids, const EligibilityConfig& config, std::uint32_t columns,
                                    std::uint64_t seed, const RunContext& context) {
  const RowMatrix affinity = column_region_affinity(centroids, columns, config.cra_temperature, seed);
  const Int16Matrix short_affinity(affinity);
  const Int16Matrix short_centroids(centroids);
  const auto regions = static_cast<std::uint32_t>(centroids.rows());
  const auto rank = static_cast<std::uint32_t>(centroids.cols());
  const DeviceArray<double> centroid_integers = integers_of(device, short_centroids, centroids.cols());
  const DeviceArray<double> affinity_integers = integers_of(device, short_affinity, affinity.cols());
  const DeviceArray<float> centroid_scales(device, short_centroids.scales());
  const DeviceArray<float> affinity_scales(device, short_affinity.scales());
  const DeviceArray<float> affinity_numbers(device, numbers_of(affinity));

  DeviceEligibility result;
  result.width = std::min(config.candidate_columns, columns);
  result.columns = DeviceArray<std::uint16_t>(device, coordinates.rows * result.width);
  result.values = DeviceArray<float>(device, coordinates.rows * result.width);
  const std::size_t bytes_per_row =
      rank * sizeof(double) + (std::size_t{regions} + columns) * (sizeof(double) + sizeof(float));
  const std::size_t at_once = rows_at_once(coordinates.rows, bytes_per_row);
  DeviceArray<double> integers(device, at_once * rank);
  DeviceArray<double> region_sums(device, at_once * regions);
  DeviceArray<float> weights(device, at_once * regions);
  DeviceArray<double> column_sums(device, at_once * columns);
  DeviceArray<float> column_products(device, at_once * columns);
  DeviceArray<int> not_finite(device, 1);
  not_finite.clear();
  const auto inverse = static_cast<float>(1.0 / config.nrw_temperature);
  for (std::size_t first = 0; first < coordinates.rows; first += at_once) {
    const std::size_t rows = std::min(at_once, coordinates.rows - first);
    const float* numbers = coordinates.numbers.data() + first * rank;
    const Block block{numbers,
                      rows,
                      rank,
                      regions,
                      columns,
                      region_sums.data(),
                      weights.data(),
                      column_sums.data(),
                      column_products.data()};
    round_numbers<<<blocks_for(rows * rank, kRowThreads), kRowThreads, 0, device.stream()>>>(numbers, rows * rank,
                                                                                             integers.data());
    check_launch("rounding of coordinates");
    products.by_transposed(integers.data(), centroid_integers.data(), rows, regions, rank, region_sums.data());
    weigh_regions<<<blocks_for(rows * kWarp, kRowThreads), kRowThreads, 0, device.stream()>>>(
        block, centroid_scales.data(), std::min(config.nrw_regions, regions), inverse, not_finite.data());
    check_launch("weights of regions");
    products.by_transposed(region_sums.data(), affinity_integers.data(), rows, columns, regions, column_sums.data());
    choose_columns<<<blocks_for(rows * kWarp, kRowThreads), kRowThreads, 0, device.stream()>>>(
        block, affinity_scales.data(), affinity_numbers.data(), result.width,
        result.columns.data() + first * result.width, result.values.data() + first * result.width);
    check_launch("eligible columns");
  }
  if (not_finite.to_host().front() != 0) {
    refuse_as_not_finite("eligibility", "the cosine of a node and a region");
  }
  context.advance(1.0);
  return result;
}

Eligibility to_host(const DeviceEligibility& eligibility) {
  return {eligibility.width, eligibility.columns.to_host(), eligibility.values.to_host()};
}

DeviceEligibility to_device(const Device& device, const Eligibility& eligibility) {
  return {eligibility.width, DeviceArray<std::uint16_t>(device, eligibility.columns),
          DeviceArray<float>(device, eligibility.values)};
}

}  // namespace columnar::cuda
