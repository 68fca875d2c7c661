#include <limits>
#include <vector>

#include "columnar/core/random.hpp"
#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/device/sort.hpp"
#include "columnar_cuda/device/warp.cuh"
#include "columnar_cuda/stages/matrix_kernels.hpp"

namespace columnar::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kRowsPerBlock = kThreads / kWarp;  // a warp has a row
constexpr unsigned kNumbers = 8;                      // of a lane: 16 bytes of bfloat16
constexpr unsigned kPanel = kWarp * kNumbers;         // columns of a pass over the entries
constexpr std::uint64_t kLongRow = 4096;              // more entries are for a whole block
constexpr unsigned kAhead = 8;                        // rows of x that are read before the first is used

__global__ void draw_signs(KeyedRandom random, std::size_t rows, std::size_t columns, std::size_t stride,
                           std::uint16_t* start) {
  const std::size_t row = thread_index();
  if (row >= rows) {
    return;
  }
  std::uint64_t bits = 0;
  for (std::size_t j = 0; j < stride; ++j) {
    bits = j % 64 == 0 ? random.bits(row, j / 64) : bits >> 1U;
    const std::uint16_t sign = (bits & 1U) == 0 ? 0xBF80U : 0x3F80U;  // -1 and 1
    start[row * stride + j] = j < columns ? sign : 0;
  }
}

/// A part of the matrix as pointers: rows up to `last`, and the number of its first entry.
struct Part {
  NodeIndex last;
  std::uint64_t begin;
  const NodeIndex* columns;
  const float* values;
};

/// The matrix times x, row by row.
struct Product {
  const Part* parts;
  unsigned part_count;
  const std::uint64_t* offsets;
  float largest;
  const std::uint16_t* x;
  unsigned x_stride;
  float* result;
  unsigned result_columns;

  [[nodiscard]] __device__ std::uint64_t entries_of(NodeIndex row) const { return offsets[row + 1] - offsets[row]; }

  /// Adds up entries first, first + step, … (32 at a time) of a row for the eight columns of this lane from `column`
  /// on.
  __device__ void add(NodeIndex row, std::uint64_t first, std::uint64_t step, unsigned column,
                      float (&sums)[kNumbers]) const {
    const Part* part = parts;
    for (unsigned left = part_count; left > 1;) {  // the first one that ends beyond the row
      const unsigned half = left / 2;
      part += row >= part[half - 1].last ? half : 0;
      left -= half;
    }
    const unsigned lane = threadIdx.x % kWarp;
    const std::uint64_t begin = offsets[row] - part->begin;
    const std::uint64_t end = offsets[row + 1] - part->begin;
    // Lanes past the last column read the first ones again, and places past the end row 0, times 0: a branch around a
    // read would make every read wait for the one before it.
    const std::uint16_t* const own = x + (column < x_stride ? column : 0);
    for (std::uint64_t entry = begin + first; entry < end; entry += step) {
      // The lanes read 32 entries together and hand them round.
      const bool is_there = entry + lane < end;
      const NodeIndex my_column = is_there ? part->columns[entry + lane] : 0;
      const float my_value = is_there ? fminf(part->values[entry + lane], largest) : 0.0F;
      const unsigned count = end - entry < kWarp ? static_cast<unsigned>(end - entry) : kWarp;
      for (unsigned i = 0; i < count; i += kAhead) {
        uint4 rows[kAhead];
        float factors[kAhead];
#pragma unroll
        for (unsigned k = 0; k < kAhead; ++k) {
          const NodeIndex other = __shfl_sync(kAllLanes, my_column, i + k);
          factors[k] = __shfl_sync(kAllLanes, my_value, i + k);
          rows[k] = __ldg(reinterpret_cast<const uint4*>(own + std::size_t{other} * x_stride));
        }
#pragma unroll
        for (unsigned k = 0; k < kAhead; ++k) {
          const unsigned words[4] = {rows[k].x, rows[k].y, rows[k].z, rows[k].w};
#pragma unroll
          for (unsigned word = 0; word < 4; ++word) {
            sums[2 * word] = fmaf(factors[k], __uint_as_float(words[word] << 16U), sums[2 * word]);
            sums[2 * word + 1] = fmaf(factors[k], __uint_as_float(words[word] & 0xFFFF0000U), sums[2 * word + 1]);
          }
        }
      }
    }
  }

