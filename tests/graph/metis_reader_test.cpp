#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/graph_text.hpp"

namespace columnar::metis_reader_test {
namespace {

using testing_support::arcs_of;
using testing_support::graph_of;
using testing_support::refusal_of;

TEST(Metis, ReadsTheExamplesOfItsManual) {
  // A triangle with a tail and a node alone, then the same with weights of edges, of nodes, and of both.
  EXPECT_EQ(arcs_of(graph_of("g.metis", "% comment\n5 4\n2 3\n1 3\n1 2 4\n3\n\n").graph),
            "1-2, 1-3, 2-1, 2-3, 3-1, 3-2, 3-4, 4-3");
  EXPECT_EQ(graph_of("g.metis", "5 4\n2 3\n1 3\n1 2 4\n3\n").graph.node_count(), 5U);
  EXPECT_EQ(arcs_of(graph_of("g.graph", "3 2 001\n2 5\n1 5 3 0.5\n2 0.5\n").graph), "1-2 5, 2-1 5, 2-3 0.5, 3-2 0.5");
  EXPECT_EQ(arcs_of(graph_of("g.graph", "3 2 11 2\n9 9 2 5\n9 9 1 5 3 7\n9 9 2 7\n").graph),
            "1-2 5, 2-1 5, 2-3 7, 3-2 7");
  EXPECT_EQ(arcs_of(graph_of("g.graph", "3 2 100\n9 2\n9 1 3\n9 2\n").graph), "1-2, 2-1, 2-3, 3-2");
}

TEST(Metis, ADirectedGraphGetsBothArcs) {
  const Graph graph = graph_of("g.metis", "2 1\n2\n1\n", {.directed = true}).graph;
  EXPECT_TRUE(graph.directed);
  EXPECT_EQ(arcs_of(graph), "1-2, 2-1");
}

TEST(Metis, RefusesWhatDoesNotFit) {
  EXPECT_EQ(refusal_of("g.metis", ""), "g.metis: the file is empty");
  EXPECT_EQ(refusal_of("g.graph", "a b\n"), "g.graph:1: number of nodes is not a whole number: 'a'");
  EXPECT_EQ(
      refusal_of("g.graph", "1 2 0.5\n"),
      "g.graph:1: expected the first line of METIS, 'nodes edges [format [constraints]]'; name an edge list .tsv");
  EXPECT_EQ(refusal_of("g.metis", "2 1\n3\n1\n"), "g.metis:2: neighbour 3 is not between 1 and 2");
  EXPECT_EQ(refusal_of("g.metis", "2 1\n0\n1\n"), "g.metis:2: neighbour 0 is not between 1 and 2");
  EXPECT_EQ(refusal_of("g.metis", "2 1\n2\n1\n1\n"), "g.metis:4: more lines than the 2 nodes of the first line");
  EXPECT_EQ(refusal_of("g.metis", "2 1 1\n2\n1 1\n"), "g.metis:2: neighbour 2 has no weight");
  EXPECT_EQ(refusal_of("g.metis", "2 1 10\n1 2\n\n"), "g.metis:3: the weights of the node are missing");
  EXPECT_EQ(refusal_of("g.metis", "2 1\n2\n"),
            "g.metis:2: the first line promises 1 edges, each at both its ends, but the file has 1 entries");
  EXPECT_EQ(refusal_of("g.metis", "4000000000 1\n2\n1\n"), "g.metis: 4000000000 rows are implausible for 2 entries");
  EXPECT_EQ(refusal_of("g.metis", "5000000000 1\n2\n1\n"),
            "g.metis:1: 5000000000 nodes, more than the limit of 4294967295");
}

}  // namespace
}  // namespace columnar::metis_reader_test
