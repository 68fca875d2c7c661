#include "columnar/spectral/spectrum.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/spectral/gha.hpp"
#include "columnar/spectral/ppmi_product.hpp"

namespace columnar {
namespace {

constexpr Eigen::Index kRowsPerBlock = 512;
/// Directions whose energy is below this share of the largest are rounding noise of a rank-deficient matrix.
constexpr double kNullShare = 1e-9;

/// aᵀ·b, summed over blocks of rows in a fixed order, so that the threads leave no trace in the rounding.
Eigen::MatrixXd inner_products(const RowMatrix& a, const RowMatrix& b, int threads) {
  const auto blocks = static_cast<std::size_t>((a.rows() + kRowsPerBlock - 1) / kRowsPerBlock);
  std::vector<Eigen::MatrixXf> partial(blocks);
  parallel_blocks(threads, static_cast<std::size_t>(a.rows()), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    const auto first = static_cast<Eigen::Index>(begin);
    const auto rows = static_cast<Eigen::Index>(end - begin);
    partial[begin / kRowsPerBlock].noalias() = a.middleRows(first, rows).transpose() * b.middleRows(first, rows);
  });
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(a.cols(), b.cols());
  for (const auto& block : partial) {
    sum += block.cast<double>();
  }
  return sum;
}

/// x ← x · factor, in place, block by block.
void multiply_right(RowMatrix& x, const Eigen::MatrixXd& factor, int threads) {
  const Eigen::MatrixXf small = factor.cast<float>();
  RowMatrix result(x.rows(), small.cols());
  parallel_blocks(threads, static_cast<std::size_t>(x.rows()), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    const auto first = static_cast<Eigen::Index>(begin);
    const auto rows = static_cast<Eigen::Index>(end - begin);
    result.middleRows(first, rows).noalias() = x.middleRows(first, rows) * small;
  });
  x = std::move(result);
}

/// Makes the columns orthonormal through the eigenvectors of their Gram matrix; drops null directions.
void orthonormalise(RowMatrix& x, int threads) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> gram(inner_products(x, x, threads));
  const Eigen::VectorXd& energy = gram.eigenvalues();
  if (!(energy(energy.size() - 1) > 0.0)) {  // no entries at all: nothing to divide by
    x = RowMatrix::Zero(x.rows(), 1);
    return;
  }
  const double floor = kNullShare * energy(energy.size() - 1);
  Eigen::Index first = 0;
  while (first + 1 < energy.size() && energy(first) <= floor) {
    ++first;
  }
  const Eigen::Index kept = energy.size() - first;
  multiply_right(x, gram.eigenvectors().rightCols(kept) * energy.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal(),
                 threads);
}

RowMatrix random_start(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kSpectralStart);
  RowMatrix start(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) {
      start(i, j) =
          static_cast<float>(random.uniform(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)) - 0.5);
    }
  }
  return start;
}

}  // namespace

void to_unit_rows(RowMatrix& x) {
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const float length = x.row(i).norm();
    // A node without pairs has coordinates that are zero up to rounding; its direction would be noise.
    if (length > 1e-6F) {
      x.row(i) /= length;
    } else {
      x.row(i).setZero();
    }
  }
}

Eigen::Index clamped_rank(const Ppmi& ppmi, const SpectralConfig& config, const RunContext& context) {
  const NodeIndex nodes = ppmi.node_count();
  if (config.rank > nodes) {
    context.note(fmt::format("rank {} clamped to the {} nodes of the graph", config.rank, nodes));
  }
  return std::min(config.rank, nodes);
}

Spectrum truncated_svd(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                       const RunContext& context) {
  const auto nodes = static_cast<Eigen::Index>(ppmi.node_count());
  const Eigen::Index rank = clamped_rank(ppmi, config, context);
  const Eigen::Index width = std::min<Eigen::Index>(rank + config.oversampling, nodes);
  const auto clip_value = static_cast<float>(clip);
  const double steps = config.power_iterations + 2.0;

  RowMatrix basis = random_start(nodes, width, seed);
  RowMatrix image;
  for (std::uint32_t step = 0; step <= config.power_iterations; ++step) {
    multiply(ppmi, clip_value, basis, image, context.threads);
    basis.swap(image);
    orthonormalise(basis, context.threads);
    context.advance((step + 1.0) / steps);
  }
  orthonormalise(basis, context.threads);
  multiply(ppmi, clip_value, basis, image, context.threads);

  const Eigen::MatrixXd projected = inner_products(basis, image, context.threads);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz(0.5 * (projected + projected.transpose()));
  std::vector<Eigen::Index> order(static_cast<std::size_t>(basis.cols()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    const double left = std::abs(ritz.eigenvalues()(a));
    const double right = std::abs(ritz.eigenvalues()(b));
    return left > right || (left == right && a < b);
  });
  order.resize(static_cast<std::size_t>(std::min(rank, basis.cols())));

  Spectrum spectrum;
  Eigen::MatrixXd rotation(basis.cols(), static_cast<Eigen::Index>(order.size()));
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double singular = std::abs(ritz.eigenvalues()(order[k]));
    spectrum.singular_values.push_back(static_cast<float>(singular));
    rotation.col(static_cast<Eigen::Index>(k)) =
        ritz.eigenvectors().col(order[k]) * std::pow(singular, config.spectrum_power);
  }
  multiply_right(basis, rotation, context.threads);
  spectrum.coordinates = std::move(basis);
  context.advance(1.0);
  return spectrum;
}

Spectrum learn_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                        const RunContext& context) {
  return config.method == SpectralMethod::kGha ? hebbian_spectrum(ppmi, config, clip, seed, context)
                                               : truncated_svd(ppmi, config, clip, seed, context);
}

Spectrum embed_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                        const RunContext& context) {
  Spectrum spectrum = learn_spectrum(ppmi, config, clip, seed, context);
  to_unit_rows(spectrum.coordinates);
  return spectrum;
}

RowMatrix leading_subspace(const Ppmi& ppmi, const SpectralConfig& config, std::uint64_t seed,
                           const RunContext& context) {
  SpectralConfig directions = config;
  directions.spectrum_power = 0.0;
  return truncated_svd(ppmi, directions, 0.0, seed, context).coordinates;
}

}  // namespace columnar