  __device__ void store(NodeIndex row, unsigned column, const float (&sums)[kNumbers]) const {
    for (unsigned k = 0; k < kNumbers && column + k < result_columns; ++k) {
      result[std::size_t{row} * result_columns + column + k] = sums[k];
    }
  }
};

/// A warp has a row. Long rows are left to multiply_long_rows: the last warp would keep all others waiting.
__global__ void __launch_bounds__(kThreads) multiply_rows(Product product, NodeIndex rows) {
  const NodeIndex row = blockIdx.x * kRowsPerBlock + threadIdx.x / kWarp;
  if (row >= rows || product.entries_of(row) > kLongRow) {
    return;
  }
  const unsigned column = blockIdx.y * kPanel + threadIdx.x % kWarp * kNumbers;
  float sums[kNumbers] = {};
  product.add(row, 0, kWarp, column, sums);
  product.store(row, column, sums);
}

/// A block has a row, its warps every eighth 32 entries; their sums are added in order.
__global__ void __launch_bounds__(kThreads) multiply_long_rows(Product product, const std::uint32_t* rows) {
  __shared__ float parts[kRowsPerBlock][kWarp][kNumbers];
  const NodeIndex row = rows[blockIdx.x];
  const unsigned lane = threadIdx.x % kWarp;
  const unsigned warp = threadIdx.x / kWarp;
  const unsigned column = blockIdx.y * kPanel + lane * kNumbers;
  float sums[kNumbers] = {};
  product.add(row, std::uint64_t{warp} * kWarp, kThreads, column, sums);
  for (unsigned k = 0; k < kNumbers; ++k) {
    parts[warp][lane][k] = sums[k];
  }
  __syncthreads();
  if (warp == 0) {
    for (unsigned other = 1; other < kRowsPerBlock; ++other) {
      for (unsigned k = 0; k < kNumbers; ++k) {
        sums[k] += parts[other][lane][k];
      }
    }
    product.store(row, column, sums);
  }
}

__global__ void flag_long_rows(const std::uint64_t* offsets, std::size_t rows, std::uint8_t* flags) {
  const std::size_t row = thread_index();
  if (row < rows) {
    flags[row] = offsets[row + 1] - offsets[row] > kLongRow ? 1 : 0;
  }
}

__global__ void __launch_bounds__(kThreads)
    scale_to_unit(float* x, std::size_t rows, std::size_t columns, unsigned long long* not_finite) {
  const std::size_t row = thread_index() / kWarp;
  if (row >= rows) {
    return;
  }
  float* const own = x + row * columns;
  float sum = 0.0F;
  for (std::size_t j = threadIdx.x % kWarp; j < columns; j += kWarp) {
    sum = fmaf(own[j], own[j], sum);
  }
  sum = warp_sum(sum);
  const float length = sqrtf(sum);
  if (!isfinite(length)) {
    atomicMin(not_finite, static_cast<unsigned long long>(row));
  }
  for (std::size_t j = threadIdx.x % kWarp; j < columns; j += kWarp) {
    own[j] = length > 1e-6F ? own[j] / length : 0.0F;
  }
}

