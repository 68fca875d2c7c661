#include "columnar/model/memory_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model/learned.hpp"

namespace columnar::memory_plan_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20U;

/// 100 MiB before the pairs, which take 500 and visits of 64 beside them; 50 later on.
Estimate made_up() {
  Estimate estimate;
  estimate.stages = {
      {"walks", 1.0, 100 * kMebibyte}, {"PPMI", 1.0, 664 * kMebibyte}, {"spectrum", 1.0, 650 * kMebibyte}};
  estimate.pair_bytes = 500 * kMebibyte;
  estimate.visit_bytes = 64 * kMebibyte;
  return estimate;
}

TEST(MemoryPlan, LeavesAllInMemoryWhereThereIsRoom) {
  for (const std::uint64_t limit : {std::uint64_t{0}, 664 * kMebibyte, 10'000 * kMebibyte}) {
    const MemoryPlan plan = plan_memory(made_up(), limit, "there");
    EXPECT_EQ(plan.counting.spill_directory, "");
    EXPECT_EQ(plan.counting.slab_visits, 0U);  // as many as usual
    EXPECT_EQ(plan.estimate.peak_bytes(), 664 * kMebibyte);
  }
}

TEST(MemoryPlan, PutsThePairsIntoAFileFirstAndThenCountsInSlabs) {
  const MemoryPlan spilled = plan_memory(made_up(), 663 * kMebibyte, "there");
  EXPECT_EQ(spilled.counting.spill_directory, "there");
  EXPECT_EQ(spilled.counting.slab_visits, 64 * kMebibyte / 8);
  EXPECT_EQ(spilled.estimate.peak_bytes(), 164 * kMebibyte);
  EXPECT_EQ(spilled.estimate.stages[2].peak_bytes, 150 * kMebibyte);

  const MemoryPlan slabs = plan_memory(made_up(), 151 * kMebibyte, "there");
  EXPECT_EQ(slabs.counting.slab_visits, 51 * kMebibyte / 8);
  EXPECT_EQ(slabs.estimate.peak_bytes(), 151 * kMebibyte);
}

TEST(MemoryPlan, SaysTheLeastThatIsNeeded) {
  EXPECT_NO_THROW(static_cast<void>(plan_memory(made_up(), 150 * kMebibyte, "there")));
  EXPECT_THAT(
      [] { return plan_memory(made_up(), 149 * kMebibyte, "there"); },
      ThrowsMessage<Error>(HasSubstr("--memory-limit: 149 MiB is less than the 151 MiB that this graph needs")));
}

TEST(MemoryPlan, ChangesNoByteOfTheModel) {
  const Graph graph = planted_communities(600, 3, 6.0, 0.1, 2).graph;
  Config config;
  config.training.presentations = 500;
  config.training.outstar_presentations = 500;
  config.spectral.rank = 16;
  Embedder whole(config);
  const SdrTable expected = whole.fit(graph, {2, nullptr});
  EXPECT_EQ(whole.report().spilled_bytes, 0U);
  Embedder limited(config);
  const SdrTable codes = limited.fit(graph, {}, {2, nullptr}, nullptr, {9000, ::testing::TempDir()});
  EXPECT_GT(limited.report().spilled_bytes, 0U);
  EXPECT_EQ(codes.bits, expected.bits);
  EXPECT_TRUE(limited.model().learned->coordinates == whole.model().learned->coordinates);
  EXPECT_EQ(limited.model().learned->marginals.counts, whole.model().learned->marginals.counts);
}

/// The same, and roles afterwards: 120 MiB before their pairs, which take 900 and visits of 80.
Estimate made_up_with_roles() {
  Estimate estimate = made_up();
  estimate.stages.push_back({"roles: graph", 1.0, 110 * kMebibyte});
  estimate.stages.push_back({"roles: PPMI", 1.0, 1100 * kMebibyte});
  estimate.stages.push_back({"roles: spectrum", 1.0, 1050 * kMebibyte});
  estimate.role_pair_bytes = 900 * kMebibyte;
  estimate.role_visit_bytes = 80 * kMebibyte;
  return estimate;
}

TEST(MemoryPlan, CountsThePairsOfRolesAfterThoseOfPlaces) {
  const MemoryPlan spilled = plan_memory(made_up_with_roles(), 1099 * kMebibyte, "there");
  EXPECT_EQ(spilled.counting.spill_directory, "there");
  EXPECT_EQ(spilled.counting.slab_visits, 80 * kMebibyte / 8);
  EXPECT_EQ(spilled.estimate.stages[1].peak_bytes, 164 * kMebibyte);
  EXPECT_EQ(spilled.estimate.stages[3].peak_bytes, 110 * kMebibyte);
  EXPECT_EQ(spilled.estimate.stages[4].peak_bytes, 200 * kMebibyte);
  EXPECT_EQ(spilled.estimate.stages[5].peak_bytes, 150 * kMebibyte);
  // 8 MiB of visits are the least; the roles leave 22 more below 150 MiB.
  const MemoryPlan slabs = plan_memory(made_up_with_roles(), 150 * kMebibyte, "there");
  EXPECT_EQ(slabs.counting.slab_visits, 30 * kMebibyte / 8);
  EXPECT_EQ(slabs.estimate.peak_bytes(), 150 * kMebibyte);
}

TEST(MemoryPlan, ChangesNoByteOfAModelWithRoles) {
  const Graph graph = planted_communities(600, 3, 6.0, 0.1, 2).graph;
  Config config;
  config.training.presentations = 500;
  config.training.outstar_presentations = 500;
  config.spectral.rank = 16;
  config.roles.roles = 0.25;
  Embedder whole(config);
  const SdrTable expected = whole.fit(graph, {2, nullptr});
  Embedder limited(config);
  const SdrTable codes = limited.fit(graph, {}, {2, nullptr}, nullptr, {9000, ::testing::TempDir()});
  Config of_place = config;
  of_place.roles.roles = 0.0;
  Embedder places(of_place);
  (void)places.fit(graph, {}, {2, nullptr}, nullptr, {9000, ::testing::TempDir()});
  EXPECT_GT(limited.report().spilled_bytes, places.report().spilled_bytes);  // pairs of roles, too
  EXPECT_EQ(codes.bits, expected.bits);
}

}  // namespace
}  // namespace columnar::memory_plan_test
