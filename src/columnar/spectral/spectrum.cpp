#include "columnar/spectral/spectrum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/core/ranks.hpp"
#include "columnar/spectral/gha.hpp"
#include "columnar/spectral/gram_factors.hpp"
#include "columnar/spectral/rounded_matrix.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 512;
constexpr std::size_t kBlocksPerSum = 4;
constexpr std::size_t kSumsHeld = 64;  ///< until they are added up, in order

/// xᵀ·x, summed over blocks of rows in a fixed order, so that the rounding does not depend on threads and ranks;
/// block(first, count) gives the rows of this rank.
template <class Block>
Eigen::MatrixXd gram_matrix(Eigen::Index rows, Eigen::Index columns, const RunContext& context, const Block& block) {
  constexpr std::size_t kRowsPerSum = kRowsPerBlock * kBlocksPerSum;
  static_assert(RowShares::kBlock % kRowsPerSum == 0);
  Ranks& ranks = ranks_of(context);
  const auto count = static_cast<std::size_t>(rows);
  const std::size_t count_of_sums = (count + kRowsPerSum - 1) / kRowsPerSum;
  // Ranks hold all of their sums until those of the rows before them are known.
  std::vector<Eigen::MatrixXd> sums(ranks.is_alone() ? std::min(kSumsHeld, count_of_sums) : count_of_sums);
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(columns, columns);
  const std::size_t rows_at_once = std::max<std::size_t>(1, sums.size()) * kRowsPerSum;
  std::size_t portion = 0;
  do {
    const std::size_t size = std::min(rows_at_once, count - portion);
    parallel_blocks(context.threads, size, kRowsPerSum, [&](std::size_t begin, std::size_t end) {
      Eigen::MatrixXd& sum = sums[begin / kRowsPerSum];
      sum.setZero(columns, columns);
      Eigen::MatrixXf part(columns, columns);
      for (std::size_t first = begin; first < end; first += kRowsPerBlock) {
        part.setZero();
        part.selfadjointView<Eigen::Lower>().rankUpdate(
            block(static_cast<Eigen::Index>(portion + first),
                  static_cast<Eigen::Index>(std::min(kRowsPerBlock, end - first)))
                .transpose());
        sum += part.cast<double>();
      }
    });
    in_turn(
        ranks, static_cast<std::size_t>(columns),
        [&](std::size_t column) {
          return std::span(all.data() + static_cast<Eigen::Index>(column) * columns, static_cast<std::size_t>(columns));
        },
        [&](std::size_t column) {
          for (std::size_t i = 0; i * kRowsPerSum < size; ++i) {
            all.col(static_cast<Eigen::Index>(column)) += sums[i].col(static_cast<Eigen::Index>(column));
          }
        });
    portion += size;
  } while (portion < count);
  if (!all.allFinite()) {  // an entry that is not finite shows here
    refuse_as_not_finite("spectrum", "what the PPMI matrix makes of a direction");
  }
  return all.selfadjointView<Eigen::Lower>();
}

Eigen::MatrixXd gram_matrix(const RowMatrix& x, const RunContext& context) {
  return gram_matrix(x.rows(), x.cols(), context,
                     [&](Eigen::Index first, Eigen::Index count) { return x.middleRows(first, count); });
}

Eigen::MatrixXd gram_matrix(const RoundedMatrix& x, const RunContext& context) {
  return gram_matrix(x.rows(), x.columns(), context,
                     [&](Eigen::Index first, Eigen::Index count) { return x.rows_from(first, count); });
}

/// Calls body(first, block) for the blocks of rows of x · factor.
template <class Body>
void for_blocks_of_product(const RowMatrix& x, const Eigen::MatrixXd& factor, int threads, const Body& body) {
  const Eigen::MatrixXf small = factor.cast<float>();
  parallel_blocks(threads, static_cast<std::size_t>(x.rows()), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    const auto first = static_cast<Eigen::Index>(begin);
    const RowMatrix block = x.middleRows(first, static_cast<Eigen::Index>(end - begin)) * small;
    body(first, block);
  });
}

/// Random signs, of rows from `first` on.
void random_start(Eigen::Index columns, std::uint64_t first, std::uint64_t seed, int threads, RoundedMatrix& start) {
  const KeyedRandom random(seed, Purpose::kSpectralStart);
  const auto rows = static_cast<std::size_t>(start.rows());
  parallel_blocks(threads, rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    RowMatrix block(static_cast<Eigen::Index>(end - begin), columns);
    for (std::size_t i = begin; i < end; ++i) {
      std::uint64_t bits = 0;
      for (Eigen::Index j = 0; j < columns; ++j) {
        bits = j % 64 == 0 ? random.bits(first + i, static_cast<std::uint64_t>(j / 64)) : bits >> 1U;
        block(static_cast<Eigen::Index>(i - begin), j) = (bits & 1U) == 0 ? -1.0F : 1.0F;
      }
    }
    start.set_rows(static_cast<Eigen::Index>(begin), block);
  });
}

}  // namespace

