#include "columnar_lab/baselines/ppmi_svd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "columnar/error.hpp"
#include "columnar/graph_reader.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/walks/walks.hpp"
#include "columnar_lab/baselines/k_winners.hpp"
#include "columnar_lab/evaluate/classify.hpp"
#include "support/datasets.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::ppmi_svd_test {
namespace {

using testing::Each;
using testing_support::tiny_graph;
using testing_support::wide;

/// Two triangles and a bridge; node 6 has no edge.
Graph bridge() { return tiny_graph(7, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}}); }

Eigen::MatrixXd ppmi_matrix(const Graph& graph, const WalkConfig& walks, std::uint32_t window) {
  const Ppmi ppmi = compute_ppmi(sample_walks(graph, walks, 1, {}), graph.node_count(), window, {}).ppmi;
  Eigen::MatrixXd matrix(graph.node_count(), graph.node_count());
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (NodeIndex v = 0; v < graph.node_count(); ++v) {
      matrix(u, v) = wide(ppmi.at(u, v));
    }
  }
  return matrix;
}

TEST(PpmiSvd, IsTheLeftSingularVectorsTimesTheRootsOfTheSingularValues) {
  const Graph graph = bridge();
  BaselineConfig config;
  config.dimensions = 3;
  const DenseTable table = ppmi_svd(graph, {.window = 2}, config, 1, {});
  ASSERT_EQ(table.dimensions, 3U);
  EXPECT_EQ(table.ids, graph.ids);
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(ppmi_matrix(graph, {}, 2), Eigen::ComputeThinU);
  for (Eigen::Index k = 0; k < 3; ++k) {
    const double root = std::sqrt(svd.singularValues()(k));
    Eigen::Index largest = 0;  // an entry whose sign is no rounding
    svd.matrixU().col(k).cwiseAbs().maxCoeff(&largest);
    const double there = wide(table.row(static_cast<std::size_t>(largest))[static_cast<std::size_t>(k)]);
    const double sign = there * svd.matrixU()(largest, k) < 0.0 ? -1.0 : 1.0;
    for (Eigen::Index v = 0; v < 7; ++v) {
      EXPECT_NEAR(wide(table.row(static_cast<std::size_t>(v))[static_cast<std::size_t>(k)]),
                  sign * root * svd.matrixU()(v, k), 1e-4);
    }
  }
}

TEST(PpmiSvd, GivesANodeWithoutPairsZerosAndIsTheSameAtAnyThreadCount) {
  BaselineConfig config;
  config.dimensions = 4;
  const DenseTable one = ppmi_svd(bridge(), {}, config, 1, {1, nullptr});
  EXPECT_THAT(one.row(6), Each(0.0F));
  EXPECT_EQ(ppmi_svd(bridge(), {}, config, 1, {3, nullptr}), one);
  EXPECT_NE(ppmi_svd(bridge(), {}, config, 2, {}).values, one.values);
}

TEST(PpmiSvd, IsClampedToTheNodesAndNeedsEdges) {
  EXPECT_LE(ppmi_svd(bridge(), {}, {}, 1, {}).dimensions, 7U);
  Graph empty = bridge();
  empty.targets.clear();
  EXPECT_THROW((void)ppmi_svd(empty, {}, {}, 1, {}), Error);
}

TEST(PpmiSvd, LandsWhereItIsKnownToLandOnCoraAndKWinnersDoToo) {
  COLUMNAR_DATASET_OR_SKIP(path, "cora.npz");
  const ReadResult read = read_graph(path, {.directed = false, .largest_component = true});
  const DenseTable vectors = ppmi_svd(read.graph, {}, {}, 1, {2, nullptr});
  EXPECT_NEAR(classify(vectors, read.labels).accuracy.mean, 0.837, 0.015);
  EXPECT_NEAR(classify(k_winners(vectors, 1, {2, nullptr}), read.labels).accuracy.mean, 0.846, 0.015);
}

}  // namespace
}  // namespace columnar::ppmi_svd_test
