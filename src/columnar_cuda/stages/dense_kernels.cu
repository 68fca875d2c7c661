#include <cuda_bf16.h>

#include <algorithm>

#include "columnar_cuda/device/check.cuh"
#include "columnar_cuda/stages/matrix_kernels.hpp"

namespace columnar::cuda {
namespace {

// A block computes a tile of 64 × 64 numbers, each of its 256 threads 4 × 4 of them, from slices of 16 that are held in
// shared memory.
constexpr unsigned kTile = 64;
constexpr unsigned kSlice = 16;
constexpr unsigned kOwn = 4;
constexpr unsigned kSide = kTile / kOwn;
constexpr unsigned kThreads = kSide * kSide;
constexpr std::size_t kRowsPerFloat = 512;  // summed in float before they are added in double
constexpr std::size_t kMostSums = 512;      // parts of the rows, added up in order

__device__ float as_float(float number) { return number; }
__device__ float as_float(std::uint16_t number) { return __uint_as_float(unsigned{number} << 16U); }
__device__ void store(float number, float* to) { *to = number; }
__device__ void store(float number, std::uint16_t* to) { *to = __bfloat16_as_ushort(__float2bfloat16_rn(number)); }

/// The products of a slice: sums[i][j] += a[k][i] · b[k][j] over k.
__device__ void add_products(const float (&a)[kSlice][kTile], const float (&b)[kSlice][kTile], unsigned row,
                             unsigned column, float (&sums)[kOwn][kOwn]) {
#pragma unroll
  for (unsigned k = 0; k < kSlice; ++k) {
    const float4 left = *reinterpret_cast<const float4*>(&a[k][row]);
    const float4 right = *reinterpret_cast<const float4*>(&b[k][column]);
    const float lefts[kOwn] = {left.x, left.y, left.z, left.w};
    const float rights[kOwn] = {right.x, right.y, right.z, right.w};
#pragma unroll
    for (unsigned i = 0; i < kOwn; ++i) {
#pragma unroll
      for (unsigned j = 0; j < kOwn; ++j) {
        sums[i][j] = fmaf(lefts[i], rights[j], sums[i][j]);
      }
    }
  }
}

/// Part blockIdx.z of the rows: the tile (blockIdx.y, blockIdx.x) of xᵀ·x, tiles above the diagonal alone.
template <class Number>
__global__ void __launch_bounds__(kThreads) gram_tiles(const Number* x, std::size_t rows, std::size_t columns,
                                                       std::size_t stride, std::size_t rows_per_sum, double* tiles) {
  if (blockIdx.x < blockIdx.y) {
    return;
  }
  __shared__ alignas(16) float a[kSlice][kTile];
  __shared__ alignas(16) float b[kSlice][kTile];
  const unsigned row = threadIdx.x / kSide * kOwn;
  const unsigned column = threadIdx.x % kSide * kOwn;
  double all[kOwn][kOwn] = {};
  const std::size_t begin = blockIdx.z * rows_per_sum;
  const std::size_t end = min(rows, begin + rows_per_sum);
  for (std::size_t first = begin; first < end; first += kRowsPerFloat) {
    const std::size_t last = min(end, first + kRowsPerFloat);
    float sums[kOwn][kOwn] = {};
    for (std::size_t slice = first; slice < last; slice += kSlice) {
      for (unsigned i = threadIdx.x; i < kSlice * kTile; i += kThreads) {
        const std::size_t r = slice + i / kTile;
        const std::size_t left = blockIdx.y * kTile + i % kTile;
        const std::size_t right = blockIdx.x * kTile + i % kTile;
        a[i / kTile][i % kTile] = r < last && left < columns ? as_float(x[r * stride + left]) : 0.0F;
        b[i / kTile][i % kTile] = r < last && right < columns ? as_float(x[r * stride + right]) : 0.0F;
      }
      __syncthreads();
      add_products(a, b, row, column, sums);
      __syncthreads();
    }
    for (unsigned i = 0; i < kOwn; ++i) {
      for (unsigned j = 0; j < kOwn; ++j) {
        all[i][j] += static_cast<double>(sums[i][j]);
      }
    }
  }
  double* const tile =
      tiles + ((std::size_t{blockIdx.z} * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * kTile * kTile;
  for (unsigned i = 0; i < kOwn; ++i) {
    for (unsigned j = 0; j < kOwn; ++j) {
      tile[(row + i) * kTile + column + j] = all[i][j];
    }
  }
}

/// Adds the parts up, in order, and mirrors what is above the diagonal.
__global__ void add_tiles(const double* tiles, unsigned side, unsigned parts, std::size_t columns, double* gram) {
  const std::size_t place = thread_index();
  const std::size_t i = place / columns;
  const std::size_t j = place % columns;
  if (place >= columns * columns || j < i) {
    return;
  }
  double sum = 0.0;
  for (unsigned part = 0; part < parts; ++part) {
    sum += tiles[((std::size_t{part} * side + i / kTile) * side + j / kTile) * kTile * kTile + i % kTile * kTile +
                 j % kTile];
  }
  gram[i * columns + j] = sum;
  gram[j * columns + i] = sum;
}

/// The tile (blockIdx.x, blockIdx.y) of x · factor. Columns of the padding become 0.
template <class Number>
__global__ void __launch_bounds__(kThreads)
    multiply_tile(const float* x, std::size_t rows, std::size_t columns, const float* factor,
                  std::size_t factor_columns, Number* result, std::size_t result_stride) {
  __shared__ alignas(16) float a[kSlice][kTile];
  __shared__ alignas(16) float b[kSlice][kTile];
  const unsigned row = threadIdx.x / kSide * kOwn;
  const unsigned column = threadIdx.x % kSide * kOwn;
  const std::size_t top = std::size_t{blockIdx.x} * kTile;
  const std::size_t left = std::size_t{blockIdx.y} * kTile;
  float sums[kOwn][kOwn] = {};
  for (std::size_t slice = 0; slice < columns; slice += kSlice) {
    for (unsigned i = threadIdx.x; i < kSlice * kTile; i += kThreads) {
      const std::size_t r = top + i / kSlice;
      const std::size_t inner = slice + i % kSlice;
      a[i % kSlice][i / kSlice] = r < rows && inner < columns ? x[r * columns + inner] : 0.0F;
      const std::size_t j = left + i % kTile;
      b[i / kTile][i % kTile] =
          slice + i / kTile < columns && j < factor_columns ? factor[(slice + i / kTile) * factor_columns + j] : 0.0F;
    }
    __syncthreads();
    add_products(a, b, row, column, sums);
    __syncthreads();
  }
  for (unsigned i = 0; i < kOwn; ++i) {
    for (unsigned j = 0; j < kOwn; ++j) {
      if (top + row + i < rows && left + column + j < result_stride) {
        store(sums[i][j], result + (top + row + i) * result_stride + left + column + j);
      }
    }
  }
}

template <class Number>
std::vector<double> gram_of(const Device& device, const Number* x, std::size_t rows, std::size_t columns,
                            std::size_t stride) {
  const auto side = static_cast<unsigned>((columns + kTile - 1) / kTile);
  const std::size_t rows_each = (rows + kMostSums - 1) / kMostSums;
  const std::size_t rows_per_sum = (rows_each + kRowsPerFloat - 1) / kRowsPerFloat * kRowsPerFloat;
  const auto parts = static_cast<unsigned>((rows + rows_per_sum - 1) / rows_per_sum);
  DeviceArray<double> tiles(device, std::size_t{parts} * side * side * kTile * kTile);
  DeviceArray<double> gram(device, columns * columns);
  gram_tiles<<<dim3(side, side, parts), kThreads, 0, device.stream()>>>(x, rows, columns, stride, rows_per_sum,
                                                                        tiles.data());
  check_launch("Gram matrix");
  add_tiles<<<blocks_for(columns * columns, kThreads), kThreads, 0, device.stream()>>>(tiles.data(), side, parts,
                                                                                       columns, gram.data());
  check_launch("Gram matrix");
  return gram.to_host();
}

template <class Number>
void multiply_tiles(const Device& device, const DeviceMatrix& x, std::span<const float> factor,
                    std::size_t factor_columns, Number* result, std::size_t result_stride) {
  const DeviceArray<float> right(device, factor);
  multiply_tile<<<dim3(blocks_for(x.rows, kTile), blocks_for(result_stride, kTile)), kThreads, 0, device.stream()>>>(
      x.data(), x.rows, x.columns, right.data(), factor_columns, result, result_stride);
  check_launch("product with a factor");
}

}  // namespace

std::vector<double> gram_matrix(const Device& device, const DeviceMatrix& x) {
  return gram_of(device, x.data(), x.rows, x.columns, x.columns);
}

std::vector<double> gram_matrix(const Device& device, const RoundedRows& x) {
  return gram_of(device, x.numbers.data(), x.rows, x.columns, x.stride);
}

void multiply(const Device& device, const DeviceMatrix& x, std::span<const float> factor, RoundedRows& result) {
  multiply_tiles(device, x, factor, result.columns, result.numbers.data(), result.stride);
}

void multiply(const Device& device, const DeviceMatrix& x, std::span<const float> factor, DeviceMatrix& result) {
  multiply_tiles(device, x, factor, result.columns, result.data(), result.columns);
}

}  // namespace columnar::cuda