void orthonormalise_columns(RowMatrix& x, int threads) {
  const Eigen::MatrixXd factor = orthonormalising_factor(gram_matrix(x, RunContext{threads}));
  RowMatrix result(x.rows(), factor.cols());
  for_blocks_of_product(x, factor, threads, [&](Eigen::Index first, const RowMatrix& block) {
    result.middleRows(first, block.rows()) = block;
  });
  x = std::move(result);
}

void to_unit_rows(RowMatrix& coordinates, int threads) {
  parallel_blocks(threads, static_cast<std::size_t>(coordinates.rows()), kRowsPerBlock,
                  [&](std::size_t begin, std::size_t end) {
                    for (auto i = static_cast<Eigen::Index>(begin); i < static_cast<Eigen::Index>(end); ++i) {
                      const float length = coordinates.row(i).norm();
                      if (!std::isfinite(length)) {
                        refuse_as_not_finite("spectrum", fmt::format("the length of the coordinates of row {}", i));
                      }
                      // A node without pairs has coordinates that are zero up to rounding; its direction would be
                      // noise.
                      if (length > 1e-6F) {
                        coordinates.row(i) /= length;
                      } else {
                        coordinates.row(i).setZero();
                      }
                    }
                  });
}

Eigen::Index clamped_rank(NodeIndex nodes, const SpectralConfig& config, const RunContext& context) {
  if (config.rank > nodes) {
    context.note(fmt::format("rank {} clamped to the {} nodes of the graph", config.rank, nodes));
  }
  return std::min(config.rank, nodes);
}

Spectrum truncated_svd(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                       const RunContext& context) {
  const auto nodes = static_cast<Eigen::Index>(ppmi.column_count());
  const auto rows = static_cast<Eigen::Index>(ppmi.node_count());
  const Eigen::Index rank = clamped_rank(ppmi.column_count(), config, context);
  const Eigen::Index width = std::min<Eigen::Index>(rank + config.oversampling, nodes);
  const auto clip_value = static_cast<float>(clip);
  const double steps = config.power_iterations + 2.0;

  RoundedMatrix basis;
  basis.resize(rows, width);
  random_start(width, ppmi.first, seed, context.threads, basis);
  RowMatrix image;
  multiply(ppmi, clip_value, basis, image, context);
  for (std::uint32_t step = 0; step <= config.power_iterations; ++step) {
    context.advance((step + 1.0) / steps);
    const Eigen::MatrixXd factor = orthonormalising_factor(gram_matrix(image, context));
    if (factor.cols() == 0) {  // no entries at all
      context.advance(1.0);
      return {{0.0F}, RowMatrix::Zero(rows, 1)};
    }
    basis.resize(rows, factor.cols());
    for_blocks_of_product(image, factor, context.threads,
                          [&](Eigen::Index first, const RowMatrix& block) { basis.set_rows(first, block); });
    multiply(ppmi, clip_value, basis, image, context);
  }

  // The image times this factor is A·Q, with Q exactly orthonormal although the basis was rounded; and A is
  // nearly A·Q·Qᵀ, so that its left singular vectors and singular values are those of A·Q.
  const Eigen::MatrixXd factor = orthonormalising_factor(gram_matrix(basis, context));
  basis = RoundedMatrix();
  const Directions found = leading_directions(factor.transpose() * gram_matrix(image, context) * factor, rank);
  const Eigen::VectorXd singular = found.energy.cwiseSqrt();
  const Eigen::VectorXd scale = singular.array().pow(config.spectrum_power - 1.0);
  Spectrum spectrum;
  spectrum.singular_values.assign(singular.begin(), singular.end());
  spectrum.coordinates.resize(rows, scale.size());
  for_blocks_of_product(image, factor * found.vectors * scale.asDiagonal(), context.threads,
                        [&](Eigen::Index first, const RowMatrix& block) {
                          spectrum.coordinates.middleRows(first, block.rows()) = block;
                        });
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
  to_unit_rows(spectrum.coordinates, context.threads);
  return spectrum;
}

RowMatrix leading_subspace(const Ppmi& ppmi, const SpectralConfig& config, std::uint64_t seed,
                           const RunContext& context) {
  SpectralConfig directions = config;
  directions.spectrum_power = 0.0;
  return truncated_svd(ppmi, directions, 0.0, seed, context).coordinates;
}

}  // namespace columnar
