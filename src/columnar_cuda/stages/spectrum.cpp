#include "columnar_cuda/stages/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/spectral/gram_factors.hpp"
#include "columnar/spectral/row_matrix.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar_cuda/stages/matrix_kernels.hpp"

namespace columnar::cuda {
namespace {

template <class Matrix>
Eigen::MatrixXd gram_of(const Device& device, const Matrix& x) {
  const std::vector<double> numbers = gram_matrix(device, x);
  const auto columns = static_cast<Eigen::Index>(x.columns);
  const Eigen::MatrixXd gram = Eigen::Map<const Eigen::MatrixXd>(numbers.data(), columns, columns);  // symmetric
  if (!gram.allFinite()) {
    refuse_as_not_finite("spectrum", "what the PPMI matrix makes of a direction");
  }
  return gram;
}

std::vector<float> row_by_row(const Eigen::MatrixXd& factor) {
  const RowMatrix rows = factor.cast<float>();
  return {rows.data(), rows.data() + rows.size()};
}

DeviceMatrix truncated_svd(const Device& device, const DevicePairs& pairs, const Config& config,
                           const RunContext& context) {
  const SpectralConfig& spectral = config.spectral;
  const std::size_t nodes = pairs.nodes;
  const Eigen::Index rank = clamped_rank(pairs.nodes, spectral, context);
  const auto width = std::min<std::size_t>(static_cast<std::size_t>(rank) + spectral.oversampling, nodes);
  const auto clip = static_cast<float>(config.ppmi.spectral_clip);
  const double steps = spectral.power_iterations + 2.0;

  RoundedRows basis(device, nodes, width);
  random_signs(device, config.seed, basis);
  DeviceMatrix image(device, nodes, width);
  multiply(device, pairs, clip, basis, image);
  for (std::uint32_t step = 0; step <= spectral.power_iterations; ++step) {
    const Eigen::MatrixXd factor = orthonormalising_factor(gram_of(device, image));
    context.advance((step + 1.0) / steps);
    if (factor.cols() == 0) {  // no entries at all
      DeviceMatrix none(device, nodes, 1);
      none.numbers.clear();
      return none;
    }
    if (static_cast<std::size_t>(factor.cols()) != basis.columns) {
      basis = RoundedRows();  // first, so that both are never held
      basis = RoundedRows(device, nodes, static_cast<std::size_t>(factor.cols()));
    }
    multiply(device, image, row_by_row(factor), basis);
    if (basis.columns != image.columns) {
      image = DeviceMatrix();
      image = DeviceMatrix(device, nodes, basis.columns);
    }
    multiply(device, pairs, clip, basis, image);
  }

  // The image times this factor is A·Q, with Q exactly orthonormal although the basis was rounded.
  const Eigen::MatrixXd factor = orthonormalising_factor(gram_of(device, basis));
  basis = RoundedRows();
  const Directions found = leading_directions(factor.transpose() * gram_of(device, image) * factor, rank);
  const Eigen::VectorXd scale = found.energy.cwiseSqrt().array().pow(spectral.spectrum_power - 1.0);
  DeviceMatrix coordinates(device, nodes, static_cast<std::size_t>(scale.size()));
  multiply(device, image, row_by_row(factor * found.vectors * scale.asDiagonal()), coordinates);
  return coordinates;
}

void require_unit_rows(const Device& device, DeviceMatrix& x) {
  if (const std::size_t row = to_unit_rows(device, x); row < x.rows) {
    refuse_as_not_finite("spectrum", "the length of the coordinates of row " + std::to_string(row));
  }
}

}  // namespace

DeviceMatrix node_coordinates(const Device& device, const DevicePairs& pairs, const DeviceGraph& graph,
                              const Config& config, const RunContext& context) {
  DeviceMatrix coordinates = truncated_svd(device, pairs, config, context);
  require_unit_rows(device, coordinates);
  if (config.spectral.smoothing != 0.0) {
    DeviceMatrix smoothed(device, coordinates.rows, coordinates.columns);
    add_neighbours(device, graph, static_cast<float>(config.spectral.smoothing), coordinates, smoothed);
    coordinates = std::move(smoothed);
    require_unit_rows(device, coordinates);
  }
  context.advance(1.0);
  return coordinates;
}

std::uint64_t spectrum_bytes(NodeIndex nodes, const SpectralConfig& config) noexcept {
  const std::uint64_t rank = std::min<std::uint64_t>(config.rank, nodes);
  const std::uint64_t width = std::min<std::uint64_t>(rank + config.oversampling, nodes);
  const std::uint64_t rounded = (width + RoundedRows::kPadding - 1) / RoundedRows::kPadding * RoundedRows::kPadding;
  // The image with the rounded basis, then with the coordinates; then these twice.
  const std::uint64_t each =
      std::max(sizeof(float) * width + std::max(2 * rounded, sizeof(float) * rank), 2 * sizeof(float) * rank);
  return each * nodes;
}

}  // namespace columnar::cuda
