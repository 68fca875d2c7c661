#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/spectral/lloyd.hpp"
#include "columnar/spectral/seeding.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/rows.hpp"
#include "columnar_cuda/device/sort.hpp"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/regions.hpp"

namespace columnar::cuda {
namespace {

constexpr std::uint64_t kRowsPerSum = 256;  ///< rows of a region that one block adds up
constexpr unsigned kSumThreads = 128;

/// Marks rows that are not all zeros, and finds the first that is not finite.
__global__ void look_at_rows(const float* x, std::size_t rows, std::size_t width, std::uint8_t* has_coordinates,
                             unsigned long long* not_finite) {
  const std::size_t row = warp_index();
  if (row >= rows) {
    return;
  }
  float length = 0.0F;
  for (std::size_t k = lane_index(); k < width; k += kWarp) {
    const float number = x[row * width + k];
    length += number * number;
  }
  length = warp_sum(length);
  if (lane_index() == 0) {
    has_coordinates[row] = length > 0.0F ? 1 : 0;
    if (!isfinite(length)) {
      atomicMin(not_finite, static_cast<unsigned long long>(row));
    }
  }
}

__global__ void gather_rows(const float* x, std::size_t width, const std::uint32_t* rows, std::size_t count,
                            float* out) {
  const std::size_t i = thread_index();
  if (i < count * width) {
    out[i] = x[std::size_t{rows[i / width]} * width + i % width];
  }
}

/// The largest of scores[r] - half_norms[r] of each row, ties to the first; counts the rows that change.
__global__ void choose_nearest(const float* scores, const float* half_norms, std::size_t rows, std::uint32_t regions,
                               const std::uint8_t* has_coordinates, std::uint32_t* nearest, unsigned* changed) {
  const std::size_t row = warp_index();
  if (row >= rows) {
    return;
  }
  float best = -std::numeric_limits<float>::infinity();
  std::uint32_t place = regions;
  for (std::uint32_t r = lane_index(); r < regions; r += kWarp) {
    const float score = scores[row * regions + r] - half_norms[r];
    if (score > best) {
      best = score;
      place = r;
    }
  }
  const float most = warp_max(best);
  const std::uint32_t found = __reduce_min_sync(kAllLanes, best == most ? place : regions);
  if (lane_index() == 0) {
    const std::uint32_t region = has_coordinates != nullptr && has_coordinates[row] == 0 ? regions : found;
    if (nearest[row] != region) {
      nearest[row] = region;
      atomicAdd(changed, 1U);
    }
  }
}

/// A part of a region's rows: at most kRowsPerSum, all parts numbered region by region.
struct Part {
  std::uint32_t region;
  std::uint64_t first;
  std::uint64_t last;
};

/// Part number `part` of the regions, given where their rows and their parts begin.
COLUMNAR_HOST_DEVICE Part part_at(std::uint64_t part, const std::uint64_t* starts, const std::uint64_t* parts,
                                  std::uint32_t regions) {
  std::uint32_t low = 0;  // the last region whose parts begin at or before this one
  std::uint32_t high = regions;
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    if (parts[middle] <= part) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const std::uint64_t first = starts[low] + (part - parts[low]) * kRowsPerSum;
  return {low, first, std::min(first + kRowsPerSum, starts[low + 1])};
}

__global__ void add_up_parts(const float* x, std::size_t width, const std::uint32_t* members,
                             const std::uint64_t* starts, const std::uint64_t* parts, std::uint32_t regions,
                             float* sums) {
  const Part part = part_at(blockIdx.x, starts, parts, regions);
  for (std::size_t k = threadIdx.x; k < width; k += blockDim.x) {
    float sum = 0.0F;
#pragma unroll 8
    for (std::uint64_t i = part.first; i < part.last; ++i) {
      sum += x[std::size_t{members[i]} * width + k];
    }
    sums[std::size_t{blockIdx.x} * width + k] = sum;
  }
}

/// Each centroid becomes the mean of its rows, if it has any.
__global__ void mean_of_parts(const float* sums, std::size_t width, const std::uint64_t* starts,
                              const std::uint64_t* parts, float* centroids) {
  const std::uint32_t region = blockIdx.x;
  const std::uint64_t size = starts[region + 1] - starts[region];
  if (size == 0) {
    return;
  }
  for (std::size_t k = threadIdx.x; k < width; k += blockDim.x) {
    float sum = 0.0F;
    for (std::uint64_t part = parts[region]; part < parts[region + 1]; ++part) {
      sum += sums[part * width + k];
    }
    centroids[region * width + k] = sum / static_cast<float>(size);
  }
}

__global__ void mark_as_none(std::uint32_t* region, std::size_t count, std::uint32_t regions) {
  const std::size_t i = thread_index();
  if (i < count && region[i] == regions) {
    region[i] = Regions::kNone;
  }
}

/// The rows of lloyd(), on a GPU. Rows without coordinates belong to no region.
class GpuRows {
 public:
  GpuRows(const Device& device, const Products& products, const DeviceMatrix& x, const std::uint8_t* has_coordinates,
          std::size_t count, std::uint32_t regions)
      : device_(device),
        products_(products),
        x_(x),
        has_coordinates_(has_coordinates),
        count_(count),
        regions_(regions),
        at_once_(rows_at_once(x.rows, regions * sizeof(float))),
        scores_(device, at_once_ * regions),
        centroids_(device, regions * x.columns),
        half_norms_(device, regions),
        changed_(device, 1),
        nearest_(device, x.rows) {
    device.fill(nearest_.data(), 0xFF, nearest_.bytes());
  }

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  std::size_t follow(const RowMatrix& centroids) {
    upload(centroids);
    const Eigen::VectorXf half_norms = 0.5F * centroids.rowwise().squaredNorm();
    half_norms_.upload({half_norms.data(), regions_});
    changed_.clear();
    for (std::size_t first = 0; first < x_.rows; first += at_once_) {
      const std::size_t rows = std::min(at_once_, x_.rows - first);
      products_.by_transposed(x_.numbers.data() + first * x_.columns, centroids_.data(), rows, regions_, x_.columns,
                              scores_.data());
      choose_nearest<<<blocks_for(rows * kWarp, kRowThreads), kRowThreads, 0, device_.stream()>>>(
          scores_.data(), half_norms_.data(), rows, regions_,
          has_coordinates_ == nullptr ? nullptr : has_coordinates_ + first, nearest_.data() + first, changed_.data());
      check_launch("nearest centroids");
    }
    group();
    return changed_.to_host().front();
  }

