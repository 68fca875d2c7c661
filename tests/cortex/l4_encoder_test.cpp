#include "columnar/cortex/l4_encoder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "columnar/graph/generators.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::l4_encoder_test {
namespace {

using testing::UnorderedElementsAre;
using testing_support::tiny_graph;

/// One random bit a node out of 50, so that a seed where all nodes differ is soon found.
L4Config one_bit(std::uint32_t active, std::uint32_t hops, bool averaging) {
  L4Config config;
  config.class_bits = 50;
  config.class_active = active;
  config.class_hops = hops;
  config.projection_bits = 1;
  config.class_averaging = averaging;
  return config;
}

std::uint64_t seed_of_distinct_bits(NodeIndex nodes, const L4Config& config) {
  for (std::uint64_t seed = 1;; ++seed) {
    std::set<std::uint16_t> bits;
    for (NodeIndex v = 0; v < nodes; ++v) {
      bits.insert(projection_bits(v, config, seed)[0]);
    }
    if (bits.size() == nodes) {
      return seed;
    }
  }
}

/// The nodes whose bits make up the class code of a node.
std::vector<NodeIndex> sources(const Graph& graph, const L4Config& config, NodeIndex node) {
  const std::uint64_t seed = seed_of_distinct_bits(graph.node_count(), config);
  const L4Codes codes = encode_l4(graph, config, seed, {});
  std::vector<NodeIndex> found;
  for (const std::uint16_t bit : codes.code(node).first(config.class_active)) {
    for (NodeIndex v = 0; v < graph.node_count(); ++v) {
      if (projection_bits(v, config, seed)[0] == bit) {
        found.push_back(v);
      }
    }
  }
  return found;
}

TEST(L4Class, AsPrintedGathersTheBitsOfTheNeighbours) {
  // Path 0 - 1 - 2. S = A·R: S_0 = R_1, S_1 = R_0 + R_2, S_2 = R_1.
  EXPECT_THAT(sources(path_graph(3), one_bit(1, 1, false), 0), UnorderedElementsAre(1));
  EXPECT_THAT(sources(path_graph(3), one_bit(2, 1, false), 1), UnorderedElementsAre(0, 2));
  EXPECT_THAT(sources(path_graph(3), one_bit(1, 1, false), 2), UnorderedElementsAre(1));
}

TEST(L4Class, AsPrintedWeighsTheNeighbours) {
  const Graph graph = tiny_graph(3, {{0, 1, 10.0}, {0, 2, 1.0}});
  EXPECT_THAT(sources(graph, one_bit(1, 1, false), 0), UnorderedElementsAre(1));
}

TEST(L4Class, AveragesOverHopsWorkedByHand) {
  // Path 0 - 1 - 2, P = D⁻¹(A + I). Row 0 of P: (1/2, 1/2, 0); of P²: (5/12, 5/12, 1/6); sum: (11/12, 11/12, 1/6).
  EXPECT_THAT(sources(path_graph(3), one_bit(2, 2, true), 0), UnorderedElementsAre(0, 1));
  // Row 1 of P: (1/3, 1/3, 1/3); of P²: (5/18, 8/18, 5/18); sum: (11/18, 14/18, 11/18).
  EXPECT_THAT(sources(path_graph(3), one_bit(1, 2, true), 1), UnorderedElementsAre(1));
  // Path of five, one hop from node 0 reaches 1, three hops reach 3 but not 4.
  EXPECT_THAT(sources(path_graph(5), one_bit(4, 3, true), 0), UnorderedElementsAre(0, 1, 2, 3));
}

TEST(L4Class, AveragesByWeightWithTheMeanWeightForTheNodeItself) {
  // Node 0 has edges of 10 and 2 and counts itself with 6: shares 10 : 6 : 2 of 18.
  const Graph graph = tiny_graph(3, {{0, 1, 10.0}, {0, 2, 2.0}});
  EXPECT_THAT(sources(graph, one_bit(1, 1, true), 0), UnorderedElementsAre(1));
  EXPECT_THAT(sources(graph, one_bit(2, 1, true), 0), UnorderedElementsAre(0, 1));
}

TEST(L4Class, HoldsWhatWasSentOverEdgesOfAnyWeight) {
  // Path 0 - 1 - 2, two hops: all three are heard everywhere, however little one of them counts.
  for (const double weight : {1e-30, 1e-15, 1e-5, 1.0, 4e4, 1e15, 1e18}) {
    for (const bool averaging : {true, false}) {
      const Graph graph = tiny_graph(3, {{0, 1, weight}, {1, 2, 1.0}});
      for (const NodeIndex v : {0U, 1U, 2U}) {
        EXPECT_THAT(sources(graph, one_bit(3, 2, averaging), v), UnorderedElementsAre(0, 1, 2))
            << weight << ' ' << averaging << ' ' << v;
      }
    }
  }
}

TEST(L4Class, OfAnIsolatedNodeHoldsItsOwnBits) {
  EXPECT_THAT(sources(tiny_graph(3, {{0, 1}}), one_bit(1, 3, true), 2), UnorderedElementsAre(2));
}

/// 20 of 400 class bits and 20 of 400 identity bits.
L4Config forty_of_800() {
  L4Config config;
  config.class_bits = config.identity_bits = 400;
  config.class_active = config.identity_active = 20;
  return config;
}

TEST(L4Identity, IsADistinctSetOfBitsForEachNode) {
  const L4Config config = forty_of_800();
  std::set<std::vector<std::uint16_t>> all;
  for (NodeIndex v = 0; v < 500; ++v) {
    std::vector<std::uint16_t> code = identity_code(v, config, 1);
    EXPECT_EQ(code, identity_code(v, config, 1));
    std::sort(code.begin(), code.end());
    ASSERT_EQ(code.size(), 20U);
    EXPECT_EQ(std::adjacent_find(code.begin(), code.end()), code.end());
    EXPECT_LT(code.back(), 400U);
    all.insert(code);
  }
  EXPECT_EQ(all.size(), 500U);
  EXPECT_NE(identity_code(3, config, 1), identity_code(3, config, 2));
}

TEST(L4Identity, CanUseEveryBitItHas) {
  L4Config config;
  config.identity_bits = 5;
  config.identity_active = 5;
  EXPECT_THAT(identity_code(7, config, 1), UnorderedElementsAre(0, 1, 2, 3, 4));
}

TEST(L4Codes, HaveTwentyClassBitsThenTwentyIdentityBits) {
  const Graph graph = planted_communities(600, 4, 6.0, 0.2, 1).graph;
  for (const bool averaging : {true, false}) {
    L4Config config = forty_of_800();
    config.class_averaging = averaging;
    const L4Codes codes = encode_l4(graph, config, 1, {});
    ASSERT_EQ(codes.active, 40U);
    ASSERT_EQ(codes.class_active, 20U);
    ASSERT_EQ(codes.bits.size(), 600U * 40);
    for (std::size_t v = 0; v < 600; ++v) {
      const auto code = codes.code(v);
      EXPECT_EQ(std::set<std::uint16_t>(code.begin(), code.end()).size(), 40U);
      EXPECT_TRUE(std::all_of(code.begin(), code.begin() + 20, [](std::uint16_t bit) { return bit < 400; }));
      EXPECT_TRUE(
          std::all_of(code.begin() + 20, code.end(), [](std::uint16_t bit) { return bit >= 400 && bit < 800; }));
    }
    EXPECT_EQ(encode_l4(graph, config, 1, {4, nullptr}).bits, codes.bits);
    EXPECT_NE(encode_l4(graph, config, 2, {}).bits, codes.bits);
  }
}

TEST(L4Codes, MayHaveNoClassBitsAtAll) {
  L4Config config = forty_of_800();
  config.class_active = 0;
  const L4Codes codes = encode_l4(planted_communities(60, 4, 6.0, 0.2, 1).graph, config, 1, {});
  EXPECT_EQ(codes.class_active, 0U);
  EXPECT_EQ(codes.bits.size(), 60U * config.identity_active);
}

TEST(L4Class, IsMadeOfTheLargestSumsInWhateverSlabTheyLie) {
  const Graph graph = planted_communities(300, 4, 8.0, 0.2, 1).graph;
  L4Config config = forty_of_800();
  config.class_bits = 2 * kSlabBits + 10;  // two whole slabs and a bit
  const L4Codes codes = encode_l4(graph, config, 1, {2, nullptr});
  // S = P·R + P²·R + P³·R in double, all bits at once.
  const std::size_t width = config.class_bits;
  std::vector<std::vector<double>> sent(300, std::vector<double>(width, 0.0));
  std::vector<std::vector<double>> sum = sent;
  for (NodeIndex v = 0; v < 300; ++v) {
    for (const std::uint16_t bit : projection_bits(v, config, 1)) {
      sent[v][bit] = 1.0;
    }
  }
  for (std::uint32_t hop = 0; hop < config.class_hops; ++hop) {
    const auto before = sent;
    for (NodeIndex v = 0; v < 300; ++v) {
      const auto neighbours = graph.neighbours(v);
      for (std::size_t bit = 0; bit < width; ++bit) {
        double heard = before[v][bit];
        for (const NodeIndex u : neighbours) {
          heard += before[u][bit];
        }
        sent[v][bit] = heard / static_cast<double>(neighbours.size() + 1);
        sum[v][bit] += sent[v][bit];
      }
    }
  }
  for (NodeIndex v = 0; v < 300; ++v) {
    std::vector<double> largest = sum[v];
    std::sort(largest.begin(), largest.end(), std::greater<>());
    for (const std::uint16_t bit : codes.code(v).first(config.class_active)) {
      // What is passed on is rounded to five bits, off by a 32nd at most; of a sum of several much cancels out.
      EXPECT_GE(sum[v][bit], 0.97 * largest[config.class_active - 1]) << v;
    }
  }
}

TEST(L4Codes, SayWhereTheClassCodeEnds) {
  L4Config config;
  config.class_bits = 30;
  config.class_active = 3;
  config.projection_bits = 2;
  config.identity_bits = 50;
  config.identity_active = 5;
  const L4Codes codes = encode_l4(path_graph(6), config, 1, {});
  EXPECT_EQ(codes.active, 8U);
  EXPECT_EQ(codes.class_active, 3U);
  for (std::size_t v = 0; v < 6; ++v) {
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(codes.code(v)[i] < 30, i < codes.class_active) << v << ' ' << i;
    }
  }
}

