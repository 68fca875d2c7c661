#include "columnar/spectral/rounded_matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar/core/random.hpp"
#include "columnar/spectral/ppmi_product.hpp"
#include "spectral/small_ppmi.hpp"

namespace columnar::rounded_matrix_test {
namespace {

using testing_support::make_ppmi;
using testing_support::planted_ppmi;
using testing_support::wide;

RowMatrix random_matrix(Eigen::Index rows, Eigen::Index columns) {
  const KeyedRandom random(3, Purpose::kProbe);
  RowMatrix x(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) {
      x(i, j) = static_cast<float>(random.normal(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(j)));
    }
  }
  return x;
}

RoundedMatrix rounded(const RowMatrix& x) {
  RoundedMatrix result;
  result.resize(x.rows(), x.cols());
  result.set_rows(0, x);
  return result;
}

TEST(RoundedMatrix, RoundsToTheNearestNumberOfEightBitsAndOfTwoToTheEvenOne) {
  // Of eight bits of 1 + x the last is worth 2^-7.
  RowMatrix x(1, 6);
  x << 1.0F + 0.4F * 0x1p-7F, 1.0F + 0.6F * 0x1p-7F, 1.0F + 0.5F * 0x1p-7F, 1.0F + 1.5F * 0x1p-7F, -3.0F, 0.0F;
  RowMatrix expected(1, 6);
  expected << 1.0F, 1.0F + 0x1p-7F, 1.0F, 1.0F + 2.0F * 0x1p-7F, -3.0F, 0.0F;
  EXPECT_TRUE(rounded(x).rows_from(0, 1) == expected);
}

TEST(RoundedMatrix, KeepsEveryNumberAtItsPlaceWhateverTheColumns) {
  for (const Eigen::Index columns : {1, 8, 31, 32, 33, 64, 65, 96, 97, 128, 144}) {
    RowMatrix x(7, columns);
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      x.data()[i] = static_cast<float>(i % 251);  // has eight bits
    }
    RoundedMatrix matrix;
    matrix.resize(7, columns);
    matrix.set_rows(0, x.topRows(3));
    matrix.set_rows(3, x.bottomRows(4));
    EXPECT_TRUE(matrix.rows_from(0, 7) == x) << columns;
    EXPECT_TRUE(matrix.rows_from(2, 3) == x.middleRows(2, 3)) << columns;
  }
}

TEST(RoundedMatrix, TimesThePpmiIsThePlainProductOfWhatIsLeftAfterRounding) {
  const Ppmi ppmi = planted_ppmi(700);  // two blocks of rows
  for (const Eigen::Index columns : {1, 20, 32, 50, 64, 70, 100, 144}) {
    const RoundedMatrix x = rounded(random_matrix(700, columns));
    for (const float clip : {0.0F, 0.7F}) {
      RowMatrix plain;
      RowMatrix fast;
      multiply(ppmi, clip, x.rows_from(0, 700), plain, 1);
      multiply(ppmi, clip, x, fast, {});
      ASSERT_EQ(fast.cols(), columns);
      EXPECT_LT((fast - plain).cwiseAbs().maxCoeff(), 1e-4F * plain.cwiseAbs().maxCoeff()) << columns;
      RowMatrix four;
      multiply(ppmi, clip, x, four, {4, nullptr});
      EXPECT_TRUE(four == fast);
    }
  }
}

TEST(RoundedMatrix, TimesARowWithoutEntriesIsZero) {
  RowMatrix result;
  multiply(make_ppmi(3, {{0, 2, 2.0}}), 0.0F, rounded(RowMatrix::Constant(3, 40, 1.5F)), result, {});
  EXPECT_TRUE((result.row(0).array() == 3.0F).all());
  EXPECT_TRUE((result.row(1).array() == 0.0F).all());
  EXPECT_NEAR(wide(result(2, 39)), 3.0, 0.0);
}

}  // namespace
}  // namespace columnar::rounded_matrix_test
