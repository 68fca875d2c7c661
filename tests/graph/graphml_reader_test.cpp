#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/graph_text.hpp"

namespace columnar::graphml_reader_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::arcs_of;
using testing_support::graph_of;
using testing_support::refusal_of;

/// As NetworkX writes it, without its header.
std::string graphml(const std::string& keys, const std::string& direction, const std::string& body) {
  return "<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" + keys +
         "<graph edgedefault=\"" + direction + "\">" + body + "</graph></graphml>\n";
}

const std::string kWeight = R"(<key id="d0" for="edge" attr.name="weight" attr.type="double"/>)";
const std::string kNodes = R"(<node id="a"/><node id="b"/><node id="c"/>)";

TEST(Graphml, ReadsNodesEdgesAndWeights) {
  const std::string text =
      graphml(kWeight, "undirected", kNodes + R"(<node id="alone"/><edge source="b" target="c"><data key="d0"> 2.5
                                   </data></edge><edge source="a" target="b"/>)");
  const Graph graph = graph_of("g.graphml", text).graph;
  EXPECT_FALSE(graph.directed);
  EXPECT_THAT(graph.ids.texts, ElementsAre("a", "b", "c", "alone"));
  EXPECT_EQ(arcs_of(graph), "a-b 1, b-a 1, b-c 2.5, c-b 2.5");
}

TEST(Graphml, FollowsTheDirectionOfTheFile) {
  const std::string edges = kNodes + R"(<edge source="b" target="a"/><edge source="b" target="c"/>)";
  const Graph directed = graph_of("g.graphml", graphml("", "directed", edges)).graph;
  EXPECT_TRUE(directed.directed);
  EXPECT_EQ(arcs_of(directed), "b-a, b-c");
  const ReadResult both = graph_of("g.graphml", graphml("", "undirected", edges), {.directed = true});
  EXPECT_TRUE(both.graph.directed);
  EXPECT_EQ(arcs_of(both.graph), "a-b, b-a, b-c, c-b");
  EXPECT_EQ(both.report.lines, 2U);
}

TEST(Graphml, AnEdgeMayHaveItsOwnDirection) {
  const std::string text = graphml(
      "", "undirected", kNodes + R"(<edge source="b" target="a"/><edge source="b" target="c" directed="true"/>)");
  EXPECT_EQ(arcs_of(graph_of("g.graphml", text).graph), "a-b, b-a, b-c");
  const std::string other = graphml(
      "", "directed", kNodes + R"(<edge source="b" target="a" directed="false"/><edge source="b" target="c"/>)");
  EXPECT_EQ(arcs_of(graph_of("g.graphml", other).graph), "a-b, b-a, b-c");
}

TEST(Graphml, TakesTheWeightBeforeValueAndDefaultsLast) {
  const std::string keys = R"(<key id="k1" for="edge" attr.name="value"/><key id="k2" for="edge" attr.name="Weight">
      <default>7</default></key><key id="k3" for="node" attr.name="weight"/>)";
  const std::string text =
      graphml(keys, "undirected",
              R"(<node id="a"><data key="k3">-1</data></node><node id="b"/><node id="c"/><node id="d"/>
      <edge source="a" target="b"><data key="k1">2</data><data key="k2">3</data></edge>
      <edge source="b" target="c"><data key="k1">red</data></edge><edge source="c" target="d"><data key="k1">4</data></edge>)");
  EXPECT_EQ(arcs_of(graph_of("g.graphml", text).graph), "a-b 3, b-a 3, b-c 7, c-b 7, c-d 4, d-c 4");
}

TEST(Graphml, NodesOfGraphsInNodesCount) {
  const std::string text = graphml(
      "", "directed",
      R"(<node id="g"><graph edgedefault="undirected"><node id="a"/><node id="b"/><edge source="a" target="b"/></graph>
              </node><edge source="g" target="a"/>)");
  EXPECT_EQ(arcs_of(graph_of("g.xml", text).graph), "g-a, a-b");
}

TEST(Graphml, RefusesWhatIsNoGraph) {
  EXPECT_EQ(refusal_of("g.graphml", "<html></html>"),
            "g.graphml:1: neither GraphML nor GEXF: the root element is 'html'");
  EXPECT_THAT(refusal_of("g.graphml", "a b\n"), HasSubstr("g.graphml:1: not XML: "));
  EXPECT_THAT(refusal_of("g.graphml", "<graphml>\n<graph>"), HasSubstr("g.graphml:2: not XML: no element found"));
  EXPECT_EQ(refusal_of("g.graphml", graphml("", "directed", "<edge source='a'/>")),
            "g.graphml:3: <edge> without 'target'");
  EXPECT_EQ(refusal_of("g.graphml", graphml("", "directed", kNodes + "<edge source='a' target='x'/>")),
            "g.graphml: an edge names the node 'x', which the file does not list");
  EXPECT_EQ(refusal_of("g.graphml", graphml("", "directed", kNodes + "<node id='a'/>")),
            "g.graphml:3: the node 'a' is listed twice");
  EXPECT_EQ(refusal_of("g.graphml", graphml("", "directed", "<node id=''/>")),
            "g.graphml:3: the id of a node is empty");
  EXPECT_EQ(refusal_of("g.graphml", graphml("", "directed", "</graph><graph>")),
            "g.graphml:3: a second graph; only files with one graph are read");
  EXPECT_EQ(refusal_of("g.graphml", graphml("", "directed",
                                            kNodes + "<edge source='a' target='b'><graph><edge source='b' target='c'/>"
                                                     "</graph></edge>")),
            "g.graphml:3: an edge inside an edge is not supported");
  EXPECT_EQ(refusal_of("g.graphml", graphml("", "directed", "<hyperedge/>")),
            "g.graphml:3: hyperedges are not supported");
  EXPECT_EQ(refusal_of("g.graphml", graphml("", "directed", kNodes)), "g.graphml: no edges");
  for (const auto& [number, reason] :
       {std::pair("-1", "weight is negative: -1"), {"x", "weight is not a number: 'x'"}}) {
    EXPECT_EQ(refusal_of("g.graphml",
                         graphml(kWeight, "directed",
                                 kNodes + "<edge source='a' target='b'><data key='d0'>" + number + "</data></edge>")),
              std::string("g.graphml:3: ") + reason);
  }
}

}  // namespace
}  // namespace columnar::graphml_reader_test
