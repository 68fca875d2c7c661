#include "columnar/spectral/spectrum.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "spectral/small_ppmi.hpp"

namespace columnar::spectrum_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::dense;
using testing_support::make_ppmi;
using testing_support::planted_ppmi;
using testing_support::ProgressLog;
using testing_support::wide;

SpectralConfig make_config(std::uint32_t rank, double power = 0.5) {
  SpectralConfig config;
  config.rank = rank;
  config.spectrum_power = power;
  return config;
}

TEST(Spectrum, HasTheSingularValuesOfATriangle) {
  // A triangle's adjacency matrix has the eigenvalues 2, -1, -1.
  const Spectrum spectrum = embed_spectrum(make_ppmi(3, {{0, 1}, {1, 2}, {0, 2}}), make_config(3), 0.0, 1, {});
  ASSERT_EQ(spectrum.singular_values.size(), 3U);
  EXPECT_NEAR(wide(spectrum.singular_values[0]), 2.0, 1e-5);
  EXPECT_NEAR(wide(spectrum.singular_values[1]), 1.0, 1e-5);
  EXPECT_NEAR(wide(spectrum.singular_values[2]), 1.0, 1e-5);
  // The first eigenvector is (1, 1, 1) / √3: at rank 1 all rows have length one and point the same way.
  const Spectrum one = embed_spectrum(make_ppmi(3, {{0, 1}, {1, 2}, {0, 2}}), make_config(1), 0.0, 1, {});
  ASSERT_EQ(one.coordinates.cols(), 1);
  EXPECT_NEAR(std::abs(wide(one.coordinates(0, 0))), 1.0, 1e-6);
  EXPECT_NEAR(wide(one.coordinates(0, 0) * one.coordinates(1, 0)), 1.0, 1e-5);
  EXPECT_NEAR(wide(one.coordinates(0, 0) * one.coordinates(2, 0)), 1.0, 1e-5);
}

TEST(Spectrum, CosinesAreThoseOfTheMatrixToTwiceThePower) {
  // Coordinates U·Σ^p have the inner products U·Σ^2p·Uᵀ = |A|^2p. For the path 0 - 1 - 2 and p = 1 that is
  // A² = (1 0 1; 0 2 0; 1 0 1): nodes 0 and 2 coincide, node 1 is at a right angle to both.
  const Spectrum spectrum = embed_spectrum(make_ppmi(3, {{0, 1}, {1, 2}}), make_config(3, 1.0), 0.0, 1, {});
  const RowMatrix& x = spectrum.coordinates;
  EXPECT_NEAR(wide(x.row(0).dot(x.row(2))), 1.0, 1e-5);
  EXPECT_NEAR(wide(x.row(0).dot(x.row(1))), 0.0, 1e-5);
  EXPECT_NEAR(wide(spectrum.singular_values[0]), std::sqrt(2.0), 1e-5);
  EXPECT_NEAR(wide(spectrum.singular_values[1]), std::sqrt(2.0), 1e-5);
}

TEST(Spectrum, ClipsTheEntriesWhereAsked) {
  // Two separate pairs of 5 and 1: singular values 5 5 1 1; clipped at 2: 2 2 1 1.
  const Ppmi ppmi = make_ppmi(4, {{0, 1, 5.0}, {2, 3, 1.0}});
  EXPECT_NEAR(wide(embed_spectrum(ppmi, make_config(2), 0.0, 1, {}).singular_values[1]), 5.0, 1e-4);
  const Spectrum clipped = embed_spectrum(ppmi, make_config(4), 2.0, 1, {});
  EXPECT_NEAR(wide(clipped.singular_values[0]), 2.0, 1e-4);
  EXPECT_NEAR(wide(clipped.singular_values[3]), 1.0, 1e-4);
}

TEST(Spectrum, LeavesANodeWithoutPairsAtZeroAndTheOthersAtLengthOne) {
  const Spectrum spectrum = embed_spectrum(make_ppmi(5, {{0, 1, 3.0}, {3, 4, 1.0}}), make_config(4), 0.0, 1, {});
  for (const Eigen::Index row : {0, 1, 3, 4}) {
    EXPECT_NEAR(wide(spectrum.coordinates.row(row).norm()), 1.0, 1e-5) << row;
  }
  EXPECT_EQ(spectrum.coordinates.row(2).cwiseAbs().maxCoeff(), 0.0F);
}

