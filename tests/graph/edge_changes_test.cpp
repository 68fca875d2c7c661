#include "columnar/edge_changes.hpp"

#include "columnar/graph/digest.hpp"
#include "columnar/graph/edge_change_reader.hpp"
#include "columnar/graph/edge_list_reader.hpp"
#include "columnar/graph/generators.hpp"
#include "files/scratch.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::edge_changes_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::tiny_graph;

ChangedGraph changed(const Graph& graph, const std::string& text, NewNodes policy = NewNodes::kRefuse) {
  const Scratch scratch;
  return apply_changes(graph, read_edge_changes(scratch.put("c.tsv", text)), policy);
}

std::string refusal(const Graph& graph, const std::string& text, NewNodes policy = NewNodes::kRefuse) {
  return error_of(ErrorCode::kInput, [&] { (void)changed(graph, text, policy); });
}

TEST(EdgeChangeReader, ReadsTheFourFormsAndKeepsTheirLines) {
  const Scratch scratch;
  const EdgeChanges read = read_edge_changes(scratch.put("c.tsv", "# a comment\na b\n+ b c 2.5\n\n- a b\n= b c 4\n"));
  EXPECT_THAT(read.ids.texts, ElementsAre("a", "b", "c"));
  ASSERT_EQ(read.changes.size(), 4U);
  EXPECT_EQ(read.changes[0].kind, ChangeKind::kAdd);
  EXPECT_FALSE(read.changes[0].weight.has_value());
  EXPECT_EQ(read.changes[1].weight, 2.5);
  EXPECT_EQ(read.changes[2].kind, ChangeKind::kRemove);
  EXPECT_EQ(read.changes[2].line, 5U);
  EXPECT_EQ(read.changes[3].kind, ChangeKind::kReweight);
  EXPECT_EQ(read.changes[3].weight, 4.0);
}

TEST(EdgeChangeReader, TakesTheIdsThatAnEdgeListHas) {
  const Scratch scratch;
  const auto names_in = [&](const std::string& text) {
    return read_edge_changes(scratch.put("c.tsv", text)).ids.texts;
  };
  // Between blanks, 'ann b', tab, '2' would be an edge from ann to b of weight 2.
  EXPECT_THAT(names_in("ann b\t2\n+\tbob\tann b\t0.5\n"), ElementsAre("ann b", "2", "bob"));
  EXPECT_THAT(names_in("\"Bob, Inc.\",ann\n-,ann,cid d\n"), ElementsAre("Bob, Inc.", "ann", "cid d"));
  EXPECT_THAT(names_in("\"ann b\" 2\n"), ElementsAre("ann b", "2"));
  // A sign before the line of an edge list; a node may be called like that behind one.
  EXPECT_THAT(names_in("- ann b\tbob\n+\t- ann\t-1\n-1\t+x\n"), ElementsAre("ann b", "bob", "- ann", "-1", "+x"));
  EXPECT_THAT(names_in("\"- \",b\n"), ElementsAre("- ", "b"));
}

TEST(EdgeChangeReader, ReadsIdsAsAnEdgeListDoes) {
  const Scratch scratch;
  const EdgeChanges read = read_edge_changes(scratch.put("c.csv", "+,\"Co, 1\",soft rock,2\n-,\"Co, 1\",b\nc,d\n"));
  EXPECT_THAT(read.ids.texts, ElementsAre("Co, 1", "soft rock", "b", "c", "d"));
  EXPECT_EQ(read.changes.at(0).weight, 2.0);
  EXPECT_EQ(read.changes.at(1).kind, ChangeKind::kRemove);
  EXPECT_THAT(read_edge_changes(scratch.put("c.tsv", "- a c\tb\n+ b\td\t2\n")).ids.texts, ElementsAre("a c", "b", "d"));
  EXPECT_EQ(read_edge_changes(scratch.put("c.tsv", "a b {'weight': 3}\n")).changes.at(0).weight, 3.0);
  EXPECT_EQ(read_edge_changes(scratch.put("c.csv", "\"-   \",b\n")).ids.texts.at(0), "-   ");
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)read_edge_changes(scratch.put("c.csv", "a,,b\n")); }),
              HasSubstr("c.csv:1: a column between commas is empty"));
}

