#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/graph_text.hpp"

namespace columnar::json_graph_reader_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::arcs_of;
using testing_support::graph_of;
using testing_support::refusal_of;

TEST(JsonGraph, ReadsWhatNetworkxWrites) {
  const std::string text =
      R"({"directed": true, "multigraph": false, "graph": {"nodes": [1]}, "nodes": [{"id": 3}, {"club": {"id": 8}, "id": 1}],
      "edges": [{"weight": 2.5, "tags": ["source"], "source": 1, "target": 3}]})";
  const Graph graph = graph_of("g.json", text).graph;
  EXPECT_TRUE(graph.directed);
  EXPECT_THAT(graph.ids.integers, ElementsAre(3, 1));
  EXPECT_EQ(arcs_of(graph), "1-3 2.5");
}

TEST(JsonGraph, ReadsWhatD3Writes) {
  const std::string links =
      R"("links": [{"source": "Ann", "target": "Bé", "value": 3}, {"source": "Bé", "target": "c", "value": null}])";
  const std::string nodes = R"("nodes": [{"id": "Ann", "group": 1}, {"id": "B\u00e9"}, {"id": "c", "name": "x"}])";
  const std::string expected = "Ann-B\xC3\xA9 3, B\xC3\xA9-Ann 3, B\xC3\xA9-c 1, c-B\xC3\xA9 1";
  EXPECT_EQ(arcs_of(graph_of("g.json", "{" + nodes + "," + links + "}").graph), expected);
  EXPECT_EQ(graph_of("g.json", "{" + links + "," + nodes + "}").graph.edge_count(), 2U);
  EXPECT_EQ(arcs_of(graph_of("g.json", "{" + links + "}").graph), expected);
}

TEST(JsonGraph, NodesWithoutIdsAreMeantByPositionOrName) {
  const std::string nodes = R"({"nodes": [{"name": "2"}, {"name": "x"}, {"name": "y"}], "links": )";
  EXPECT_EQ(arcs_of(graph_of("g.json", nodes + R"([{"source": 0, "target": 2}]})").graph), "2-y, y-2");
  EXPECT_EQ(arcs_of(graph_of("g.json", nodes + R"([{"source": "2", "target": "x"}]})").graph), "2-x, x-2");
  const std::string alike = R"({"nodes": [{"name": "x"}, {"name": "x"}, {"name": "y"}], "links": )";
  EXPECT_EQ(arcs_of(graph_of("g.json", alike + R"([{"source": 1, "target": 2}]})").graph), "1-2, 2-1");
  EXPECT_EQ(refusal_of("g.json", alike + R"([{"source": "x", "target": 2}]})"),
            "g.json:1: an edge names a node, but two nodes have the same name and no 'id'");
  EXPECT_EQ(refusal_of("g.json", nodes + R"([{"source": 3, "target": 2}]})"),
            "g.json:1: an edge names the node '3', which the file does not list");
  EXPECT_EQ(refusal_of("g.json", R"({"links": [{"source": 0, "target": 1}], "nodes": [{"name": "x"}]})"),
            "g.json:1: nodes without 'id' come after the edges; put them before");
}

TEST(JsonGraph, RefusesWhatIsNoGraph) {
  EXPECT_EQ(refusal_of("g.json", "{\"nodes\": [],\n\"links\": [{]}"), "g.json:2: not JSON at byte 26");
  EXPECT_EQ(refusal_of("g.json", ""), "g.json:1: not JSON at byte 1");
  EXPECT_EQ(refusal_of("g.json", "{\"links\": []} x"), "g.json:1: not JSON at byte 15");
  EXPECT_EQ(refusal_of("g.json", "{\"links\": [{\"source\": 1e999}]}").substr(0, 18), "g.json:1: not JSON");
  EXPECT_EQ(refusal_of("g.json", "[[1, 2]]"),
            "g.json:1: a list; expected an object with 'nodes' and 'links' or 'edges'; to convert a list of edges: "
            "pandas.read_json(FILE).to_csv('edges.csv', index=False)");
  EXPECT_EQ(refusal_of("g.json", "{\"a\": 1}"), "g.json: no node-link graph: neither 'links' nor 'edges' in it");
  EXPECT_EQ(refusal_of("g.json", R"({"data": [], "elements": {"nodes": [], "edges": []}})"),
            "g.json: JSON of Cytoscape is not read here; to convert it: "
            "networkx.write_graphml(networkx.cytoscape_graph(json.load(open(FILE))), 'graph.graphml')");
  EXPECT_EQ(refusal_of("g.json", R"({"nodes": [{"id": 0}], "adjacency": [[]]})"),
            "g.json: JSON of adjacency lists is not read here; to convert it: "
            "networkx.write_graphml(networkx.adjacency_graph(json.load(open(FILE))), 'graph.graphml')");
  EXPECT_EQ(refusal_of("g.json", "{\"nodes\": [\"a\"]}"), "g.json:1: a node that is no object");
  EXPECT_EQ(refusal_of("g.json", "{\"links\": [[1, 2]]}"), "g.json:1: an edge that is no object");
  EXPECT_EQ(refusal_of("g.json", "{\"links\": [{\n\"source\": 1\n}]}"), "g.json:3: an edge without 'target'");
  EXPECT_EQ(refusal_of("g.json", "{\"links\": [], \"edges\": []}"),
            "g.json:1: a second list of edges; one of 'links' and 'edges' is read");
  EXPECT_EQ(refusal_of("g.json", "{\"nodes\": [{\"id\": [1, 2]}], \"links\": []}"), "g.json:1: a node without 'id'");
  EXPECT_EQ(refusal_of("g.json", "{\"nodes\": [{\"id\": 1}, {\"id\": 1}]}"), "g.json:1: the node '1' is listed twice");
  EXPECT_EQ(refusal_of("g.json", R"({"links": [{"source": 1, "target": 2, "weight": -1}]})"),
            "g.json:1: weight is negative: -1");
  EXPECT_EQ(refusal_of("g.json", R"({"nodes": [{"id": 1}], "links": [{"source": 1, "target": 2}]})"),
            "g.json: an edge names the node '2', which the file does not list");
}

TEST(JsonGraph, DepthDoesNotTakeTheStack) {
  const std::string deep(1'000'000, '[');
  EXPECT_THAT(refusal_of("g.json", "{\"graph\": " + deep), HasSubstr("not JSON"));
  const std::string closed = deep + std::string(deep.size(), ']');
  EXPECT_EQ(arcs_of(graph_of("g.json", "{\"graph\": " + closed + R"(, "links": [{"source": 1, "target": 2}]})").graph),
            "1-2, 2-1");
}

}  // namespace
}  // namespace columnar::json_graph_reader_test
