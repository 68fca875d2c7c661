#include "columnar/spectral/gha.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "columnar/core/finite.hpp"
#include "columnar/core/parallel.hpp"
#include "columnar/core/random.hpp"
#include "columnar/spectral/passes.hpp"
#include "columnar/spectral/ppmi_product.hpp"

namespace columnar {
namespace {

constexpr std::size_t kRowsPerBlock = 512;  ///< of the weights
constexpr std::size_t kShownPerBlock = 4;   ///< of the rows shown
/// A is multiplied into the weights before it leaves this range, so that B stays within the floats.
constexpr double kLeastFactor = 0.01;
constexpr double kLargestFactor = 10.0;
constexpr double kMostLost = 0.5;    ///< share of a unit's weights lost at once: more may overshoot forever
constexpr double kNullShare = 1e-9;  ///< of the largest energy: smaller values are rounding

/// |x|² of a row x.
double row_energy(const PpmiEntries& row, float clip) {
  double energy = 0.0;
  for (const float entry : row.values) {
    const auto value = static_cast<double>(clipped(entry, clip));
    energy += value * value;
  }
  return energy;
}

/// base_u += x_u · change for the entries u of a row from `begin` to `end`.
template <class Row>
void scatter(const PpmiEntries& row, float clip, std::size_t begin, std::size_t end, const Row& change,
             RowMatrix& base) {
  const auto first = std::lower_bound(row.columns.begin(), row.columns.end(), begin);
  for (auto i = static_cast<std::size_t>(first - row.columns.begin()); i < row.size() && row.columns[i] < end; ++i) {
    base.row(static_cast<Eigen::Index>(row.columns[i])).noalias() += clipped(row.values[i], clip) * change;
  }
}

std::vector<NodeIndex> nodes_with_rows(const Ppmi& ppmi) {
  std::vector<NodeIndex> nodes;
  for (NodeIndex u = 0; u < ppmi.node_count(); ++u) {
    if (ppmi.entries_of(u) > 0) {
      nodes.push_back(u);
    }
  }
  return nodes;
}

/// Random directions of about unit length. Nodes without a row get zeros: nothing would ever remove them.
RowMatrix random_weights(NodeIndex count, const std::vector<NodeIndex>& nodes, Eigen::Index rank, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kSangerStart);
  RowMatrix weights = RowMatrix::Zero(static_cast<Eigen::Index>(count), rank);
  const double scale = std::sqrt(3.0 / static_cast<double>(std::max<std::size_t>(1, nodes.size())));
  for (const NodeIndex u : nodes) {
    for (Eigen::Index j = 0; j < rank; ++j) {
      weights(static_cast<Eigen::Index>(u), j) =
          static_cast<float>(scale * (2.0 * random.uniform(u, static_cast<std::uint64_t>(j)) - 1.0));
    }
  }
  return weights;
}

/// The responses as a spectrum: a unit's responses to all rows have the length of its singular value.
Spectrum as_spectrum(const RowMatrix& answers, double power) {
  Eigen::VectorXd energy = Eigen::VectorXd::Zero(answers.cols());
  for (Eigen::Index u = 0; u < answers.rows(); ++u) {
    energy += answers.row(u).cast<double>().cwiseAbs2().transpose();
  }
  std::vector<Eigen::Index> order(static_cast<std::size_t>(answers.cols()));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) { return energy(a) > energy(b); });
  while (order.size() > 1 && !(energy(order.back()) > kNullShare * energy(order.front()))) {
    order.pop_back();
  }
  Spectrum spectrum;
  spectrum.coordinates.resize(answers.rows(), static_cast<Eigen::Index>(order.size()));
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double singular = std::sqrt(energy(order[k]));
    const double scale = singular > 0.0 ? std::pow(singular, power - 1.0) : 0.0;
    spectrum.singular_values.push_back(static_cast<float>(singular));
    spectrum.coordinates.col(static_cast<Eigen::Index>(k)) = answers.col(order[k]) * static_cast<float>(scale);
  }
  return spectrum;
}

}  // namespace

SangerUnits::SangerUnits(RowMatrix weights)
    : base_(std::move(weights)), factor_(Eigen::MatrixXd::Identity(base_.cols(), base_.cols())) {}

