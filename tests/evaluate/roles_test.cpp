#include "columnar_lab/evaluate/roles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "columnar/graph/generators.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/role_codes.hpp"
#include "columnar_lab/evaluate/explain.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"

namespace columnar::evaluate_roles_test {
namespace {

using testing::HasSubstr;
using testing_support::small_config;

/// A graph whose classes follow the degree, wherever a node is.
LabelledGraph town(std::uint64_t seed) {
  LabelledGraph made = planted_communities(240, 3, 6.0, 0.1, seed);
  made.labels = {{}, {"few", "many"}};
  for (NodeIndex v = 0; v < made.graph.node_count(); ++v) {
    made.labels.classes.push_back(made.graph.degree(v) > 5 ? 1 : 0);
  }
  return made;
}

Config with_roles() {
  Config config = small_config();
  config.roles.roles = 0.5;
  return config;
}

double figure(const SeedTable& table, const std::string& row) {
  const auto found = std::ranges::find(table.rows, row, &SeedRow::name);
  return found == table.rows.end() ? kUndefined : found->values[0][0];
}

TEST(EvaluateRoles, TellsClassesOfRolesHereAndInAnotherGraph) {
  const LabelledGraph here = town(1);
  LabelledGraph there = town(2);
  there.labels.names = {"few", "many"};
  const std::vector<SeedTable> tables = evaluate_roles(here.graph, here.labels, {&there.graph, &there.labels},
                                                       with_roles(), {"k-winners"}, 1, {2, nullptr});
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].rows.size(), 6U);
  EXPECT_GT(figure(tables[0], "degree"), 0.95);
  EXPECT_GT(figure(tables[0], "bits for roles"), 0.85);
  EXPECT_GT(figure(tables[0], "all bits"), 0.8);
  EXPECT_GT(figure(tables[0], "bits for roles"), figure(tables[0], "the other bits") + 0.1);
  EXPECT_EQ(tables[1].rows.size(), 3U);
  EXPECT_GT(figure(tables[1], "bits for roles"), 0.8);
  EXPECT_GT(figure(tables[1], "degree"), 0.7);
}

TEST(EvaluateRoles, MatchesClassesByName) {
  const LabelledGraph here = town(1);
  LabelledGraph turned = here;
  turned.labels.names = {"many", "few"};
  for (std::int32_t& label : turned.labels.classes) {
    label = 1 - label;
  }
  const auto transfer = [&](const LabelledGraph& other) {
    return figure(
        evaluate_roles(here.graph, here.labels, {&other.graph, &other.labels}, with_roles(), {}, 1, {}).back(),
        "bits for roles");
  };
  EXPECT_EQ(transfer(turned), transfer(here));
}

TEST(EvaluateRoles, RefusesAConfigWithoutRolesAndGraphsWithoutACommonClass) {
  const LabelledGraph here = town(1);
  EXPECT_THAT(error_of(ErrorCode::kConfig,
                       [&] { (void)evaluate_roles(here.graph, here.labels, {}, small_config(), {}, 1, {}); }),
              HasSubstr("--roles: no share"));
  LabelledGraph there = town(2);
  there.labels.names = {"red", "blue"};
  EXPECT_THAT(
      error_of(ErrorCode::kInput,
               [&] {
                 (void)evaluate_roles(here.graph, here.labels, {&there.graph, &there.labels}, with_roles(), {}, 1, {});
               }),
      HasSubstr("no class in common"));
}

TEST(ExplainRoles, BitsHaveTheMeanLevelsOfTheirNodes) {
  Embedder embedder(with_roles());
  const SdrTable codes = embedder.fit(town(1).graph);
  const Model& model = embedder.model();
  const CodeExplanation explained = explain_code(codes, model, nullptr, 7, {});
  const std::vector<Role> roles = roles_of(model.learned->roles->scale, role_features(model.graph, 1));
  ASSERT_TRUE(explained.role);
  EXPECT_EQ((*explained.role)[0], unpack(roles[7])[0] / 64.0);
  std::size_t for_roles = 0;
  for (const BitExplanation& bit : explained.bits) {
    EXPECT_EQ(bit.role.has_value(), codes.shape.is_role_bit(bit.bit)) << bit.bit;
    if (bit.role) {
      ++for_roles;
      double sum = 0.0;
      double nodes = 0.0;
      for (std::size_t v = 0; v < codes.size(); ++v) {
        if (std::ranges::binary_search(codes.code(v), bit.bit)) {
          sum += unpack(roles[v])[0] / 64.0;
          nodes += 1.0;
        }
      }
      EXPECT_NEAR((*bit.role)[0], sum / nodes, 1e-12);
      EXPECT_TRUE(bit.regions.empty());
    }
  }
  EXPECT_EQ(for_roles, 4U + 10U);
}

}  // namespace
}  // namespace columnar::evaluate_roles_test
