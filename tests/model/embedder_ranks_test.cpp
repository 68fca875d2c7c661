#include <gtest/gtest.h>

#include "columnar/embedder.hpp"
#include "columnar/graph/nested_communities.hpp"
#include "columnar/model/learned.hpp"
#include "support/thread_ranks.hpp"

namespace columnar {
namespace {

using testing_support::ThreadRanks;

Config small_config() {
  Config config;
  config.spectral.rank = 16;
  config.spectral.regions = 40;
  config.training.presentations = 600;
  config.walks.walks_per_node = 3;
  return config;
}

// Threads stand for processes here, so that sanitizers see what ranks do to each other's numbers.
TEST(EmbedderOfRanks, MakesTheModelOfOneProcess) {
  NestedCommunities parameters;
  parameters.nodes = 6500;
  parameters.mean_degree = 5.0;
  const Graph graph = nested_communities(parameters).graph;
  Embedder alone(small_config());
  const SdrTable codes = alone.fit(graph);
  for (const int size : {2, 3}) {
    ThreadRanks::run(size, [&](Ranks& ranks) {
      Embedder embedder(small_config());
      const SdrTable found = embedder.fit(graph, {1 + ranks.rank() % 2, nullptr, &ranks});
      EXPECT_EQ(found.bits, ranks.is_first() ? codes.bits : std::vector<std::uint16_t>()) << size;
      if (ranks.is_first()) {
        EXPECT_EQ(embedder.model().learned->coordinates, alone.model().learned->coordinates);
        EXPECT_EQ(embedder.model().regions, alone.model().regions);
        EXPECT_EQ(embedder.report().distinct_pairs, alone.report().distinct_pairs);
        EXPECT_GT(embedder.report().stages.front().sent_bytes + embedder.report().stages.at(1).sent_bytes, 0U);
      }
    });
  }
}

}  // namespace
}  // namespace columnar
