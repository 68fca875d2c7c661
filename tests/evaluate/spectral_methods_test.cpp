#include "columnar_lab/evaluate/spectral_methods.hpp"

#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "cortex/tiny_cortex.hpp"
#include "spectral/small_ppmi.hpp"

namespace columnar::spectral_methods_test {
namespace {

using testing_support::make_ppmi;
using testing_support::planted_ppmi;
using testing_support::small_config;

TEST(SubspaceFit, IsWorkedByHandForTwoPairs) {
  // Pairs of 2 and 1: the leading directions are those of nodes 0 and 1, with an energy of 2 · 2².
  const Ppmi ppmi = make_ppmi(4, {{0, 1, 2.0}, {2, 3, 1.0}});
  RowMatrix leading = RowMatrix::Zero(4, 2);
  leading(0, 0) = leading(1, 1) = 1.0F;
  RowMatrix half = RowMatrix::Zero(4, 2);
  half(0, 0) = 5.0F;  // lengths do not matter
  half(2, 1) = 0.5F;
  const SubspaceFit fit = subspace_fit(ppmi, 0.0, leading, half, 1);
  EXPECT_NEAR(fit.captured, (4.0 + 1.0) / 8.0, 1e-6);
  EXPECT_NEAR(fit.cosine, 0.5, 1e-6);
  const SubspaceFit clipped = subspace_fit(ppmi, 1.0, leading, half, 1);
  EXPECT_NEAR(clipped.captured, 1.0, 1e-6);
}

TEST(SubspaceFit, IsOneForTheSameSpanWhateverItsBasis) {
  const Ppmi ppmi = planted_ppmi(100);
  SpectralConfig config;
  config.rank = 6;
  config.spectrum_power = 0.0;
  config.power_iterations = 40;
  const RowMatrix leading = truncated_svd(ppmi, config, 0.0, 1, {}).coordinates;
  RowMatrix mixed = leading;
  mixed.col(0) += 3.0F * leading.col(1);
  mixed.col(2) -= 0.5F * leading.col(5);
  const SubspaceFit fit = subspace_fit(ppmi, 0.0, leading, mixed, 1);
  EXPECT_NEAR(fit.captured, 1.0, 1e-4);
  EXPECT_NEAR(fit.cosine, 1.0, 1e-4);
}

TEST(SpectralMethods, SpanNearlyTheSameAndTellTheClassesApart) {
  const LabelledGraph town = planted_communities(200, 3, 8.0, 0.1, 1);
  Config config = small_config();
  config.spectral.gha_presentations = 20'000;
  config.spectral.som_presentations = 10'000;
  const SeedTable table = compare_spectral_methods(town.graph, town.labels, config, 1, {});
  ASSERT_EQ(table.rows.size(), 4U);
  for (const SeedRow& row : table.rows) {
    ASSERT_EQ(row.values.size(), table.measures.size());
    EXPECT_GT(row.values[0][0], 0.98) << row.name;
    EXPECT_LT(row.values[0][0], 1.001) << row.name;
    EXPECT_GT(row.values[2][0], 0.8) << row.name;
  }
}

TEST(SpectralMethods, AreTheSameAtAnyThreadCountButForTheSeconds) {
  const LabelledGraph town = planted_communities(120, 3, 6.0, 0.2, 1);
  Config config = small_config();
  config.spectral.gha_presentations = config.spectral.som_presentations = 1000;
  const SeedTable one = compare_spectral_methods(town.graph, town.labels, config, 1, {});
  const SeedTable three = compare_spectral_methods(town.graph, town.labels, config, 1, {3, nullptr});
  for (std::size_t r = 0; r < one.rows.size(); ++r) {
    for (std::size_t m = 0; m < 4; ++m) {
      EXPECT_EQ(one.rows[r].values[m], three.rows[r].values[m]) << one.rows[r].name << " " << one.measures[m].key;
    }
  }
}

TEST(SpectralMethods, RefuseWhatCannotBeTrained) {
  const LabelledGraph town = planted_communities(60, 3, 6.0, 0.2, 1);
  EXPECT_THROW((void)compare_spectral_methods(town.graph, town.labels, small_config(), 0, {}), Error);
  EXPECT_THROW((void)compare_spectral_methods(town.graph, {}, small_config(), 1, {}), Error);
}

}  // namespace
}  // namespace columnar::spectral_methods_test