  void means(RowMatrix& centroids) {
    upload(centroids);
    std::vector<std::uint64_t> parts(regions_ + std::size_t{1}, 0);
    for (std::size_t r = 0; r < regions_; ++r) {
      parts[r + 1] = parts[r] + (starts_[r + 1] - starts_[r] + kRowsPerSum - 1) / kRowsPerSum;
    }
    const DeviceArray<std::uint64_t> starts(device_, starts_);
    const DeviceArray<std::uint64_t> device_parts(device_, parts);
    DeviceArray<float> sums(device_, parts.back() * x_.columns);
    add_up_parts<<<static_cast<unsigned>(parts.back()), kSumThreads, 0, device_.stream()>>>(
        x_.numbers.data(), x_.columns, members_.data(), starts.data(), device_parts.data(), regions_, sums.data());
    check_launch("sums of regions");
    mean_of_parts<<<regions_, kSumThreads, 0, device_.stream()>>>(sums.data(), x_.columns, starts.data(),
                                                                  device_parts.data(), centroids_.data());
    check_launch("means of regions");
    centroids_.download({centroids.data(), centroids_.size()});
  }

  [[nodiscard]] std::vector<std::size_t> sizes() const {
    std::vector<std::size_t> sizes(regions_);
    for (std::size_t r = 0; r < regions_; ++r) {
      sizes[r] = starts_[r + 1] - starts_[r];
    }
    return sizes;
  }

  void place(std::span<const RegionMove> moves, RowMatrix& centroids) const {
    for (const RegionMove& move : moves) {
      std::uint32_t row = 0;
      device_.download(&row, members_.data() + starts_[move.from] + move.member, sizeof(row));
      device_.download(centroids.data() + move.region * x_.columns, x_.numbers.data() + std::size_t{row} * x_.columns,
                       x_.columns * sizeof(float));
    }
  }

  /// The region of each row; ends the object's use.
  [[nodiscard]] std::vector<std::uint32_t> take_regions() {
    constexpr unsigned kThreads = 256;
    mark_as_none<<<blocks_for(nearest_.size(), kThreads), kThreads, 0, device_.stream()>>>(nearest_.data(),
                                                                                           nearest_.size(), regions_);
    check_launch("regions");
    return nearest_.to_host();
  }

 private:
  void upload(const RowMatrix& centroids) { centroids_.upload({centroids.data(), centroids_.size()}); }

