#include "columnar/graph/digest.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "columnar/graph/generators.hpp"
#include "columnar/graph_builder.hpp"

namespace columnar::digest_test {
namespace {

Graph small(bool directed = false, double weight = 2.0, NodeIndex end = 2) {
  GraphBuilder builder({.directed = directed, .source = EdgeSource::kList, .place = "test"});
  builder.add(0, 1, weight);
  builder.add(1, end, 3.0);
  NodeIds ids;
  ids.integers = {5, 6, 7, 8};
  return std::move(builder).build(ids).graph;
}

TEST(Digest, ChangesWithEveryPartOfTheGraph) {
  std::set<std::string> digests;
  digests.insert(graph_digest(small()));
  digests.insert(graph_digest(small(true)));
  digests.insert(graph_digest(small(false, 2.0000002)));
  digests.insert(graph_digest(small(false, 2.0, 3)));
  Graph graph = small();
  graph.directed = true;
  digests.insert(graph_digest(graph));
  graph = small();
  graph.weights.clear();
  digests.insert(graph_digest(graph));
  graph = small();
  std::swap(graph.ids.integers[2], graph.ids.integers[3]);
  digests.insert(graph_digest(graph));
  graph.ids.integers.clear();
  graph.ids.texts = {"5", "6", "7", "8"};
  digests.insert(graph_digest(graph));
  graph.ids.texts = {"5", "67", "", "8"};
  digests.insert(graph_digest(graph));
  graph.ids.texts = {"5", "67", std::string(1, '\0'), "8"};
  digests.insert(graph_digest(graph));
  digests.insert(graph_digest(Graph{}));
  EXPECT_EQ(digests.size(), 11U);
}

TEST(Digest, TellsApartAllGraphsThatMissOneEdgeOfAClique) {
  std::set<std::string> digests;
  for (NodeIndex skip_u = 0; skip_u < 20; ++skip_u) {
    for (NodeIndex skip_v = skip_u + 1; skip_v < 20; ++skip_v) {
      GraphBuilder builder({.directed = false, .source = EdgeSource::kList, .place = "test"});
      for (NodeIndex u = 0; u < 20; ++u) {
        for (NodeIndex v = u + 1; v < 20; ++v) {
          if (u != skip_u || v != skip_v) {
            builder.add(u, v);
          }
        }
      }
      digests.insert(graph_digest(std::move(builder).build(path_graph(20).ids).graph));
    }
  }
  EXPECT_EQ(digests.size(), 190U);
}

TEST(Digest, IsTheSameOnEveryMachine) {
  EXPECT_EQ(graph_digest(karate_club().graph), "4effa58b8e1dabdf8dca2b372af5c256");
}

}  // namespace
}  // namespace columnar::digest_test
