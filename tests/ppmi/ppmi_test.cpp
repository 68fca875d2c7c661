#include "columnar/ppmi/ppmi.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "columnar/graph/generators.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar {
namespace {

using testing::ElementsAre;
using testing_support::wide;

TEST(Ppmi, IsLogTwoWhenThePairIsTwiceAsCommonAsChance) {
  // 2 · 4 / (2 · 2) = 2
  EXPECT_FLOAT_EQ(positive_pmi(2, 2, 2, 4), std::log(2.0F));
  // 3 · 100 / (10 · 5) = 6
  EXPECT_FLOAT_EQ(positive_pmi(3, 10, 5, 100), std::log(6.0F));
}

TEST(Ppmi, IsZeroForPairsAsRareAsChanceOrRarerOrUnseen) {
  EXPECT_EQ(positive_pmi(1, 2, 2, 4), 0.0F);  // 1 · 4 / 4 = 1
  EXPECT_EQ(positive_pmi(1, 4, 4, 4), 0.0F);  // 1/4
  EXPECT_EQ(positive_pmi(0, 4, 4, 4), 0.0F);
  EXPECT_EQ(positive_pmi(0, 0, 0, 0), 0.0F);
}

TEST(Ppmi, DoesNotOverflowOnLargeCorpora) {
  // 2^31 · 2^45 / (2^33 · 2^33) = 2^10
  EXPECT_FLOAT_EQ(positive_pmi(1U << 31U, 1ULL << 33U, 1ULL << 33U, 1ULL << 45U), 10.0F * std::log(2.0F));
}

Ppmi path_ppmi() {
  Walks walks;
  walks.length = 4;
  walks.nodes = {0, 1, 2, 3};
  return build_ppmi(count_pairs(walks, 4, 1, {}), {});
}

TEST(Ppmi, OfAPathWorkedByHand) {
  // Pairs {0,1} {1,2} {2,3}: T = 3, C = 1 2 2 1. {0,1}: 1·3/(1·2) = 1.5; {1,2}: 1·3/(2·2) < 1, so no entry.
  const Ppmi ppmi = path_ppmi();
  EXPECT_THAT(ppmi.offsets, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(ppmi.columns, ElementsAre(1, 0, 3, 2));
  EXPECT_FLOAT_EQ(ppmi.at(0, 1), std::log(1.5F));
  EXPECT_FLOAT_EQ(ppmi.at(3, 2), std::log(1.5F));
  EXPECT_EQ(ppmi.at(1, 2), 0.0F);  // rarer than chance
  EXPECT_EQ(ppmi.at(0, 3), 0.0F);  // never seen
  EXPECT_EQ(ppmi.at(0, 0), 0.0F);
}

TEST(Ppmi, IsSymmetricPositiveAndEqualToTheFormulaEntryByEntry) {
  const Graph graph = planted_communities(300, 3, 5.0, 0.2, 2).graph;
  const Walks walks = sample_walks(graph, {}, 1, {});
  const PairCounts counts = count_pairs(walks, 300, 5, {});
  const Ppmi ppmi = build_ppmi(PairCounts(counts), {});
  std::size_t entries = 0;
  for (NodeIndex u = 0; u < 300; ++u) {
    for (std::uint64_t i = counts.offsets[u]; i < counts.offsets[u + 1]; ++i) {
      const NodeIndex v = counts.columns[i];
      const double chance = static_cast<double>(counts.marginals[u]) * static_cast<double>(counts.marginals[v]) /
                            static_cast<double>(counts.total);
      EXPECT_NEAR(wide(ppmi.at(u, v)), std::max(0.0, std::log(counts.counts[i] / chance)), 1e-6);
      EXPECT_EQ(ppmi.at(u, v), ppmi.at(v, u));
      entries += ppmi.at(u, v) > 0.0F ? 1 : 0;
    }
  }
  EXPECT_EQ(ppmi.values.size(), entries);
  const Ppmi threaded = build_ppmi(PairCounts(counts), {4, nullptr});
  EXPECT_EQ(threaded.values, ppmi.values);
  EXPECT_EQ(threaded.columns, ppmi.columns);
}

TEST(Modulator, ClipsThePpmi) {
  const Ppmi ppmi = path_ppmi();
  EXPECT_FLOAT_EQ(modulator(ppmi, 0, 1, 2.0), std::log(1.5F));
  EXPECT_FLOAT_EQ(modulator(ppmi, 0, 1, 0.25), 0.25F);
  EXPECT_EQ(modulator(ppmi, 1, 2, 2.0), 0.0F);
}

}  // namespace
}  // namespace columnar