TEST(L4Codes, OfNodesOfOneClassOverlapMoreThanThoseOfTwo) {
  const LabelledGraph planted = planted_communities(600, 4, 8.0, 0.1, 1);
  L4Config config = forty_of_800();
  config.class_hops = 3;
  config.projection_bits = 2;
  const L4Codes codes = encode_l4(planted.graph, config, 1, {});
  double same = 0.0;
  double cross = 0.0;
  for (std::size_t u = 0; u < 200; ++u) {
    for (std::size_t v = u + 1; v < 200; ++v) {
      const auto a = codes.code(u).first(20);
      const auto b = codes.code(v).first(20);
      std::vector<std::uint16_t> common;
      std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
      (u % 4 == v % 4 ? same : cross) += static_cast<double>(common.size());
    }
  }
  EXPECT_GT(same / 4900.0, 2.0 * cross / 15000.0);  // 4 · 50 · 49 / 2 pairs of one class, 15,000 of two
}

TEST(L4, OfAFewNodesIsThatOfAllAndLooksNoFartherThanTheHops) {
  const Graph graph = planted_communities(300, 3, 6.0, 0.2, 5).graph;
  for (const bool averaging : {true, false}) {
    L4Config config;
    config.class_averaging = averaging;
    const L4Codes all = encode_l4(graph, config, 1, {});
    const std::vector<NodeIndex> rows{17, 3, 299};
    const L4Codes few = encode_l4(graph, rows, {}, config, 1, {2, nullptr});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_TRUE(std::ranges::equal(few.code(i), all.code(rows[i]))) << rows[i];
    }
  }
}

}  // namespace
}  // namespace columnar::l4_encoder_test