TEST(EdgeChangeReader, AHeaderMakesNoNodes) {
  const Scratch scratch;
  const EdgeChanges read =
      read_edge_changes(scratch.put("c.csv", "day,source,target,weight\nmon,1,2,3\ntue,2,5,0.5\n"));
  EXPECT_THAT(read.ids.integers, ElementsAre(1, 2, 5));
  ASSERT_EQ(read.changes.size(), 2U);
  EXPECT_EQ(read.changes[1].weight, 0.5);
  EXPECT_EQ(read.changes[1].line, 3U);
  const auto nodes = [&](const std::string& text) { return read_edge_changes(scratch.put("c.tsv", text)).ids.size(); };
  EXPECT_EQ(nodes("source target\n"), 2U);  // alone it is an edge
  EXPECT_EQ(nodes("u v\na b\n"), 4U);
  EXPECT_EQ(nodes("source target\nsource b\n"), 3U);
  EXPECT_EQ(nodes("+ source target\na b\n"), 4U);
}

TEST(EdgeChangeReader, GivesAStreamInPortions) {
  const Scratch scratch;
  EdgeChangeReader reader(scratch.put("c.tsv", "1 2\n2 3\n3 4\n"));
  EXPECT_EQ(reader.next(2).changes.size(), 2U);
  const EdgeChanges rest = reader.next(2);
  EXPECT_THAT(rest.ids.integers, ElementsAre(3, 4));
  EXPECT_EQ(rest.changes.at(0).line, 3U);
  EXPECT_TRUE(reader.next(2).changes.empty());
}

TEST(EdgeChangeReader, RefusesEveryOtherLineWithItsPlace) {
  const Scratch scratch;
  const auto message = [&](const std::string& text) {
    return error_of(ErrorCode::kInput, [&] { (void)read_edge_changes(scratch.put("c.tsv", text)); });
  };
  EXPECT_THAT(message("1 2\n7\n"), HasSubstr("c.tsv:2: expected 'u v [weight]', found one column"));
  EXPECT_THAT(message("- 1 2 3\n"), HasSubstr("c.tsv:1: expected '- u v', found 4 columns"));
  EXPECT_THAT(message("= 1 2\n"), HasSubstr("expected '= u v weight'"));
  EXPECT_THAT(message("+ 1\n"), HasSubstr("expected '+ u v [weight]'"));
  EXPECT_THAT(message("1 2 3 4\n"), HasSubstr("expected 'u v [weight]', found 4 columns"));
  EXPECT_THAT(message("1 2 -3\n"), HasSubstr("weight is negative"));
  EXPECT_THAT(message("1,2\n3,\n"), HasSubstr("c.tsv:2: a column between commas is empty"));
  EXPECT_THAT(message("# nothing\n"), HasSubstr("no edges"));
}

TEST(EdgeChanges, AddingGivesTheGraphOfOneFileWithBothParts) {
  const Scratch scratch;
  const std::string first = "a b 2\nb c 1\nc d 3\n";
  const std::string later = "d e 1\na c 0.5\na b 2\nb c\ne f\n";
  const Graph old = read_edge_list(scratch.put("1", first)).graph;
  const Graph whole = read_edge_list(scratch.put("2", first + later)).graph;
  const ChangedGraph now = changed(old, later, NewNodes::kAdmit);
  EXPECT_EQ(graph_digest(now.graph), graph_digest(whole));
  EXPECT_EQ(now.first_new, 4U);
  EXPECT_EQ(now.counts.added, 3U);
  EXPECT_EQ(now.counts.reweighted, 2U);
  EXPECT_EQ(now.counts.new_nodes, 2U);
}

TEST(EdgeChanges, WhatComesAndGoesLeavesTheGraphAsItWas) {
  for (const bool directed : {false, true}) {
    const Graph graph = tiny_graph(4, {{0, 1, 2.0}, {1, 2, 1.0}, {2, 3, 0.5}}, directed);
    const ChangedGraph now = changed(graph, "+ 0 3 9\n= 0 1 7\n- 1 2\n- 0 3\n= 0 1 2\n+ 1 2 1\n");
    EXPECT_EQ(graph_digest(now.graph), graph_digest(graph));
    EXPECT_THAT(now.changed, ElementsAre(0.0, 0.0, 0.0, 0.0));
  }
}

