#include "columnar/graph_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "columnar/graph/components.hpp"
#include "columnar/graph/labels_reader.hpp"
#include "support/datasets.hpp"
#include "support/temp_file.hpp"

namespace columnar::graph_reader_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing_support::TempFile;

TEST(ReadGraph, ChoosesTheReaderByTheName) {
  const std::string matrix = "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n";
  const TempFile upper("graph.MTX", matrix);
  EXPECT_EQ(read_graph(upper.path(), {}).graph.node_count(), 3U);
  const TempFile list("graph.txt", "a b\n");
  EXPECT_THAT(read_graph(list.path(), {}).graph.ids.texts, ElementsAre("a", "b"));
}

TEST(ReadGraph, UnpacksGzip) {
  for (const std::string name : {"graph.mtx.gz", "graph.tsv.gz"}) {
    const TempFile file(name);
    const std::string text =
        name == "graph.tsv.gz" ? "1 2\n2 3\n" : "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n";
    gzFile out = gzopen(file.path().c_str(), "wb");
    ASSERT_NE(out, nullptr);
    gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
    gzclose(out);
    const Graph graph = read_graph(file.path(), {}).graph;
    EXPECT_THAT(graph.ids.integers, ElementsAre(1, 2, 3));
    EXPECT_EQ(graph.edge_count(), 2U);
  }
}

TEST(ReadGraph, KeepsTheLargestComponentAloneWhereAsked) {
  const TempFile file("graph.tsv", "1 2\n10 11\n11 12\n9 9\n");
  const ReadResult all = read_graph(file.path(), {});
  EXPECT_EQ(all.graph.node_count(), 6U);
  const ReadResult largest = read_graph(file.path(), {.directed = true, .largest_component = true});
  EXPECT_THAT(largest.graph.ids.integers, ElementsAre(10, 11, 12));
  EXPECT_TRUE(largest.graph.directed);
  EXPECT_EQ(largest.report.nodes_outside_largest_component, 3U);
  EXPECT_EQ(largest.report.edges_outside_largest_component, 1U);
  EXPECT_EQ(largest.report.self_loops, 1U);
}

TEST(ReadGraph, IgnoresWeightsAndRepeatsWhereAsked) {
  const TempFile file("graph.tsv", "1 2 5\n2 3 0.5\n2 3 2\n3 1 0\n");
  EXPECT_TRUE(read_graph(file.path(), {}).graph.is_weighted());
  const ReadResult plain = read_graph(file.path(), {.unweighted = true});
  EXPECT_FALSE(plain.graph.is_weighted());
  EXPECT_EQ(plain.graph.edge_count(), 2U);  // an edge of weight 0 is none
}

TEST(ReadGraph, RefusesAGraphThatHasNoEdgesLeft) {
  const TempFile file("graph.tsv", "1 1\n1 2 0\n");
  try {
    (void)read_graph(file.path(), {});
    FAIL() << "was read";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), EndsWith("graph.tsv: no edges (dropped: 1 self-loop, 1 edge of weight 0)"));
  }
}

struct Expected {
  std::string file;
  NodeIndex nodes;
  std::uint64_t edges;
  NodeIndex largest_nodes;
  std::uint64_t largest_edges;
  std::size_t classes;
};

class RealGraph : public testing::TestWithParam<Expected> {};

TEST_P(RealGraph, HasTheNodesEdgesAndClassesOfItsPaper) {
  const Expected& expected = GetParam();
  COLUMNAR_DATASET_OR_SKIP(path, expected.file);
  const ReadResult all = read_graph(path, {});
  EXPECT_EQ(all.graph.node_count(), expected.nodes);
  EXPECT_EQ(all.graph.edge_count(), expected.edges);
  EXPECT_FALSE(all.graph.is_weighted());
  EXPECT_EQ(all.report.duplicate_edges, 0U);
  EXPECT_EQ(all.labels.names.size(), expected.classes);
  EXPECT_EQ(all.labels.classes.size(), expected.nodes);
  const ReadResult largest = read_graph(path, {.directed = false, .largest_component = true});
  EXPECT_EQ(largest.graph.node_count(), expected.largest_nodes);
  EXPECT_EQ(largest.graph.edge_count(), expected.largest_edges);
  EXPECT_EQ(largest.report.nodes_outside_largest_component, expected.nodes - expected.largest_nodes);
  EXPECT_EQ(connected_components(largest.graph).count(), 1U);
  EXPECT_EQ(read_labels(path, largest.graph.ids).classes, largest.labels.classes);
}

INSTANTIATE_TEST_SUITE_P(Paper, RealGraph,
                         testing::Values(Expected{"cora.npz", 2708, 5278, 2485, 5069, 7},
                                         Expected{"citeseer.npz", 3327, 4552, 2120, 3679, 6},
                                         Expected{"amazon_photo.npz", 7650, 119081, 7487, 119043, 8},
                                         Expected{"pubmed.npz", 19717, 44324, 19717, 44324, 3},
                                         Expected{"coauthor_physics.npz", 34493, 247962, 34493, 247962, 5}),
                         [](const auto& test) { return test.param.file.substr(0, test.param.file.find('.')); });

}  // namespace
}  // namespace columnar::graph_reader_test
