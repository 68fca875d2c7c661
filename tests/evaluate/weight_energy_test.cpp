#include "columnar_lab/evaluate/weight_energy.hpp"

#include <gtest/gtest.h>

#include "cortex/tiny_cortex.hpp"

namespace columnar::weight_energy_test {
namespace {

using testing_support::set_weights;
using testing_support::tiny_config;

TEST(WeightEnergy, IsThreeQuartersOfACellThatListensToTheOneInputOfTheSubspace) {
  CortexState cortex = initial_cortex(tiny_config());
  std::ranges::fill(cortex.weights, 0.0F);
  set_weights(cortex, 1, 0, {1.0F, 0.0F, 0.0F, 0.0F});
  RowMatrix basis = RowMatrix::Zero(4, 1);
  basis(0, 0) = 1.0F;
  const WeightEnergy energy = weight_energy(cortex, basis);
  EXPECT_DOUBLE_EQ(energy.raw, 1.0);
  EXPECT_NEAR(energy.centred, 0.75, 1e-6);  // (¾, −¼, −¼, −¼): 9/16 of 12/16
  EXPECT_DOUBLE_EQ(energy.chance, 0.25);
}

TEST(WeightEnergy, IsNothingOfNothing) {
  CortexState cortex = initial_cortex(tiny_config());
  std::ranges::fill(cortex.weights, 0.0F);
  EXPECT_EQ(weight_energy(cortex, RowMatrix::Identity(4, 2)).raw, 0.0);
  EXPECT_EQ(weight_energy(cortex, RowMatrix::Identity(4, 2)).centred, 0.0);
}

TEST(WeightEnergy, IsChanceForRandomWeights) {
  const CortexState initial = initial_cortex(Config{});
  const WeightEnergy energy = weight_energy(initial, RowMatrix::Identity(initial.inputs, 200));
  EXPECT_DOUBLE_EQ(energy.chance, 0.25);
  EXPECT_NEAR(energy.centred, 0.25, 0.005);
}

TEST(L4Subspace, HoldsTheCodesOfItsNodes) {
  const L4Codes l4{2, 1, {0, 2, 1, 2}};
  const RowMatrix basis = l4_subspace(l4, 4, RowMatrix::Identity(2, 2));
  ASSERT_EQ(basis.rows(), 4);
  ASSERT_EQ(basis.cols(), 2);
  EXPECT_TRUE((basis.transpose() * basis).isIdentity(1e-5F));
  const Eigen::Vector4f code(1.0F, 0.0F, 1.0F, 0.0F);
  EXPECT_TRUE((basis * (basis.transpose() * code)).isApprox(code, 1e-5F));
  EXPECT_NEAR(static_cast<double>(basis.row(3).norm()), 0.0, 1e-6);  // no node has bit 3
}

TEST(L4Subspace, LeavesOutDirectionsThatReachNothing) {
  const L4Codes l4{2, 1, {0, 2, 0, 2}};  // both nodes look alike
  EXPECT_EQ(l4_subspace(l4, 4, RowMatrix::Identity(2, 2)).cols(), 1);
}

}  // namespace
}  // namespace columnar::weight_energy_test