TEST(Spectrum, ClampsTheRankToTheNodesAndSaysSo) {
  ProgressLog sink;
  const Spectrum spectrum =
      embed_spectrum(make_ppmi(3, {{0, 1}, {1, 2}, {0, 2}}), make_config(128), 0.0, 1, {1, &sink});
  EXPECT_EQ(spectrum.coordinates.cols(), 3);
  ASSERT_EQ(sink.notes.size(), 1U);
  EXPECT_THAT(sink.notes[0], HasSubstr("rank 128 clamped to the 3 nodes"));
}

TEST(Spectrum, OfAMatrixWithoutEntriesIsZeroAndFinite) {
  const Ppmi empty = make_ppmi(2, {});
  const Spectrum spectrum = embed_spectrum(empty, make_config(2), 0.0, 1, {});
  EXPECT_EQ(spectrum.coordinates.rows(), 2);
  EXPECT_GE(spectrum.coordinates.cols(), 1);
  EXPECT_EQ(spectrum.coordinates.cwiseAbs().maxCoeff(), 0.0F);
  for (const float value : spectrum.singular_values) {
    EXPECT_EQ(value, 0.0F);
  }
}

TEST(Spectrum, AgreesWithADenseEigenSolver) {
  const Ppmi ppmi = planted_ppmi(60);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(dense(ppmi));
  std::vector<double> expected(60);
  for (Eigen::Index i = 0; i < 60; ++i) {
    expected[static_cast<std::size_t>(i)] = std::abs(solver.eigenvalues()(i));
  }
  std::sort(expected.begin(), expected.end(), std::greater<>());

  const Spectrum full = embed_spectrum(ppmi, make_config(60), 0.0, 1, {});
  for (std::size_t k = 0; k < full.singular_values.size(); ++k) {
    EXPECT_NEAR(wide(full.singular_values[k]), expected[k], 1e-3 * expected[0]) << k;
  }
  // |A| from the dense solver gives every cosine.
  const Eigen::MatrixXd kernel =
      solver.eigenvectors() * solver.eigenvalues().cwiseAbs().asDiagonal() * solver.eigenvectors().transpose();
  for (Eigen::Index i = 0; i < 60; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double cosine = kernel(i, j) / std::sqrt(kernel(i, i) * kernel(j, j));
      EXPECT_NEAR(wide(full.coordinates.row(i).dot(full.coordinates.row(j))), cosine, 2e-3);
    }
  }

  const Spectrum part = embed_spectrum(ppmi, make_config(8), 0.0, 1, {});
  ASSERT_EQ(part.singular_values.size(), 8U);
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_NEAR(wide(part.singular_values[k]), expected[k], 0.01 * expected[0]) << k;
  }
}

TEST(Spectrum, IsTheSameBytesAtAnyThreadCount) {
  const Ppmi ppmi = planted_ppmi(1200);  // three blocks of rows
  const Spectrum one = embed_spectrum(ppmi, make_config(16), 0.0, 1, {});
  const Spectrum four = embed_spectrum(ppmi, make_config(16), 0.0, 1, {4, nullptr});
  EXPECT_EQ(one.singular_values, four.singular_values);
  EXPECT_TRUE(one.coordinates == four.coordinates);
}

TEST(LeadingSubspace, IsOrthonormalAndHoldsTheEnergyOfTheLargestSingularValues) {
  const Ppmi ppmi = planted_ppmi(60);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(dense(ppmi));
  std::vector<double> squares(60);
  for (Eigen::Index i = 0; i < 60; ++i) {
    squares[static_cast<std::size_t>(i)] = solver.eigenvalues()(i) * solver.eigenvalues()(i);
  }
  std::sort(squares.begin(), squares.end(), std::greater<>());
  const double best = std::accumulate(squares.begin(), squares.begin() + 8, 0.0);  // no eight directions hold more

  const Eigen::MatrixXd basis = leading_subspace(ppmi, make_config(8), 1, {}).cast<double>();
  ASSERT_EQ(basis.rows(), 60);
  ASSERT_EQ(basis.cols(), 8);
  EXPECT_TRUE((basis.transpose() * basis).isIdentity(1e-4));
  EXPECT_NEAR((basis.transpose() * dense(ppmi)).squaredNorm() / best, 1.0, 0.01);
}

}  // namespace
}  // namespace columnar::spectrum_test
