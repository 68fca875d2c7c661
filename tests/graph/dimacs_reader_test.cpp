#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/graph_text.hpp"

namespace columnar::dimacs_reader_test {
namespace {

using testing_support::arcs_of;
using testing_support::graph_of;
using testing_support::refusal_of;

TEST(Dimacs, ReadsArcs) {
  const std::string text = "c roads, lengths,\n\np sp 4 3\na 1 2 803\na 2 1 803\na 2 3 15\n";
  const ReadResult roads = graph_of("g.gr", text);
  EXPECT_EQ(arcs_of(roads.graph), "1-2 803, 2-1 803, 2-3 15, 3-2 15");
  EXPECT_EQ(roads.graph.node_count(), 4U);
  EXPECT_EQ(roads.report.duplicate_edges, 0U);
  EXPECT_EQ(arcs_of(graph_of("g.gr", text, {.directed = true}).graph), "1-2 803, 2-1 803, 2-3 15");
}

TEST(Dimacs, ReadsEdgesHoweverManyArePromised) {
  const std::string text = "p edge 3 9\nn 1 5\ne 1 2\ne 2 1\ne 3 2\n";
  for (const char* name : {"g.col", "g.clq", "g.dimacs"}) {
    EXPECT_EQ(arcs_of(graph_of(name, text).graph), "1-2, 2-1, 2-3, 3-2");
  }
  EXPECT_TRUE(graph_of("g.col", text, {.directed = true}).graph.directed);
}

TEST(Dimacs, RefusesWhatDoesNotFit) {
  EXPECT_EQ(refusal_of("g.gr", "1 2\n"),
            "g.gr:1: expected a line 'p', 'a' or 'e' of DIMACS, found '1'; name an edge list .tsv");
  EXPECT_EQ(refusal_of("g.gr", "c only\n"), "g.gr: no line 'p PROBLEM NODES EDGES' in the file");
  EXPECT_EQ(refusal_of("g.gr", "e 1 2\n"), "g.gr:1: the line 'p' must come first");
  EXPECT_EQ(refusal_of("g.gr", "p sp 2\n"), "g.gr:1: expected 'p PROBLEM NODES EDGES'");
  EXPECT_EQ(refusal_of("g.gr", "p sp 2 1\np sp 2 1\n"), "g.gr:2: a second line 'p'");
  EXPECT_EQ(refusal_of("g.gr", "p sp 2 1\na 1 3 1\n"), "g.gr:2: node 3 is not between 1 and 2");
  EXPECT_EQ(refusal_of("g.gr", "p sp 2 1\na 1 2 -1\n"), "g.gr:2: weight is negative: -1");
  EXPECT_EQ(refusal_of("g.gr", "p sp 2 2\na 1 2 1\n"), "g.gr:2: the line 'p' promises 2 arcs, the file has 1");
  EXPECT_EQ(refusal_of("g.gr", "p sp 2 2\na 1 2 1\ne 1 2\n"), "g.gr:3: lines 'a' and 'e' in one file");
  EXPECT_EQ(refusal_of("g.gr", "p min 2 1\na 1 2 0 5 7\n"), "g.gr:2: expected 'a u v [weight]', found 6 columns");
  EXPECT_EQ(refusal_of("g.gr", "p sp 4000000000 1\na 1 2 1\n"), "g.gr: 4000000000 rows are implausible for 1 entries");
  EXPECT_EQ(refusal_of("g.gr", "p sp 4 0\n"), "g.gr: no edges");
}

}  // namespace
}  // namespace columnar::dimacs_reader_test
