#include "columnar_cuda/stages/eligibility.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "columnar/error.hpp"
#include "cuda/gpu_test.hpp"
#include "cuda/matrices.hpp"

namespace columnar::cuda {
namespace {

/// Compares the eligibility of rows around 400 directions, some of them zero, with the CPU's.
void expect_as_on_cpu(const Device& device, const EligibilityConfig& config, std::uint32_t regions,
                      std::uint32_t columns) {
  const RowMatrix x = scattered_rows(4000, 50, 400, 0.6, 61);
  const RowMatrix centroids = scattered_rows(regions, 50, regions, 0.0);
  const Eligibility on_cpu = columnar::build_eligibility(x, centroids, config, columns, 1, {});
  const Eligibility on_gpu =
      to_host(build_eligibility(device, Products(device), to_device(device, x), centroids, config, columns, 1, {}));
  ASSERT_EQ(on_gpu.width, on_cpu.width);
  ASSERT_EQ(on_gpu.columns.size(), on_cpu.columns.size());
  std::size_t other_columns = 0;
  float largest = 0.0F;
  for (std::size_t i = 0; i < on_cpu.columns.size(); ++i) {
    other_columns += on_gpu.columns[i] != on_cpu.columns[i] ? 1U : 0U;
    largest = std::max(largest, std::abs(on_gpu.values[i] - on_cpu.values[i]));
  }
  // Exponentials that differ by rounding move a few of the 16-bit weights by one, 1 / 32,767.
  EXPECT_LE(other_columns, on_cpu.columns.size() / 1000);
  EXPECT_LT(largest, 2e-3F);
}

TEST_F(GpuTest, EligibilityIsThatOfTheCpu) { expect_as_on_cpu(device(), {}, 300, 300); }

TEST_F(GpuTest, EligibilityOfMoreColumnsThanRegionsIsThatOfTheCpu) { expect_as_on_cpu(device(), {}, 70, 500); }

TEST_F(GpuTest, EligibilityAtLowTemperaturesIsThatOfTheCpu) {
  EligibilityConfig config;
  config.nrw_temperature = 0.02;
  config.cra_temperature = 0.01;
  expect_as_on_cpu(device(), config, 100, 100);
}

TEST_F(GpuTest, EligibilityOfAllColumnsIsThatOfTheCpu) {
  EligibilityConfig config;
  config.candidate_columns = 1000;
  config.nrw_regions = 1000;
  expect_as_on_cpu(device(), config, 45, 90);
}

TEST_F(GpuTest, EligibilityRefusesRowsThatAreNotFinite) {
  RowMatrix x = scattered_rows(100, 8, 10, 0.1);
  x(70, 3) = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW((void)build_eligibility(device(), Products(device()), to_device(device(), x),
                                       scattered_rows(5, 8, 5, 0.0), {}, 40, 1, {}),
               Error);
}

}  // namespace
}  // namespace columnar::cuda
