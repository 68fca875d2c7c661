#pragma once

#include <cstdint>

#include "columnar/config.hpp"
#include "columnar/eligibility/eligibility.hpp"
#include "columnar/progress.hpp"
#include "columnar_cuda/device/products.hpp"
#include "columnar_cuda/stages/device_matrix.hpp"

namespace columnar::cuda {

/// Eligibility on a GPU.
struct DeviceEligibility {
  std::uint32_t width = 0;
  DeviceArray<std::uint16_t> columns;  ///< n × width, best first
  DeviceArray<float> values;           ///< n × width
};

/// build_eligibility() (eligibility/eligibility.hpp) on a GPU. Its products of 16-bit integers are exact there, too: by
/// cuBLAS in doubles, which hold every sum. The exponentials and the order of their sum differ from the CPU's by
/// rounding.
[[nodiscard]] DeviceEligibility build_eligibility(const Device& device, const Products& products,
                                                  const DeviceMatrix& coordinates, const RowMatrix& centroids,
                                                  const EligibilityConfig& config, std::uint32_t columns,
                                                  std::uint64_t seed, const RunContext& context);

[[nodiscard]] Eligibility to_host(const DeviceEligibility& eligibility);
[[nodiscard]] DeviceEligibility to_device(const Device& device, const Eligibility& eligibility);

}  // namespace columnar::cuda
