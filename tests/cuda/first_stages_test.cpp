// Walks, pairs and spectrum on a GPU, compared with the CPU's.

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <vector>

#include "columnar/graph/generators.hpp"
#include "columnar/graph/nested_communities.hpp"
#include "columnar/spectral/smoothing.hpp"
#include "columnar/spectral/spectrum.hpp"
#include "columnar_cuda/stages/pairs.hpp"
#include "columnar_cuda/stages/spectrum.hpp"
#include "columnar_cuda/stages/walks.hpp"
#include "cuda/gpu_test.hpp"

namespace columnar::cuda {
namespace {

Graph communities() { return nested_communities({.nodes = 20'000, .seed = 3}).graph; }

/// The same graph with weights that differ.
Graph weighted(Graph graph) {
  graph.weights.resize(graph.targets.size());
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    for (std::uint64_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
      graph.weights[e] = 0.1F + static_cast<float>((v + graph.targets[e]) % 17);  // the same from both ends
    }
  }
  return graph;
}

/// A hub with leaves, a pair beside them and a node without edges.
Graph star() {
  Graph graph;
  constexpr NodeIndex kLeaves = 900;
  graph.offsets = {0};
  for (NodeIndex v = 1; v <= kLeaves; ++v) {
    graph.targets.push_back(v);
  }
  graph.offsets.push_back(graph.targets.size());
  for (NodeIndex v = 1; v <= kLeaves; ++v) {
    graph.targets.push_back(0);
    graph.offsets.push_back(graph.targets.size());
  }
  graph.targets.push_back(kLeaves + 2);
  graph.offsets.push_back(graph.targets.size());
  graph.targets.push_back(kLeaves + 1);
  graph.offsets.push_back(graph.targets.size());
  graph.offsets.push_back(graph.targets.size());
  return graph;
}

using FirstStages = GpuTest;

TEST_F(FirstStages, WalksAreThoseOfTheCpu) {
  for (const auto& [p, q] : {std::pair{1.0, 1.0}, {0.25, 4.0}, {4.0, 0.5}, {0.01, 100.0}}) {
    for (const Graph& graph : {communities(), weighted(communities()), star(), weighted(star())}) {
      WalkConfig config;
      config.return_p = p;
      config.inout_q = q;
      const Walks expected = columnar::sample_walks(graph, config, 7, {.threads = 2});
      const Walks found = sample_walks(device(), graph, config, 7);
      ASSERT_EQ(found.nodes.size(), expected.nodes.size());
      std::size_t different = 0;
      for (std::size_t i = 0; i < expected.nodes.size(); ++i) {
        different += expected.nodes[i] == found.nodes[i] ? 0 : 1;
      }
      EXPECT_EQ(different, 0U) << "p " << p << ", q " << q << ", " << graph.node_count() << " nodes, weighted "
                               << graph.is_weighted();
    }
  }
}

void expect_same_pairs(const Device& device, const Graph& graph, const PairEvidence& evidence) {
  const WalkConfig config;
  const Walks walks = columnar::sample_walks(graph, config, 1, {.threads = 2});
  const CountedPairs expected =
      columnar::compute_ppmi(walks, graph.node_count(), config.window, {.threads = 2}, evidence);
  const DeviceCount found = compute_ppmi(device, sample_walks(device, DeviceGraph(device, graph), config, 1),
                                         graph.node_count(), config.window, evidence, {.threads = 2});
  EXPECT_EQ(found.marginals.counts, expected.marginals.counts);
  EXPECT_EQ(found.marginals.total, expected.marginals.total);
  EXPECT_EQ(found.distinct, expected.distinct);
  ASSERT_EQ(found.pairs.offsets.to_host(), expected.ppmi.offsets);
  std::vector<NodeIndex> columns;
  std::vector<float> values;
  for (const DevicePairs::Part& part : found.pairs.parts) {
    const std::vector<NodeIndex> own = part.columns.to_host();
    columns.insert(columns.end(), own.begin(), own.end());
    const std::vector<float> of_part = part.values.to_host();
    values.insert(values.end(), of_part.begin(), of_part.end());
  }
  PpmiReader reader(expected.ppmi);
  const PpmiEntries all = reader.rows(0, graph.node_count());
  EXPECT_TRUE(std::equal(columns.begin(), columns.end(), all.columns.begin(), all.columns.end()));
  ASSERT_EQ(values.size(), all.values.size());
  std::size_t different = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    different += values[i] == all.values[i] ? 0 : 1;
    EXPECT_NEAR(values[i], all.values[i], 1e-6F * all.values[i]);
  }
  EXPECT_LE(different, values.size() / 1000) << "of " << values.size();  // large counts alone
  const std::vector<std::uint64_t> numbers = {0, values.size() / 2, values.size() - 1};
  const std::vector<Ppmi::Entry> read = entries_at(device, found.pairs, numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(read[i].column, columns[numbers[i]]);
    EXPECT_EQ(read[i].value, values[numbers[i]]);
  }
}

TEST_F(FirstStages, PairsAreThoseOfTheCpu) {
  expect_same_pairs(device(), communities(), {5.0, 2});
  expect_same_pairs(device(), star(), {5.0, 2});
  expect_same_pairs(device(), weighted(communities()), {});
}

RowMatrix to_host(const DeviceMatrix& matrix) {
  RowMatrix host(static_cast<Eigen::Index>(matrix.rows), static_cast<Eigen::Index>(matrix.columns));
  matrix.numbers.download({host.data(), static_cast<std::size_t>(host.size())});
  return host;
}

DeviceMatrix coordinates_on(const Device& device, const Graph& graph, const Config& config) {
  const DeviceGraph rows(device, graph);
  const DeviceCount count = compute_ppmi(device, sample_walks(device, rows, config.walks, config.seed),
                                         graph.node_count(), config.walks.window, pair_evidence(config), {});
  return node_coordinates(device, count.pairs, rows, config, {.threads = 2});
}

TEST_F(FirstStages, SpectrumSpansTheSubspaceOfTheCpu) {
  const Graph graph = communities();
  Config config;
  config.spectral.rank = 24;
  const Walks walks = columnar::sample_walks(graph, config.walks, config.seed, {.threads = 2});
  const CountedPairs pairs =
      columnar::compute_ppmi(walks, graph.node_count(), config.walks.window, {.threads = 2}, pair_evidence(config));
  const RowMatrix expected = columnar::node_coordinates(pairs.ppmi, graph, config, {.threads = 2});
  const RowMatrix found = to_host(coordinates_on(device(), graph, config));
  ASSERT_EQ(found.rows(), expected.rows());
  ASSERT_EQ(found.cols(), expected.cols());
  // What the next stages see of coordinates are products of rows, whatever the signs and rotations of columns.
  double error = 0.0;
  double norm = 0.0;
  for (Eigen::Index i = 0; i + 1 < expected.rows(); ++i) {
    const Eigen::Index other = (i * 7919 + 13) % expected.rows();
    const auto a = static_cast<double>(expected.row(i).dot(expected.row(other)));
    const auto b = static_cast<double>(found.row(i).dot(found.row(other)));
    error += (a - b) * (a - b);
    norm += a * a;
  }
  EXPECT_LT(std::sqrt(error / norm), 1e-2);
  // The smallest cosine of an angle between the subspaces.
  const auto basis_of = [](const RowMatrix& x) {
    return Eigen::MatrixXf(Eigen::HouseholderQR<Eigen::MatrixXf>(x).householderQ() *
                           Eigen::MatrixXf::Identity(x.rows(), x.cols()));
  };
  const Eigen::MatrixXf cosines = basis_of(expected).transpose() * basis_of(found);
  EXPECT_GT(Eigen::JacobiSVD<Eigen::MatrixXf>(cosines).singularValues().minCoeff(), 0.99F);
}

TEST_F(FirstStages, SpectrumHasTheSameBytesInEveryRun) {
  const Graph graph = weighted(communities());
  const RowMatrix once = to_host(coordinates_on(device(), graph, {}));
  const RowMatrix again = to_host(coordinates_on(device(), graph, {}));
  EXPECT_EQ(once, again);
  for (Eigen::Index i = 0; i < once.rows(); ++i) {
    EXPECT_NEAR(once.row(i).norm(), 1.0F, 1e-5F);
  }
}

TEST_F(FirstStages, SpectrumOfTinyGraphs) {
  Config config;
  const RowMatrix found = to_host(coordinates_on(device(), star(), config));
  EXPECT_TRUE(found.allFinite());
  EXPECT_EQ(found.row(found.rows() - 1).norm(), 0.0F);  // no edges
}

}  // namespace
}  // namespace columnar::cuda