__global__ void __launch_bounds__(kThreads)
    add_means(GraphRows graph, float smoothing, const float* x, std::size_t columns, float* result) {
  const std::size_t node = thread_index() / kWarp;
  if (node >= graph.nodes) {
    return;
  }
  const std::uint64_t first = graph.offsets[node];
  const std::uint64_t last = graph.offsets[node + 1];
  auto total = static_cast<double>(last - first);
  if (graph.weights != nullptr) {
    total = 0.0;
    for (std::uint64_t e = first; e < last; ++e) {
      total += static_cast<double>(graph.weights[e]);
    }
  }
  const unsigned lane = threadIdx.x % kWarp;
  for (std::size_t panel = 0; panel < columns; panel += std::size_t{kWarp} * 4) {
    float sums[4] = {};
    for (std::uint64_t e = first; e < last; ++e) {
      const double weight = graph.weights == nullptr ? 1.0 : static_cast<double>(graph.weights[e]);
      const auto share = static_cast<float>(weight / total);
      const float* const other = x + std::size_t{graph.targets[e]} * columns;
#pragma unroll
      for (unsigned k = 0; k < 4; ++k) {
        const std::size_t j = panel + k * kWarp + lane;
        sums[k] = fmaf(share, j < columns ? other[j] : 0.0F, sums[k]);
      }
    }
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) {
      const std::size_t j = panel + k * kWarp + lane;
      if (j < columns) {
        result[node * columns + j] = fmaf(smoothing, sums[k], x[node * columns + j]);
      }
    }
  }
}

}  // namespace

void random_signs(const Device& device, std::uint64_t seed, RoundedRows& start) {
  draw_signs<<<blocks_for(start.rows, kThreads), kThreads, 0, device.stream()>>>(
      KeyedRandom(seed, Purpose::kSpectralStart), start.rows, start.columns, start.stride, start.numbers.data());
  check_launch("random signs");
}

void multiply(const Device& device, const DevicePairs& pairs, float clip, const RoundedRows& x, DeviceMatrix& result) {
  std::vector<Part> parts;
  for (const DevicePairs::Part& part : pairs.parts) {
    parts.push_back({part.last, part.begin, part.columns.data(), part.values.data()});
  }
  const DeviceArray<Part> table(device, std::span<const Part>(parts));
  const Product product{table.data(),         static_cast<unsigned>(parts.size()),
                        pairs.offsets.data(), clip > 0.0F ? clip : std::numeric_limits<float>::max(),
                        x.numbers.data(),     static_cast<unsigned>(x.stride),
                        result.data(),        static_cast<unsigned>(result.columns)};
  const auto panels = static_cast<unsigned>((x.stride + kPanel - 1) / kPanel);
  DeviceArray<std::uint8_t> flags(device, pairs.nodes);
  flag_long_rows<<<blocks_for(pairs.nodes, kThreads), kThreads, 0, device.stream()>>>(pairs.offsets.data(), pairs.nodes,
                                                                                      flags.data());
  check_launch("long rows");
  const DeviceArray<std::uint32_t> long_rows = flagged(device, flags);
  if (!long_rows.empty()) {
    multiply_long_rows<<<dim3(static_cast<unsigned>(long_rows.size()), panels), kThreads, 0, device.stream()>>>(
        product, long_rows.data());
    check_launch("product with the PPMI matrix");
  }
  multiply_rows<<<dim3(blocks_for(pairs.nodes, kRowsPerBlock), panels), kThreads, 0, device.stream()>>>(product,
                                                                                                        pairs.nodes);
  check_launch("product with the PPMI matrix");
}

std::size_t to_unit_rows(const Device& device, DeviceMatrix& x) {
  const auto none = static_cast<unsigned long long>(x.rows);
  DeviceArray<unsigned long long> not_finite(device, std::span(&none, 1));
  scale_to_unit<<<blocks_for(x.rows, kRowsPerBlock), kThreads, 0, device.stream()>>>(x.data(), x.rows, x.columns,
                                                                                     not_finite.data());
  check_launch("unit rows");
  return not_finite.to_host()[0];
}

void add_neighbours(const Device& device, const DeviceGraph& graph, float smoothing, const DeviceMatrix& x,
                    DeviceMatrix& result) {
  add_means<<<blocks_for(x.rows, kRowsPerBlock), kThreads, 0, device.stream()>>>(GraphRows(graph), smoothing, x.data(),
                                                                                 x.columns, result.data());
  check_launch("smoothing");
}

}  // namespace columnar::cuda