TEST(EdgeChanges, ShareIsTheWeightThatMovedOverAllThereIsOrWas) {
  const Graph graph = tiny_graph(4, {{0, 1, 2.0}, {1, 2, 2.0}, {2, 3, 4.0}});
  const ChangedGraph now = changed(graph, "= 0 1 4\n- 2 3\n");
  EXPECT_DOUBLE_EQ(now.changed[0], 0.5);        // 2 of 4
  EXPECT_DOUBLE_EQ(now.changed[1], 2.0 / 6.0);  // 2 of 4 + 2
  EXPECT_DOUBLE_EQ(now.changed[2], 4.0 / 6.0);  // 4 of the 2 + 4 it had
  EXPECT_DOUBLE_EQ(now.changed[3], 1.0);
}

TEST(EdgeChanges, AnEdgeThatIsThereAlreadyChangesNothingWithoutWeights) {
  const Graph graph = path_graph(3);
  const ChangedGraph now = changed(graph, "0 1\n1 0\n2 2\n");
  EXPECT_EQ(graph_digest(now.graph), graph_digest(graph));
  EXPECT_EQ(now.counts.without_effect, 3U);
}

TEST(EdgeChanges, ARepeatedEdgeGrowsWhereAnyHasAWeightAsInOneFile) {
  const Scratch scratch;
  const std::string first = "a b\nb c\n";
  const std::string later = "c d 2\na b\n";
  const Graph old = read_edge_list(scratch.put("1", first)).graph;
  const Graph whole = read_edge_list(scratch.put("2", first + later)).graph;
  EXPECT_EQ(graph_digest(changed(old, later, NewNodes::kAdmit).graph), graph_digest(whole));
}

TEST(EdgeChanges, NodesWithoutEdgesAreNotLetInEither) {
  EdgeChanges changes;
  changes.ids.integers = {0, 2, 77};
  changes.changes.push_back({ChangeKind::kAdd, 0, 1, std::nullopt, 1});
  changes.place = "changes";
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)apply_changes(path_graph(3), changes, NewNodes::kRefuse); }),
              HasSubstr("changes: node '77' is not in the model"));
  EXPECT_EQ(apply_changes(path_graph(3), changes, NewNodes::kAdmit).graph.node_count(), 4U);
}

TEST(EdgeChanges, DirectedEdgesChangeOneWay) {
  const Graph graph = tiny_graph(3, {{0, 1}, {1, 0}, {1, 2}}, true);
  const ChangedGraph now = changed(graph, "- 1 0\n2 0\n");
  EXPECT_THAT(now.graph.targets, ElementsAre(1, 2, 0));
  EXPECT_THAT(now.graph.offsets, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(refusal(now.graph, "- 1 0\n"), HasSubstr("there is no edge from '1' to '0'"));
}

TEST(EdgeChanges, ShareOfADirectedNodeIsThatOfAllItsEdgesInAndOut) {
  // Node 3 has one edge out and three in, so a fourth one in changes a fifth of its edges.
  const Graph graph = tiny_graph(5, {{0, 3}, {1, 3}, {2, 3}, {3, 4}}, true);
  const ChangedGraph now = changed(graph, "+ 4 3\n");
  EXPECT_DOUBLE_EQ(now.changed[3], 0.2);
  EXPECT_DOUBLE_EQ(now.changed[4], 0.5);
}

TEST(EdgeChanges, RefuseWhatIsNotThere) {
  const Graph graph = path_graph(3);
  EXPECT_THAT(refusal(graph, "0 1\n- 0 2\n"), HasSubstr("c.tsv:2: there is no edge from '0' to '2'"));
  EXPECT_THAT(refusal(graph, "= 0 2 3\n"), HasSubstr("there is no edge"));
  EXPECT_THAT(refusal(graph, "= 0 1 0\n"), HasSubstr("'- u v' removes it"));
  EXPECT_THAT(refusal(graph, "0 9\n"), HasSubstr("c.tsv:1: node '9' is not in the model"));
  EXPECT_THAT(refusal(graph, "- 0 9\n", NewNodes::kAdmit), HasSubstr("node '9' is not in the model"));
  EXPECT_THAT(refusal(graph, "- 0 1\n- 1 2\n"), HasSubstr("no edge would be left"));
  EXPECT_THAT(refusal(graph, "0 2\n", NewNodes::kRequire), HasSubstr("'0' and '2' are both in the model"));
  EXPECT_THAT(refusal(graph, "9 0\n- 0 1\n", NewNodes::kRequire), HasSubstr("can only be added"));
}

}  // namespace
}  // namespace columnar::edge_changes_test