  /// Sorts the rows by region.
  void group() {
    DeviceArray<std::uint32_t> keys(device_, nearest_.size());
    device_.copy(keys.data(), nearest_.data(), keys.bytes());
    members_ = counted_up(device_, nearest_.size());
    sort_by_key(device_, std::uint64_t{regions_} + 1, keys, members_);
    starts_ = starts_of(device_, keys, regions_).to_host();
  }

  const Device& device_;
  const Products& products_;
  const DeviceMatrix& x_;
  const std::uint8_t* has_coordinates_;
  std::size_t count_;
  std::uint32_t regions_;
  std::size_t at_once_;
  DeviceArray<float> scores_;
  DeviceArray<float> centroids_;
  DeviceArray<float> half_norms_;
  DeviceArray<unsigned> changed_;
  DeviceArray<std::uint32_t> nearest_;
  DeviceArray<std::uint32_t> members_;  ///< rows, region after region; those without coordinates last
  std::vector<std::uint64_t> starts_;   ///< [region]: its first entry of members_
};

/// The rows that seeds are drawn from. `with_coordinates` is empty if all rows have coordinates.
RowMatrix seeding_rows(const Device& device, const DeviceMatrix& x, const DeviceArray<std::uint32_t>& with_coordinates,
                       std::size_t count, Eigen::Index regions, std::uint64_t seed) {
  constexpr unsigned kThreads = 256;
  const std::vector<Eigen::Index> places = seeding_places(static_cast<Eigen::Index>(count), regions, seed);
  std::vector<std::uint32_t> rows = with_coordinates.to_host();
  if (rows.empty()) {
    rows.resize(places.empty() ? count : 0);
    std::iota(rows.begin(), rows.end(), 0U);
  }
  if (!places.empty()) {
    std::vector<std::uint32_t> chosen(places.size());
    std::ranges::transform(places, chosen.begin(), [&rows](Eigen::Index place) {
      return rows.empty() ? static_cast<std::uint32_t>(place) : rows[static_cast<std::size_t>(place)];
    });
    rows = std::move(chosen);
  }
  const DeviceArray<std::uint32_t> device_rows(device, rows);
  DeviceArray<float> numbers(device, rows.size() * x.columns);
  gather_rows<<<blocks_for(numbers.size(), kThreads), kThreads, 0, device.stream()>>>(
      x.numbers.data(), x.columns, device_rows.data(), rows.size(), numbers.data());
  check_launch("rows for seeds");
  RowMatrix sample(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(x.columns));
  numbers.download({sample.data(), numbers.size()});
  return sample;
}

}  // namespace

Regions partition(const Device& device, const Products& products, const DeviceMatrix& coordinates,
                  const SpectralConfig& config, std::uint64_t seed, const RunContext& context) {
  DeviceArray<std::uint8_t> has_coordinates(device, coordinates.rows);
  DeviceArray<unsigned long long> not_finite(device, 1);
  device.fill(not_finite.data(), 0xFF, not_finite.bytes());
  look_at_rows<<<blocks_for(coordinates.rows * kWarp, kRowThreads), kRowThreads, 0, device.stream()>>>(
      coordinates.numbers.data(), coordinates.rows, coordinates.columns, has_coordinates.data(), not_finite.data());
  check_launch("rows with coordinates");
  if (const unsigned long long row = not_finite.to_host().front(); row != ~0ULL) {
    refuse_as_not_finite("regions", "the length of the coordinates of row " + std::to_string(row));
  }
  DeviceArray<std::uint32_t> with_coordinates = flagged(device, has_coordinates);
  const std::size_t count = with_coordinates.size();
  const Eigen::Index regions = clamped_regions(count, config, context);
  if (regions == 0) {
    context.advance(1.0);
    return no_regions(static_cast<Eigen::Index>(coordinates.rows), static_cast<Eigen::Index>(coordinates.columns));
  }
  const bool all = count == coordinates.rows;
  if (all) {
    with_coordinates.reset();
  }
  const RowMatrix sample = seeding_rows(device, coordinates, with_coordinates, count, regions, seed);
  RowMatrix centroids = spread_seeds(sample, regions, seed, context).centroids;
  GpuRows rows(device, products, coordinates, all ? nullptr : has_coordinates.data(), count,
               static_cast<std::uint32_t>(regions));
  rows.follow(centroids);
  lloyd(rows, config, seed, context, centroids);
  to_unit_length(centroids);
  context.advance(1.0);
  return {std::move(centroids), rows.take_regions()};
}

}  // namespace columnar::cuda
