#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/graph_text.hpp"

namespace columnar::gexf_reader_test {
namespace {

using testing::ElementsAre;
using testing_support::arcs_of;
using testing_support::graph_of;
using testing_support::refusal_of;

std::string gexf(const std::string& direction, const std::string& nodes, const std::string& edges) {
  return "<gexf xmlns=\"http://www.gexf.net/1.2draft\" version=\"1.2\"><graph defaultedgetype=\"" + direction +
         "\" mode=\"static\">\n<nodes>" + nodes + "</nodes>\n<edges>" + edges + "</edges></graph></gexf>";
}

const std::string kNodes = R"(<node id="0" label="ann"/><node id="1" label="bob"/><node id="2" label="cid"/>)";

TEST(Gexf, ReadsLabelsEdgesAndWeights) {
  const std::string edges = R"(<edge id="0" source="0" target="1" weight="2.5"/><edge id="1" source="2" target="1"/>)";
  const Graph graph = graph_of("g.gexf", gexf("undirected", kNodes, edges)).graph;
  EXPECT_FALSE(graph.directed);
  EXPECT_EQ(arcs_of(graph), "ann-bob 2.5, bob-ann 2.5, bob-cid 1, cid-bob 1");
  EXPECT_EQ(arcs_of(graph_of("g.gexf", gexf("directed", kNodes, edges)).graph), "ann-bob 2.5, cid-bob 1");
}

TEST(Gexf, IdsNameTheNodesWhereLabelsDoNot) {
  const std::string edge = R"(<edge source="0" target="1"/>)";
  const auto ids = [&](const std::string& nodes) { return graph_of("g.gexf", gexf("mutual", nodes, edge)).graph.ids; };
  EXPECT_THAT(ids(R"(<node id="0" label="x"/><node id="1" label="x"/>)").integers, ElementsAre(0, 1));
  EXPECT_THAT(ids(R"(<node id="0" label="x"/><node id="1"/>)").integers, ElementsAre(0, 1));
  EXPECT_THAT(ids(R"(<node id="0" label="x"/><node id="1" label=""/>)").integers, ElementsAre(0, 1));
  EXPECT_THAT(ids(R"(<node id="0" label="7"/><node id="1" label="5"/>)").integers, ElementsAre(7, 5));
}

TEST(Gexf, AnEdgeMayHaveItsOwnDirection) {
  const std::string edges =
      R"(<edge source="0" target="1"/><edge source="2" target="1" type="directed"/><edge source="0" target="2" type="mutual"/>)";
  EXPECT_EQ(arcs_of(graph_of("g.gexf", gexf("undirected", kNodes, edges)).graph),
            "ann-bob, ann-cid, bob-ann, cid-ann, cid-bob");
}

TEST(Gexf, TakesAValueForAWeight) {
  const std::string text =
      R"(<gexf><graph><attributes class="node"><attribute id="0" title="w"/></attributes><attributes class="edge">
      <attribute id="0" title="value" type="double"/></attributes><nodes><node id="a"><attvalues><attvalue for="0" value="9"/>
      </attvalues></node><node id="b"/></nodes><edges><edge source="a" target="b"><attvalues><attvalue for="0" value="3"/>
      </attvalues></edge></edges></graph></gexf>)";
  EXPECT_EQ(arcs_of(graph_of("g.gexf", text).graph), "a-b 3, b-a 3");
}

TEST(Gexf, RefusesWhatIsMissing) {
  EXPECT_EQ(refusal_of("g.gexf", gexf("directed", "<node label='a'/>", "")), "g.gexf:2: <node> without 'id'");
  EXPECT_EQ(refusal_of("g.gexf", gexf("directed", kNodes, "<edge source='0' target='1' weight='many'/>")),
            "g.gexf:3: weight is not a number: 'many'");
  EXPECT_EQ(refusal_of("g.gexf", gexf("directed", kNodes, "<edge source='0' target='9'/>")),
            "g.gexf: an edge names the node '9', which the file does not list");
}

}  // namespace
}  // namespace columnar::gexf_reader_test
