#include "columnar/model/part_check.hpp"

#include <fmt/format.h>

#include <cmath>

#include "columnar/cortex/cortex_bounds.hpp"
#include "columnar/spectral/regions.hpp"

namespace columnar {
namespace {

/// Allowance for rounding of float sums: unit lengths, averages that tend to 1, running sums.
constexpr float kSlack = 1e-3F;

}  // namespace

void PartCheck::expect_size(std::string_view what, std::size_t size, std::size_t wanted) const {
  if (size != wanted) {
    fail(fmt::format("its {} have {} numbers, not {}", what, size, wanted));
  }
}

void PartCheck::digest(const std::string& digest) const {
  const bool hexadecimal = digest.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (digest.size() != 32 || !hexadecimal) {
    fail("the digest of its graph is no 32 hexadecimal digits");
  }
}

void PartCheck::marginals(const Marginals& marginals) const {
  // Upper bound of a count, so that products of three stay accurate enough as doubles.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 53U;
  for (const std::uint64_t count : marginals.counts) {
    if (count > kMost) {
      fail(fmt::format("a node is said to be met {} times", count));
    }
  }
  if (marginals.total > kMost) {
    fail(fmt::format("{} pairs are said to be counted", marginals.total));
  }
}

void PartCheck::unit_rows(std::string_view what, const RowMatrix& rows) const {
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const float length = rows.row(i).squaredNorm();
    if (length != 0.0F && !(std::abs(length - 1.0F) <= kSlack)) {  // a NaN fails both
      fail(fmt::format("row {} of its {} is neither of unit length nor zero", i, what));
    }
  }
}

void PartCheck::regions(std::span<const std::uint32_t> regions, const RowMatrix& centroids,
                        const Config& config) const {
  if (centroids.rows() < 1 || centroids.rows() > config.spectral.regions) {
    fail(fmt::format("it has {} centroids for {} regions", centroids.rows(), config.spectral.regions));
  }
  unit_rows("centroids", centroids);
  for (std::size_t v = 0; v < regions.size(); ++v) {
    if (regions[v] != Regions::kNone && regions[v] >= centroids.rows()) {
      fail(fmt::format("node {} is in region {} of {}", v, regions[v], centroids.rows()));
    }
  }
}

/// Written so that NaN fails, too.
void PartCheck::expect_within(std::string_view what, std::span<const float> values, float least, float most) const {
  for (const float value : values) {
    if (!(value >= least && value <= most)) {
      fail(fmt::format("its {} hold {}, which is not between {} and {}", what, value, least, most));
    }
  }
}

void PartCheck::cortex(const CortexState& cortex, const Config& config) const {
  const ColumnConfig& l23 = config.l23;
  if (cortex.inputs != config.l4.width() || cortex.columns != l23.columns || cortex.cells != l23.cells_per_column ||
      cortex.lanes != lanes_of(cortex.cells) || cortex.l5a_size != config.readout.l5a_size) {
    fail("its cortex has other sizes than its config");
  }
  const std::size_t slots = std::size_t{cortex.columns} * cortex.lanes;
  expect_size("weights", cortex.weights.size(), cortex.columns * cortex.column_size());
  expect_size("sums of weights", cortex.weight_sums.size(), slots);
  expect_size("thresholds", cortex.thresholds.size(), slots);
  expect_size("sliding thresholds", cortex.sliding.size(), slots);
  expect_size("firing rates", cortex.rates.size(), slots);
  expect_size("lateral weights", cortex.lateral.size(), std::size_t{cortex.columns} * cortex.columns);
  expect_size("readout weights", cortex.readout.size(), std::size_t{cortex.columns} * cortex.cells * cortex.l5a_size);

  for (const BoundedArray& array : bounded_arrays(cortex, config)) {
    expect_within(array.name, array.numbers, array.least, array.most);
  }
}

void PartCheck::weight_sums(const CortexState& cortex) const {
  CortexState sums = cortex;
  refresh_weight_sums(sums);
  for (std::size_t i = 0; i < sums.weight_sums.size(); ++i) {
    if (std::abs(sums.weight_sums[i] - cortex.weight_sums[i]) > kSlack * (1.0F + sums.weight_sums[i])) {
      fail(fmt::format("weights that sum to {} are said to sum to {}", sums.weight_sums[i], cortex.weight_sums[i]));
    }
  }
}

}  // namespace columnar
