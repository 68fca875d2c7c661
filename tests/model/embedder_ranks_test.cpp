#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "columnar/embedder.hpp"
#include "columnar/graph/nested_communities.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/ppmi/walk_slabs.hpp"
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

TEST(WalkSlabs, HaveAllWalksThatVisitTheirRowsAndNoOthers) {
  NestedCommunities parameters;
  parameters.nodes = 9000;
  const Graph graph = nested_communities(parameters).graph;
  const WalkConfig config{.walks_per_node = 1, .walk_length = 8};
  const Walks all = sample_walks(graph, config, 5, {});
  ThreadRanks::run(2, [&](Ranks& ranks) {
    const RunContext context{2, nullptr, &ranks};
    const Walks own = sample_walks(graph, config, 5, context);
    WalkSlabs slabs(own, graph.node_count(), context, own.nodes.size());
    EXPECT_GT(slabs.count(), 1U);
    NodeIndex next = static_cast<NodeIndex>(RowShares(ranks, graph.node_count()).first());
    for (std::size_t slab = 0; slab < slabs.count(); ++slab) {
      const NodeRange rows = slabs.rows(slab);
      EXPECT_EQ(rows.first, next);
      next = rows.last;
      std::vector<std::vector<NodeIndex>> expected;
      for (std::size_t w = 0; w < all.count(); ++w) {
        const auto walk = all.walk(w);
        if (std::ranges::any_of(walk, [&](NodeIndex v) { return v >= rows.first && v < rows.last; })) {
          expected.emplace_back(walk.begin(), walk.end());
        }
      }
      const Walks& fetched = slabs.fetch(slab);
      std::vector<std::vector<NodeIndex>> found;
      for (std::size_t w = 0; w < fetched.count(); ++w) {
        const auto walk = fetched.walk(w);
        found.emplace_back(walk.begin(), walk.end());
      }
      std::ranges::sort(expected);
      std::ranges::sort(found);
      EXPECT_EQ(found, expected);
    }
    EXPECT_EQ(next, RowShares(ranks, graph.node_count()).last());
  });
}

}  // namespace
}  // namespace columnar
