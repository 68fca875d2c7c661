#include "columnar/eligibility/int16_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar/core/random.hpp"
#include "columnar/kernels/targets.hpp"

namespace columnar::int16_matrix_test {
namespace {

/// Random rows of this length.
RowMatrix rows_of_length(Eigen::Index rows, Eigen::Index columns, float length, std::uint64_t seed) {
  const KeyedRandom random(seed, Purpose::kProbe);
  RowMatrix matrix(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) {
      matrix(i, j) = static_cast<float>(random.normal(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)));
    }
    matrix.row(i) *= length / matrix.row(i).norm();
  }
  return matrix;
}

struct Shape {
  Eigen::Index left;
  Eigen::Index right;
  Eigen::Index depth;
};

/// Whole blocks and panels, and what is left over.
constexpr Shape kShapes[] = {{1, 1, 1}, {4, 16, 2}, {5, 17, 3}, {13, 300, 299}, {64, 33, 128}};

TEST(Int16Matrix, AreNearTheProductsInDouble) {
  for (const auto& [left_rows, right_rows, depth] : kShapes) {
    const RowMatrix left = rows_of_length(left_rows, depth, 1.0F, 1);
    const RowMatrix right = rows_of_length(right_rows, depth, 7.0F, 2);
    const Eigen::MatrixXd exact = left.cast<double>() * right.cast<double>().transpose();
    const RowMatrix found = Int16Matrix(right).products_with(left);
    ASSERT_EQ(found.rows(), left_rows);
    ASSERT_EQ(found.cols(), right_rows);
    // Each number is off by half a step at most, 1 itself by a whole one; of many, by chance in both directions, the
    // root of their number counts, and a row of many has small numbers.
    const double step = 7.0 / 32'768.0;
    EXPECT_LT((found.cast<double>() - exact).cwiseAbs().maxCoeff(), 3.0 * step) << depth;
    EXPECT_LT((found.cast<double>() - exact).norm() / std::sqrt(static_cast<double>(exact.size())), 1.1 * step)
        << depth;
  }
}

TEST(Int16Matrix, GiveTheSameBitsOnEveryTarget) {
  for (const auto& [left_rows, right_rows, depth] : kShapes) {
    const RowMatrix left = rows_of_length(left_rows, depth, 1.0F, 3);
    const RowMatrix right = rows_of_length(right_rows, depth, 0.01F, 4);
    const RowMatrix expected = Int16Matrix(right).products_with(left);
    for (const Target& target : available_targets()) {
      const TargetOverride only(target);
      EXPECT_EQ(Int16Matrix(right).products_with(left), expected) << target.name << ' ' << depth;
    }
  }
}

TEST(Int16Matrix, HoldTheLargestSumThatMayOccur) {
  // One direction, all in a single number or spread evenly: 2^30, short of what overflows by half.
  for (const Eigen::Index depth : {1, 2, 300, 10'000}) {
    RowMatrix row = RowMatrix::Constant(1, depth, 1.0F);
    row /= row.norm();
    EXPECT_NEAR(Int16Matrix(row).products_with(row)(0, 0), 1.0F, 0.01F) << depth;
    EXPECT_NEAR(Int16Matrix(row).products_with(-row)(0, 0), -1.0F, 0.01F) << depth;
  }
}

TEST(Int16Matrix, OfZerosGiveZeros) {
  const RowMatrix right = RowMatrix::Zero(3, 5);
  EXPECT_TRUE(Int16Matrix(right).products_with(rows_of_length(2, 5, 1.0F, 5)).isZero(0.0F));
  EXPECT_TRUE(Int16Matrix(rows_of_length(3, 5, 1.0F, 6)).products_with(RowMatrix::Zero(2, 5)).isZero(0.0F));
}

}  // namespace
}  // namespace columnar::int16_matrix_test
