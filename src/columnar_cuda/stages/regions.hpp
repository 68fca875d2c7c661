#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/progress.hpp"
#include "columnar/spectral/regions.hpp"
#include "columnar_cuda/device/products.hpp"
#include "columnar_cuda/stages/device_matrix.hpp"

namespace columnar::cuda {

/// partition() (spectral/regions.hpp) by k-means on a GPU: seeds and repairs are those of the CPU; distances are scored
/// by cuBLAS for all rows and centroids, and the means have partial sums, so rows that two centroids are equally near
/// to may differ. Not for SpectralMethod::kGha.
[[nodiscard]] Regions partition(const Device& device, const Products& products, const DeviceMatrix& coordinates,
                                const SpectralConfig& config, std::uint64_t seed, const RunContext& context);

}  // namespace columnar::cuda
