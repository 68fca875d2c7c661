#include "columnar/ppmi/ppmi.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "columnar/core/config_fields.hpp"
#include "columnar/graph/generators.hpp"
#include "ppmi/plain_pairs.hpp"
#include "spectral/small_ppmi.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::ppmi_test {
namespace {

using testing::ElementsAre;
using testing_support::entries_of;
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
  return compute_ppmi(walks, 4, 1, {}).ppmi;
}

TEST(Ppmi, OfAPathWorkedByHand) {
  // Pairs {0,1} {1,2} {2,3}: T = 3, C = 1 2 2 1. {0,1}: 1·3/(1·2) = 1.5; {1,2}: 1·3/(2·2) < 1, so no entry.
  const Ppmi ppmi = path_ppmi();
  EXPECT_THAT(ppmi.offsets, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(entries_of(ppmi).columns, ElementsAre(1, 0, 3, 2));
  EXPECT_FLOAT_EQ(ppmi.at(0, 1), std::log(1.5F));
  EXPECT_FLOAT_EQ(ppmi.at(3, 2), std::log(1.5F));
  EXPECT_EQ(ppmi.at(1, 2), 0.0F);  // rarer than chance
  EXPECT_EQ(ppmi.at(0, 3), 0.0F);  // never seen
  EXPECT_EQ(ppmi.at(0, 0), 0.0F);
}

TEST(PairEvidence, DiscountsByTheCountAndLeavesOutTheRarest) {
  const PairEvidence evidence{5.0, 2};
  EXPECT_EQ(evidence.of(1), 0.0F);
  EXPECT_FLOAT_EQ(evidence.of(2), 2.0F / 7.0F);
  EXPECT_FLOAT_EQ(evidence.of(5), 0.5F);
  EXPECT_EQ(PairEvidence{}.of(1), 1.0F);
}

TEST(PairEvidence, NeverAsksForMoreMeetingsThanWalks) {
  Config config;
  EXPECT_EQ(pair_evidence(config).least, 2U);
  config.walks.walks_per_node = 1;
  EXPECT_EQ(pair_evidence(config).least, 1U);
  const PairEvidence printed = pair_evidence(preset_config(Preset::kPaper));
  EXPECT_EQ(printed.discount, 0.0);
  EXPECT_EQ(printed.least, 1U);
}

TEST(Ppmi, IsDiscountedAsTheEvidenceSays) {
  const Graph graph = planted_communities(300, 3, 5.0, 0.2, 2).graph;
  const Walks walks = sample_walks(graph, {}, 1, {});
  const PairEvidence evidence{5.0, 3};
  const Ppmi plain = compute_ppmi(walks, 300, 5, {}).ppmi;
  const Ppmi discounted = compute_ppmi(walks, 300, 5, {}, evidence).ppmi;
  const testing_support::PairCounts counted = testing_support::plain_pairs(walks, 300, 5);
  std::size_t entries = 0;
  for (const auto& [pair, count] : counted.counts) {
    const float expected = plain.at(pair.first, pair.second) * evidence.of(count);
    EXPECT_EQ(discounted.at(pair.first, pair.second), expected);
    entries += expected > 0.0F ? 1 : 0;
  }
  EXPECT_EQ(discounted.entry_count(), entries);
  EXPECT_LT(entries, plain.entry_count());
}

TEST(Ppmi, IsSymmetricPositiveAndEqualToTheFormulaEntryByEntry) {
  const Graph graph = planted_communities(300, 3, 5.0, 0.2, 2).graph;
  const Walks walks = sample_walks(graph, {}, 1, {});
  const testing_support::PairCounts plain = testing_support::plain_pairs(walks, 300, 5);
  const CountedPairs counted = compute_ppmi(walks, 300, 5, {});
  const Ppmi& ppmi = counted.ppmi;
  std::size_t entries = 0;
  for (const auto& [pair, count] : plain.counts) {
    const auto [u, v] = pair;
    const float expected = positive_pmi(count, plain.marginals[u], plain.marginals[v], plain.total);
    EXPECT_FLOAT_EQ(ppmi.at(u, v), expected);
    EXPECT_EQ(ppmi.at(u, v) > 0.0F, expected > 0.0F);
    EXPECT_EQ(ppmi.at(u, v), ppmi.at(v, u));
    entries += expected > 0.0F ? 1 : 0;
  }
  EXPECT_EQ(ppmi.entry_count(), entries);
  EXPECT_EQ(counted.distinct, plain.counts.size() / 2);
  EXPECT_EQ(counted.marginals.counts, plain.marginals);
  EXPECT_EQ(counted.marginals.total, plain.total);
}

TEST(Ppmi, LeavesOutPairsExactlyAsCommonAsChance) {
  // {0,1} and {2,3} four times each, {0,2} and {1,3} too: C(u,v) · T = 4 · 16 = 8 · 8 = C(u) · C(v) for every pair.
  std::vector<NodeIndex> nodes;
  for (int i = 0; i < 4; ++i) {
    nodes.insert(nodes.end(), {0, 1, 2, 3, 0, 2, 1, 3});
  }
  EXPECT_EQ(compute_ppmi(testing_support::walks_of(2, nodes), 4, 1, {}).ppmi.entry_count(), 0U);
  // 2^40 · 2^20 against one more: what a double would round to equality is told apart.
  EXPECT_GT(positive_pmi(1U << 20U, (1ULL << 30U) - 1, (1ULL << 30U) + 1, 1ULL << 40U), 0.0F);
  EXPECT_EQ(positive_pmi(1U << 20U, 1ULL << 30U, 1ULL << 30U, 1ULL << 40U), 0.0F);
  EXPECT_EQ(positive_pmi(1U << 20U, (1ULL << 30U) + 1, 1ULL << 30U, 1ULL << 40U), 0.0F);
}

TEST(Ppmi, IsTheSameAtAnyThreadCountInAnySlabsAndInAFile) {
  const Graph graph = planted_communities(600, 3, 6.0, 0.2, 2).graph;
  const Walks walks = sample_walks(graph, {}, 1, {});
  const CountedPairs one = compute_ppmi(walks, 600, 5, {});
  EXPECT_EQ(one.ppmi.bytes.spilled_bytes(), 0U);
  const std::string directory = ::testing::TempDir();
  for (const int threads : {1, 2, 3}) {
    for (const CountingMemory& memory :
         {CountingMemory{}, {30'000, ""}, {4'000, ""}, {kSlabVisits, directory}, {20'000, directory}}) {
      const CountedPairs other = compute_ppmi(walks, 600, 5, {threads, nullptr}, {}, memory);
      ASSERT_EQ(entries_of(other.ppmi), entries_of(one.ppmi));
      ASSERT_EQ(other.distinct, one.distinct);
      ASSERT_EQ(other.marginals.counts, one.marginals.counts);
      ASSERT_EQ(other.ppmi.bytes.spilled_bytes(), memory.spill_directory.empty() ? 0 : one.ppmi.bytes.size());
    }
  }
}

TEST(Ppmi, OfPairsThatMetTooOftenForTheTableOfLogarithms) {
  // {0,1} 5,000 times, {2,3} once.
  std::vector<NodeIndex> nodes{2, 3};
  for (int i = 0; i < 5000; ++i) {
    nodes.insert(nodes.end(), {0, 1});
  }
  const Ppmi ppmi = compute_ppmi(testing_support::walks_of(2, nodes), 4, 1, {}).ppmi;
  EXPECT_FLOAT_EQ(ppmi.at(0, 1), static_cast<float>(std::log(5001.0 / 5000.0)));
  EXPECT_FLOAT_EQ(ppmi.at(3, 2), static_cast<float>(std::log(5001.0)));
}

TEST(Ppmi, PacksAnEntryInThreeBytesUnlessItIsFarFromTheOneBeforeOrMetOften) {
  const Graph graph = planted_communities(600, 3, 6.0, 0.2, 2).graph;
  const Ppmi ppmi = compute_ppmi(sample_walks(graph, {}, 1, {}), 600, 5, {}).ppmi;
  std::size_t often = 0;
  PpmiReader reader(ppmi);
  for (NodeIndex u = 0; u < 600; ++u) {
    EXPECT_TRUE(ppmi.is_sound(u));
    std::uint64_t i = 0;
    const PpmiEntries row = reader.row(u);
    for (; i < row.size(); ++i) {
      EXPECT_EQ(ppmi.entry(u, i).column, row.columns[i]);
      EXPECT_EQ(ppmi.entry(u, i).value, row.values[i]);
    }
  }
  const auto all = testing_support::plain_pairs(sample_walks(graph, {}, 1, {}), 600, 5);
  for (const auto& [pair, count] : all.counts) {
    often += count >= PairScores::kTabled && ppmi.at(pair.first, pair.second) > 0.0F ? 1 : 0;
  }
  EXPECT_EQ(ppmi.bytes.size(), 3 * ppmi.entry_count() + 4 * often);
}

TEST(Ppmi, ReadsBackRowsOfAnyStepsAndValues) {
  const std::vector<NodeIndex> columns{0, 1, 65'535, 131'070, 131'071, 300'000, ~NodeIndex{0} - 1};
  const std::vector<float> values{1.0F, 1e-30F, 3.5F, 0.25F, 7.0F, 1e30F, 2.0F};
  Ppmi ppmi;
  ppmi.add_row(columns, values);
  ppmi.add_row({}, {});
  ppmi.add_row(std::span(columns).subspan(2), std::span(values).subspan(2));
  PpmiReader reader(ppmi);
  EXPECT_TRUE(std::ranges::equal(reader.row(0).columns, columns));
  EXPECT_TRUE(std::ranges::equal(reader.row(0).values, values));
  EXPECT_EQ(reader.row(1).size(), 0U);
  EXPECT_EQ(reader.rows(1, 3).size(), 5U);
  EXPECT_EQ(ppmi.entry(2, 0).column, 65'535U);
  EXPECT_EQ(ppmi.at(0, 65'535), 3.5F);
  EXPECT_EQ(ppmi.at(0, 65'534), 0.0F);
  EXPECT_EQ(ppmi.at(0, 0), 1.0F);
  EXPECT_EQ(ppmi.at(2, 0), 0.0F);
  EXPECT_EQ(ppmi.at(1, 0), 0.0F);
}

TEST(Modulator, ClipsThePpmi) {
  const Ppmi ppmi = path_ppmi();
  EXPECT_FLOAT_EQ(modulator(ppmi.at(0, 1), 2.0), std::log(1.5F));
  EXPECT_FLOAT_EQ(modulator(ppmi.at(0, 1), 0.25), 0.25F);
  EXPECT_EQ(modulator(ppmi.at(1, 2), 2.0), 0.0F);
}

}  // namespace
}  // namespace columnar::ppmi_test
