#include "columnar/spectral/gha.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>
#include <vector>

#include "columnar/core/random.hpp"
#include "spectral/small_ppmi.hpp"

namespace columnar::gha_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::dense;
using testing_support::make_ppmi;
using testing_support::planted_ppmi;
using testing_support::ProgressLog;
using testing_support::wide;

SpectralConfig make_config(std::uint32_t rank, std::uint64_t presentations, double power = 0.0) {
  SpectralConfig config;
  config.method = SpectralMethod::kGha;
  config.rank = rank;
  config.spectrum_power = power;
  config.gha_presentations = presentations;
  return config;
}

RowMatrix some_weights(Eigen::Index rows, Eigen::Index columns) {
  const KeyedRandom random(3, Purpose::kProbe);
  RowMatrix weights(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) {
      weights(i, j) =
          static_cast<float>(0.2 * random.normal(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)));
    }
  }
  return weights;
}

/// Sanger's rule as the textbook has it, over the whole of W.
class TextbookUnits {
 public:
  explicit TextbookUnits(const RowMatrix& weights) : w(weights.cast<double>()) {}

  void learn(const Eigen::MatrixXd& matrix, std::span<const NodeIndex> nodes, double rate) {
    Eigen::VectorXd lost = Eigen::VectorXd::Zero(w.cols());
    for (const NodeIndex node : nodes) {
      const Eigen::VectorXd x = matrix.row(node).transpose();
      energy_ += x.squaredNorm();
      seen_ += 1.0;
      lost += (w.transpose() * x).cwiseAbs2();
    }
    const double step = std::min(rate * seen_ / energy_, 0.5 / lost.maxCoeff());
    Eigen::MatrixXd change = Eigen::MatrixXd::Zero(w.rows(), w.cols());
    for (const NodeIndex node : nodes) {
      const Eigen::VectorXd x = matrix.row(node).transpose();
      const Eigen::VectorXd y = w.transpose() * x;
      Eigen::VectorXd rest = x;
      for (Eigen::Index j = 0; j < w.cols(); ++j) {
        rest -= y(j) * w.col(j);
        change.col(j) += step * y(j) * rest;
      }
    }
    w += change;
  }

  Eigen::MatrixXd w;

 private:
  double seen_ = 0.0;
  double energy_ = 0.0;
};

TEST(Sanger, MovesTheWeightsOfTwoUnitsWorkedByHand) {
  // x = (0, 2), y = (1, 2), η = .4 / |x|² = .1:
  // Δw1 = .1 · 1 · (x − w1) = (−.06, .15);   Δw2 = .1 · 2 · (x − w1 − 2 w2) = (−.12, −.1).
  RowMatrix weights(2, 2);
  weights << 0.6F, 0.0F, 0.5F, 1.0F;
  SangerUnits units(weights);
  units.learn(make_ppmi(2, {{0, 1, 2.0}}), 0.0F, std::vector<NodeIndex>{0}, 0.4, 1);
  const RowMatrix& moved = units.weights(1);
  EXPECT_NEAR(wide(moved(0, 0)), 0.54, 1e-6);
  EXPECT_NEAR(wide(moved(1, 0)), 0.65, 1e-6);
  EXPECT_NEAR(wide(moved(0, 1)), -0.12, 1e-6);
  EXPECT_NEAR(wide(moved(1, 1)), 0.9, 1e-6);
}

TEST(Sanger, LosesHalfOfAUnitsWeightsAtMost) {
  // x = (0, 2), y = 2: at most η = ½ / 4, so Δw = .25 · (x − 2 w) = (−.5, 0).
  SangerUnits units(RowMatrix::Ones(2, 1));
  units.learn(make_ppmi(2, {{0, 1, 2.0}}), 0.0F, std::vector<NodeIndex>{0}, 100.0, 1);
  EXPECT_NEAR(wide(units.weights(1)(0, 0)), 0.5, 1e-6);
  EXPECT_NEAR(wide(units.weights(1)(1, 0)), 1.0, 1e-6);
}

TEST(Sanger, ClipsTheRows) {
  const RowMatrix weights = some_weights(3, 2);
  SangerUnits clipped(weights);
  SangerUnits small(weights);
  clipped.learn(make_ppmi(3, {{0, 1, 5.0}, {1, 2, 1.0}}), 2.0F, std::vector<NodeIndex>{1}, 0.3, 1);
  small.learn(make_ppmi(3, {{0, 1, 2.0}, {1, 2, 1.0}}), 0.0F, std::vector<NodeIndex>{1}, 0.3, 1);
  EXPECT_TRUE(clipped.weights(1) == small.weights(1));
}

