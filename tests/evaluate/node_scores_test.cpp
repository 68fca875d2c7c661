#include "columnar_lab/evaluate/node_scores.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "columnar/core/random.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_lab/evaluate/similarity.hpp"
#include "evaluate/tiny_codes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::node_scores_test {
namespace {

using testing_codes::make_l23_table;
using testing_codes::make_vectors;
using testing_support::tiny_graph;
using testing_support::wide;

/// The scores of every node with every node, row by row, asked for in one go.
std::vector<float> all_scores(const NodeScores& scores, NodeIndex count) {
  std::vector<NodeIndex> nodes(count);
  std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
  std::vector<float> rows(std::size_t{count} * count, -7.0F);
  scores(nodes, rows);
  return rows;
}

DenseTable random_vectors(std::size_t nodes, std::uint32_t dimensions) {
  const KeyedRandom random(3, Purpose::kProbe);
  std::vector<float> values(nodes * dimensions);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(random.normal(i, 0));
  }
  return make_vectors(dimensions, values);
}

TEST(SimilarityScores, CountTheBitsThatCodesShare) {
  const NodeScores scores = similarity_scores(make_l23_table({{0, 2}, {0, 2}, {0, 5}, {4, 7}}));
  EXPECT_EQ(all_scores(scores, 4), (std::vector<float>{2, 2, 1, 0, 2, 2, 1, 0, 1, 1, 2, 0, 0, 0, 0, 2}));
}

TEST(SimilarityScores, AgreeWithTheSimilarityOfEachPair) {
  constexpr NodeIndex kNodes = 150;  // two tiles of vectors and a part of a third
  const Labels labels = testing_codes::cyclic_labels(kNodes, 3);
  for (const Embedding& embedding :
       {Embedding(testing_codes::random_codes(labels, 1)), Embedding(random_vectors(kNodes, 17))}) {
    const std::vector<float> rows = all_scores(similarity_scores(embedding), kNodes);
    const RowSimilarity plain(embedding);
    for (NodeIndex u = 0; u < kNodes; ++u) {
      for (NodeIndex v = 0; v < kNodes; ++v) {
        ASSERT_NEAR(wide(rows[u * kNodes + v]), wide(plain(u, v)), 2e-6) << u << ' ' << v;
      }
    }
  }
}

TEST(SimilarityScores, AreEqualForEqualVectorsWhereverTheyAre) {
  DenseTable vectors = random_vectors(131, 33);
  for (const std::size_t copy : {std::size_t{1}, std::size_t{70}, std::size_t{130}}) {  // in three tiles
    std::ranges::copy(vectors.row(0), vectors.row(copy).begin());
  }
  const std::vector<float> rows = all_scores(similarity_scores(vectors), 131);
  for (std::size_t u = 0; u < 131; ++u) {
    EXPECT_EQ(rows[u * 131], rows[u * 131 + 1]);
    EXPECT_EQ(rows[u * 131], rows[u * 131 + 70]);
    EXPECT_EQ(rows[u * 131], rows[u * 131 + 130]);
  }
}

TEST(SimilarityScores, AreZeroForAVectorOfZeros) {
  const std::vector<float> rows = all_scores(similarity_scores(make_vectors(2, {3, 4, 0, 0, -3, -4})), 3);
  EXPECT_NEAR(wide(rows[0]), 1.0, 1e-6);
  EXPECT_EQ(rows[1], 0.0F);
  EXPECT_NEAR(wide(rows[2]), -1.0, 1e-6);
}

TEST(SimilarityScores, RefuseMalformedRows) {
  EXPECT_THROW((void)similarity_scores(make_vectors(1, {NAN})), Error);
  EXPECT_THROW((void)similarity_scores(make_l23_table({{2, 0}})), Error);
}

TEST(HeuristicScores, AgreeWithTheScoreOfEachPair) {
  const Graph graph = planted_communities(80, 3, 8.0, 0.2, 1).graph;
  for (const LinkHeuristic heuristic : {LinkHeuristic::kCommonNeighbours, LinkHeuristic::kAdamicAdar}) {
    const std::vector<float> rows = all_scores(heuristic_scores(graph, heuristic), 80);
    for (NodeIndex u = 0; u < 80; ++u) {
      for (NodeIndex v = 0; v < 80; ++v) {
        if (u != v) {
          ASSERT_NEAR(wide(rows[u * 80 + v]), link_score(graph, {u, v}, heuristic), 1e-6) << u << ' ' << v;
        }
      }
    }
  }
  EXPECT_THROW((void)heuristic_scores(graph, LinkHeuristic::kJaccard), Error);
}

TEST(HeuristicScores, OfAdamicAdarAreEqualWhateverTheOrderOfTheNeighbours) {
  // 0 and 6 share 1, 2, 3 of degrees 2, 3, 4; 0 and 7 share 4, 5, 8 of degrees 4, 2, 3.
  const Graph graph = tiny_graph(12, {{0, 1},
                                      {0, 2},
                                      {0, 3},
                                      {0, 4},
                                      {0, 5},
                                      {0, 8},
                                      {6, 1},
                                      {6, 2},
                                      {6, 3},
                                      {7, 4},
                                      {7, 5},
                                      {7, 8},
                                      {2, 9},
                                      {3, 9},
                                      {3, 10},
                                      {8, 11},
                                      {4, 11},
                                      {4, 10}});
  const std::vector<float> rows = all_scores(heuristic_scores(graph, LinkHeuristic::kAdamicAdar), 12);
  EXPECT_EQ(rows[6], rows[7]);
  EXPECT_NEAR(wide(rows[6]), 1 / std::log(2.0) + 1 / std::log(3.0) + 1 / std::log(4.0), 1e-6);
}

TEST(PpmiRowScores, AreTheCosineOfWholeRows) {
  const Graph graph = planted_communities(60, 3, 4.0, 0.2, 1).graph;
  const Ppmi ppmi = compute_ppmi(sample_walks(graph, WalkConfig{}, 1, {}), 60, 5, {}).ppmi;
  const auto plain = [&](NodeIndex u, NodeIndex v) {
    double product = 0.0;
    double of_u = 0.0;
    double of_v = 0.0;
    for (NodeIndex w = 0; w < 60; ++w) {
      product += wide(ppmi.at(u, w)) * wide(ppmi.at(v, w));
      of_u += wide(ppmi.at(u, w)) * wide(ppmi.at(u, w));
      of_v += wide(ppmi.at(v, w)) * wide(ppmi.at(v, w));
    }
    return of_u > 0.0 && of_v > 0.0 ? product / std::sqrt(of_u * of_v) : 0.0;
  };
  const std::vector<float> rows = all_scores(ppmi_row_scores(ppmi), 60);
  for (NodeIndex u = 0; u < 60; ++u) {
    for (NodeIndex v = 0; v < 60; ++v) {
      ASSERT_NEAR(wide(rows[u * 60 + v]), plain(u, v), 1e-6) << u << ' ' << v;
    }
  }
}

}  // namespace
}  // namespace columnar::node_scores_test
