#include "columnar_lab/evaluate/fidelity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"

namespace columnar::fidelity_test {
namespace {

using testing_codes::make_l23_table;
using testing_codes::make_vectors;

/// 0 – 1 – 2 – 3, and 4 apart. Overlaps: 0–1: 2, 0–2 and 1–2: 1, all others 0.
Graph path_and_one() {
  Graph graph;
  graph.offsets = {0, 1, 3, 5, 6, 6};
  graph.targets = {1, 0, 2, 1, 3, 2};
  graph.ids.integers = {0, 1, 2, 3, 4};
  return graph;
}
SdrTable five_codes() { return make_l23_table({{0, 2}, {0, 2}, {0, 4}, {1, 5}, {3, 6}}); }

TEST(Fidelity, FollowsDistancesWorkedByHand) {
  ReferenceGeometry geometry(5, {});
  geometry.add_graph(path_and_one(), WalkConfig{}, {});
  EXPECT_EQ(geometry.pairs().size(), 10U);
  EXPECT_EQ(geometry.distance_sources(), 5U);
  EXPECT_EQ(geometry.distance_pairs(), 6U);  // node 4 has no distance to any; each pair once
  const Fidelity fidelity = geometry.compare(five_codes(), 1);
  // Hops 1 2 3 1 2 1 with overlaps 2 1 0 1 0 0: means 5/3 and 2/3; Σxy − n·x̄·ȳ = 5 − 20/3, Σx² − … = 20 − 50/3,
  // Σy² − … = 6 − 8/3.
  EXPECT_NEAR(*fidelity.distance->pearson, (5.0 - 20.0 / 3.0) / std::sqrt((20.0 - 50.0 / 3.0) * (6.0 - 8.0 / 3.0)),
              1e-9);
  EXPECT_EQ(fidelity.distance->pairs, 6U);
  EXPECT_EQ(fidelity.distance_local->pairs, 6U);
  ASSERT_EQ(fidelity.by_hop.size(), 3U);
  EXPECT_NEAR(fidelity.by_hop[0].mean, 1.0, 1e-9);
  EXPECT_NEAR(fidelity.by_hop[0].sd, std::sqrt(2.0 / 3.0), 1e-9);
  EXPECT_NEAR(fidelity.by_hop[1].mean, 0.5, 1e-9);
  EXPECT_NEAR(fidelity.by_hop[2].mean, 0.0, 1e-9);
  EXPECT_EQ(fidelity.by_hop[2].pairs, 1U);
  EXPECT_FALSE(fidelity.reference.has_value());
}

TEST(Fidelity, OfTheLocalRegimeLeavesOutFarPairs) {
  FidelityOptions options;
  options.local_hops = 1;
  ReferenceGeometry geometry(5, options);
  geometry.add_graph(path_and_one(), WalkConfig{}, {});
  const Fidelity fidelity = geometry.compare(five_codes(), 1);
  EXPECT_EQ(fidelity.distance_local->pairs, 3U);
  EXPECT_FALSE(fidelity.distance_local->pearson.has_value());  // all of one hop: no spread
}

TEST(Fidelity, SearchesFromAsManySourcesAsGiveThePairs) {
  FidelityOptions options;
  options.pairs = 5;  // four others a source: two sources
  ReferenceGeometry geometry(5, options);
  geometry.add_graph(path_and_one(), WalkConfig{}, {});
  EXPECT_EQ(geometry.distance_sources(), 2U);
  EXPECT_EQ(geometry.pairs().size(), 5U);
}

TEST(Fidelity, WithItselfIsOneAndWithItsOppositeMinusOne) {
  ReferenceGeometry geometry(5, {});
  const Embedding codes = five_codes();
  geometry.add_reference(codes, 1);
  const Fidelity fidelity = geometry.compare(codes, 2);
  EXPECT_NEAR(*fidelity.reference->pearson, 1.0, 1e-9);
  EXPECT_NEAR(*fidelity.reference->spearman, 1.0, 1e-9);
  EXPECT_EQ(fidelity.reference->pairs, 10U);
  EXPECT_FALSE(fidelity.distance.has_value());
  EXPECT_FALSE(fidelity.ppmi.has_value());
}

TEST(Fidelity, SeesThatLinkedNodesMeetInWalks) {
  ReferenceGeometry geometry(5, {});
  geometry.add_graph(path_and_one(), WalkConfig{}, {});
  // Vectors that say "linked" and nothing else: neighbours on the path at 60°, others at 120° or more.
  const Fidelity fidelity =
      geometry.compare(make_vectors(2, {1, 0, 0.5F, 0.866F, -0.5F, 0.866F, -1, 0, 0.5F, -0.866F}), 1);
  EXPECT_GT(*fidelity.cooccurrence->pearson, 0.2);
  EXPECT_GT(*fidelity.cooccurrence->spearman, 0.2);
  EXPECT_LT(*fidelity.distance->pearson, -0.8);
}

TEST(Fidelity, RefusesTablesOfAnotherSize) {
  ReferenceGeometry geometry(4, {});
  EXPECT_THROW(geometry.add_graph(path_and_one(), WalkConfig{}, {}), Error);
  EXPECT_THROW(geometry.add_reference(five_codes(), 1), Error);
  EXPECT_THROW((void)geometry.compare(five_codes(), 1), Error);
}

}  // namespace
}  // namespace columnar::fidelity_test