TEST(Sanger, InFactorsEqualsTheTextbook) {
  constexpr NodeIndex kNodes = 70;
  const Ppmi ppmi = planted_ppmi(kNodes);
  const Eigen::MatrixXd matrix = dense(ppmi);
  for (const std::size_t block : {1U, 7U}) {
    SangerUnits units(some_weights(kNodes, 12));
    TextbookUnits textbook(some_weights(kNodes, 12));
    const KeyedRandom random(1, Purpose::kProbe);
    for (std::uint64_t t = 0; t < 600; ++t) {  // long enough for the factor to be folded many times
      std::vector<NodeIndex> nodes;
      for (std::size_t i = 0; i < block; ++i) {
        nodes.push_back(static_cast<NodeIndex>(random.below(kNodes, t, i)));
      }
      units.learn(ppmi, 0.0F, nodes, 0.5, 1);
      textbook.learn(matrix, nodes, 0.5);
    }
    EXPECT_LT((units.weights(1).cast<double>() - textbook.w).cwiseAbs().maxCoeff(), 1e-3) << block;
    EXPECT_GT(textbook.w.col(0).norm(), 0.5);
    const Eigen::MatrixXd answers = matrix * textbook.w;
    EXPECT_LT((units.answers(ppmi, 0.0F, 1).cast<double>() - answers).cwiseAbs().maxCoeff(),
              1e-3 * answers.cwiseAbs().maxCoeff());
  }
}

TEST(HebbianSpectrum, FindsTheEigenvectorsInTheirOrder) {
  const Ppmi ppmi = make_ppmi(4, {{0, 1, 3.0}, {1, 2, 2.0}, {0, 2, 1.0}, {2, 3, 0.5}});
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(dense(ppmi));
  std::vector<Eigen::Index> order{0, 1, 2, 3};
  std::sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return std::abs(solver.eigenvalues()(a)) > std::abs(solver.eigenvalues()(b));
  });
  SpectralConfig config = make_config(3, 20'000);
  config.gha_block = 1;
  const Spectrum spectrum = hebbian_spectrum(ppmi, config, 0.0, 1, {});
  ASSERT_EQ(spectrum.singular_values.size(), 3U);
  for (Eigen::Index k = 0; k < 3; ++k) {
    const Eigen::VectorXd eigenvector = solver.eigenvectors().col(order[static_cast<std::size_t>(k)]);
    const Eigen::VectorXd found = spectrum.coordinates.col(k).cast<double>();
    EXPECT_NEAR(wide(spectrum.singular_values[static_cast<std::size_t>(k)]),
                std::abs(solver.eigenvalues()(order[static_cast<std::size_t>(k)])), 0.01);
    EXPECT_NEAR(std::abs(found.dot(eigenvector)), 1.0, 0.002) << k;  // up to its sign
    EXPECT_NEAR(found.norm(), 1.0, 1e-5);
  }
}