void SangerUnits::fold(int threads) {
  const Eigen::MatrixXf factor = factor_.cast<float>();
  const auto rows = static_cast<std::size_t>(base_.rows());
  parallel_blocks(threads, rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    auto part = base_.middleRows(static_cast<Eigen::Index>(begin), static_cast<Eigen::Index>(end - begin));
    part = (part * factor.triangularView<Eigen::Upper>()).eval();
  });
  factor_.setIdentity();
}

void SangerUnits::learn(const Ppmi& ppmi, float clip, std::span<const NodeIndex> nodes, double rate, int threads) {
  const auto shown = static_cast<Eigen::Index>(nodes.size());
  RowMatrix gathered(shown, base_.cols());
  Eigen::VectorXd energies(shown);
  parallel_blocks(threads, nodes.size(), kShownPerBlock, [&](std::size_t begin, std::size_t end) {
    PpmiReader reader(ppmi);
    for (std::size_t t = begin; t < end; ++t) {
      const auto row = static_cast<Eigen::Index>(t);
      const PpmiEntries entries = reader.row(nodes[t]);
      multiply_row(entries, clip, base_, gathered.row(row));
      energies(row) = row_energy(entries, clip);
    }
  });
  rows_seen_ += static_cast<double>(shown);
  row_energy_ += (energies.sum() - static_cast<double>(shown) * row_energy_) / rows_seen_;
  if (!std::isfinite(row_energy_)) {
    refuse_as_not_finite("spectrum", "the energy of a row of the PPMI matrix");
  }
  if (row_energy_ <= 0.0) {
    return;
  }

  // All rows at once: W ← W (I − η·triangle(YᵀY)) + η·XᵀY.
  const Eigen::MatrixXd y = gathered.cast<double>() * factor_.triangularView<Eigen::Upper>();
  if (!y.allFinite()) {
    refuse_as_not_finite("spectrum", "what a unit of Sanger's rule answers");
  }
  Eigen::MatrixXd kept = Eigen::MatrixXd::Zero(y.cols(), y.cols());
  kept.triangularView<Eigen::Upper>() = -(y.transpose() * y);
  const double largest = -kept.diagonal().minCoeff();
  const double step = std::min(rate / row_energy_, largest > 0.0 ? kMostLost / largest : 0.0);
  kept *= step;
  kept.diagonal().array() += 1.0;
  factor_ = (factor_.triangularView<Eigen::Upper>() * kept).eval();
  // In W = B·A, an addition to B is multiplied by A: so it must be η·Xᵀ(Y A⁻¹).
  const Eigen::MatrixXd added = step * y;
  const RowMatrix change = factor_.triangularView<Eigen::Upper>().solve<Eigen::OnTheRight>(added).cast<float>();
  const auto rows = static_cast<std::size_t>(base_.rows());
  parallel_blocks(threads, rows, kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    PpmiReader reader(ppmi);
    for (std::size_t t = 0; t < nodes.size(); ++t) {
      scatter(reader.row(nodes[t]), clip, begin, end, change.row(static_cast<Eigen::Index>(t)), base_);
    }
  });
  if (factor_.diagonal().minCoeff() < kLeastFactor || factor_.cwiseAbs().maxCoeff() > kLargestFactor) {
    fold(threads);
  }
}

const RowMatrix& SangerUnits::weights(int threads) {
  fold(threads);
  return base_;
}

RowMatrix SangerUnits::answers(const Ppmi& ppmi, float clip, int threads) {
  fold(threads);
  RowMatrix y;
  multiply(ppmi, clip, base_, y, threads);
  return y;
}

Spectrum hebbian_spectrum(const Ppmi& ppmi, const SpectralConfig& config, double clip, std::uint64_t seed,
                          const RunContext& context) {
  const auto clip_value = static_cast<float>(clip);
  const std::vector<NodeIndex> nodes = nodes_with_rows(ppmi);
  SangerUnits units(random_weights(ppmi.node_count(), nodes, clamped_rank(ppmi.node_count(), config, context), seed));
  show_in_passes(nodes, passes_over(nodes.size(), config.gha_presentations), config.gha_block,
                 KeyedRandom(seed, Purpose::kSangerOrder), [&](std::span<const NodeIndex> block, double done) {
                   units.learn(ppmi, clip_value, block, config.gha_rate * (1.0 - done), context.threads);
                   context.advance(done);
                 });
  Spectrum spectrum = as_spectrum(units.answers(ppmi, clip_value, context.threads), config.spectrum_power);
  context.advance(1.0);
  return spectrum;
}

}  // namespace columnar
