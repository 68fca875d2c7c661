#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/graph_text.hpp"

namespace columnar::gml_reader_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::arcs_of;
using testing_support::graph_of;
using testing_support::refusal_of;

TEST(Gml, ReadsWhatNetworkxWrites) {
  const std::string text =
      "graph [\n  directed 1\n  node [\n    id 0\n    label \"ann b&#233;\"\n  ]\n  node [\n    id 1\n    label "
      "\"b&quot;ob &amp; &other;\"\n  ]\n  edge [\n    source 1\n    target 0\n    weight 2.5\n    graphics [ type "
      "\"line\" weight 9 ]\n  ]\n]\n";
  const Graph graph = graph_of("g.gml", text).graph;
  EXPECT_TRUE(graph.directed);
  EXPECT_THAT(graph.ids.texts, ElementsAre("ann b\xC3\xA9", "b\"ob & &other;"));
  EXPECT_EQ(arcs_of(graph), "b\"ob & &other;-ann b\xC3\xA9 2.5");
}

TEST(Gml, SkipsCommentsAndWhatItDoesNotKnow) {
  const std::string text =
      "# igraph [\nCreator \"me\"\nVersion 1\n graph\n[\n node [ id 5 ] node [ label \"x\" id -3 ]\n  # edge [\n"
      " edge [ source 5 target -3 value 4 ]\n hierarchy [ a [ b 1 ] ] directed 0 ]";
  const Graph graph = graph_of("g.gml", text).graph;
  EXPECT_FALSE(graph.directed);
  EXPECT_EQ(arcs_of(graph), "5--3 4, -3-5 4");
}

TEST(Gml, EdgesAndDirectionMayStandAnywhere) {
  const std::string text =
      "graph [ edge [ source 1 target 0 ] node [ id 0 label a ] node [ id 1 label b ] directed 1 ]";
  EXPECT_EQ(arcs_of(graph_of("g.gml", text).graph), "b-a");
}

TEST(Gml, RefusesWhatIsNoGraph) {
  EXPECT_EQ(refusal_of("g.gml", "a b\n1 2\n"), "g.gml:2: expected a key, found '1'");
  EXPECT_EQ(refusal_of("g.gml", "Version 1\n"), "g.gml: no 'graph [' in the file");
  EXPECT_EQ(refusal_of("g.gml", "graph [\nnode [ id 0 "), "g.gml:2: the file ends inside a list");
  EXPECT_EQ(refusal_of("g.gml", "graph [ node [ id ] ]"), "g.gml:1: the key 'id' has no value");
  EXPECT_EQ(refusal_of("g.gml", "graph [ node [ label \"a\" ] ]"), "g.gml:1: a node without 'id'");
  EXPECT_EQ(refusal_of("g.gml", "graph [ edge [ source 1 ] ]"), "g.gml:1: an edge without 'target'");
  EXPECT_EQ(refusal_of("g.gml", "graph [\nnode [ id 0 label \"a\n\n"), "g.gml:2: a string without an end");
  EXPECT_EQ(refusal_of("g.gml", "graph [ ] graph [ ]"), "g.gml:1: a second graph; only files with one graph are read");
  EXPECT_EQ(refusal_of("g.gml", "graph [ node $ ]"), "g.gml:1: not GML: '$'");
  EXPECT_EQ(refusal_of("g.gml", std::string_view("graph [ \0 ]", 11)), "g.gml:1: a NUL byte; this is not a text file");
  std::string deep = "graph [ ";
  for (int i = 0; i < 100'000; ++i) {
    deep += "a [ ";
  }
  EXPECT_EQ(refusal_of("g.gml", deep), "g.gml:1: GML nested deeper than 64 levels");
  EXPECT_THAT(refusal_of("g.gml", "graph [ node [ id 0 label \"" + std::string((1U << 20U) + 1, 'x') + "\" ] ]"),
              HasSubstr("a string is longer than 1048576 bytes"));
}

}  // namespace
}  // namespace columnar::gml_reader_test