TEST(HebbianSpectrum, SpansWhatTheSvdSpans) {
  const Ppmi ppmi = planted_ppmi(200);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(dense(ppmi));
  std::vector<double> squares(solver.eigenvalues().size());
  for (std::size_t i = 0; i < squares.size(); ++i) {
    squares[i] = std::pow(solver.eigenvalues()(static_cast<Eigen::Index>(i)), 2.0);
  }
  std::sort(squares.begin(), squares.end(), std::greater<>());
  double best = 0.0;
  for (std::size_t k = 0; k < 8; ++k) {
    best += squares[k];
  }
  const Spectrum spectrum = hebbian_spectrum(ppmi, make_config(8, 20'000), 0.0, 1, {});
  ASSERT_EQ(spectrum.coordinates.cols(), 8);
  const Eigen::HouseholderQR<Eigen::MatrixXd> decomposition(spectrum.coordinates.cast<double>());
  const Eigen::MatrixXd basis = decomposition.householderQ() * Eigen::MatrixXd::Identity(200, 8);
  EXPECT_GT((dense(ppmi) * basis).squaredNorm() / best, 0.99);
  EXPECT_TRUE(std::is_sorted(spectrum.singular_values.rbegin(), spectrum.singular_values.rend()));
  EXPECT_NEAR(wide(spectrum.singular_values[0]), std::sqrt(squares[0]), 0.01 * std::sqrt(squares[0]));
}

TEST(HebbianSpectrum, ScalesItsColumnsByThePowerOfTheSingularValues) {
  const Ppmi ppmi = planted_ppmi(60);
  const Spectrum plain = hebbian_spectrum(ppmi, make_config(4, 2000), 0.0, 1, {});
  const Spectrum scaled = hebbian_spectrum(ppmi, make_config(4, 2000, 0.5), 0.0, 1, {});
  for (Eigen::Index k = 0; k < 4; ++k) {
    const float scale = std::sqrt(plain.singular_values[static_cast<std::size_t>(k)]);
    EXPECT_TRUE(scaled.coordinates.col(k).isApprox(scale * plain.coordinates.col(k), 1e-5F));
  }
}

TEST(HebbianSpectrum, IsTheSameBytesAtAnyThreadCount) {
  const Ppmi ppmi = planted_ppmi(1200);  // three blocks of rows
  const Spectrum one = hebbian_spectrum(ppmi, make_config(16, 2400), 0.0, 1, {});
  const Spectrum four = hebbian_spectrum(ppmi, make_config(16, 2400), 0.0, 1, {4, nullptr});
  EXPECT_EQ(one.singular_values, four.singular_values);
  EXPECT_TRUE(one.coordinates == four.coordinates);
  EXPECT_FALSE(one.coordinates == hebbian_spectrum(ppmi, make_config(16, 2400), 0.0, 2, {}).coordinates);
}

TEST(HebbianSpectrum, StaysFiniteAtAnyRateAndBlock) {
  const Ppmi ppmi = planted_ppmi(100);
  for (const double rate : {1e-6, 1.0, 100.0}) {
    for (const std::uint32_t block : {1U, 30U, 4096U}) {
      SpectralConfig config = make_config(16, 5000);
      config.gha_rate = rate;
      config.gha_block = block;
      EXPECT_TRUE(hebbian_spectrum(ppmi, config, 0.0, 1, {}).coordinates.allFinite()) << rate << " " << block;
    }
  }
}

TEST(HebbianSpectrum, GivesNodesWithoutPairsZeros) {
  const Spectrum spectrum =
      hebbian_spectrum(make_ppmi(5, {{0, 1, 3.0}, {3, 4, 1.0}}), make_config(4, 1000), 0.0, 1, {});
  EXPECT_EQ(spectrum.coordinates.row(2).cwiseAbs().maxCoeff(), 0.0F);
  EXPECT_GT(spectrum.coordinates.row(3).norm(), 0.1F);
}

TEST(HebbianSpectrum, ClampsTheRankToTheNodesAndSaysSo) {
  ProgressLog sink;
  const Spectrum spectrum =
      hebbian_spectrum(make_ppmi(3, {{0, 1}, {1, 2}, {0, 2}}), make_config(128, 3000), 0.0, 1, {1, &sink});
  EXPECT_LE(spectrum.coordinates.cols(), 3);
  EXPECT_NEAR(wide(spectrum.singular_values[0]), 2.0, 0.01);  // of a triangle
  EXPECT_THAT(sink.notes, ElementsAre(HasSubstr("rank 128 clamped to the 3 nodes")));
}

TEST(HebbianSpectrum, OfNoPairsIsZero) {
  const Ppmi empty = make_ppmi(2, {});
  const Spectrum spectrum = hebbian_spectrum(empty, make_config(2, 100), 0.0, 1, {});
  EXPECT_EQ(spectrum.coordinates.rows(), 2);
  EXPECT_GE(spectrum.coordinates.cols(), 1);
  EXPECT_EQ(spectrum.coordinates.cwiseAbs().maxCoeff(), 0.0F);
}

TEST(LearnSpectrum, FollowsTheMethodOfTheConfig) {
  const Ppmi ppmi = planted_ppmi(60);
  SpectralConfig config = make_config(4, 600);
  EXPECT_TRUE(learn_spectrum(ppmi, config, 0.0, 1, {}).coordinates ==
              hebbian_spectrum(ppmi, config, 0.0, 1, {}).coordinates);
  config.method = SpectralMethod::kSvd;
  EXPECT_TRUE(learn_spectrum(ppmi, config, 0.0, 1, {}).coordinates ==
              truncated_svd(ppmi, config, 0.0, 1, {}).coordinates);
}

}  // namespace
}  // namespace columnar::gha_test
