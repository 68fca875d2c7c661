#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "columnar/core/role_share.hpp"
#include "columnar/embedder.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/model.hpp"
#include "columnar/model/checkpoints.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/model/role_codes.hpp"
#include "columnar/sdr/algebra.hpp"
#include "cortex/tiny_cortex.hpp"
#include "files/scratch.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::roles_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::small_config;
using testing_support::tiny_graph;
using testing_support::TinyEdge;

Config with_roles(Config config, double share = 0.5) {
  config.roles.roles = share;
  return config;
}

Graph town() { return planted_communities(200, 4, 6.0, 0.2, 4).graph; }

Model trained(const Graph& graph, const Config& config, int threads = 1) {
  Embedder embedder(config);
  (void)embedder.fit(graph, {threads, nullptr});
  return std::move(embedder).take_model();
}

/// The small town, trained once.
const Model& town_model() {
  static const Model model = trained(town(), with_roles(small_config()));
  return model;
}

SdrTable role_bits(const Model& model) { return select_layer(codes_of(model), Layer::kRoles); }

std::vector<std::byte> bytes_of(const Model& model) { return make_model_file(model, "m").bytes(); }

/// Two copies of a graph, the second one `shift` rows later, and more edges.
Graph twice(const Graph& graph, NodeIndex shift, std::vector<TinyEdge> edges, NodeIndex nodes) {
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (const NodeIndex v : graph.neighbours(u)) {
      if (u < v) {
        edges.push_back({u, v});
        edges.push_back({u + shift, v + shift});
      }
    }
  }
  return tiny_graph(nodes, edges);
}

std::string complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Roles, OfABarbellAreTheSameInBothBellsAndOthersOnTheBar) {
  // Two cliques of ten, joined by the path 0 - 20 - 21 - 22 - 10, and by an edge.
  const Graph bar = twice(clique_graph(10), 10, {{0, 20}, {20, 21}, {21, 22}, {22, 10}}, 23);
  const Graph edge = twice(clique_graph(10), 10, {{0, 10}}, 20);
  for (const Graph* graph : {&bar, &edge}) {
    const SdrTable roles = role_bits(trained(*graph, with_roles({})));
    EXPECT_EQ(roles.shape.active(), 14U);
    for (std::size_t node = 0; node < 10; ++node) {
      EXPECT_GE(2 * overlap(roles.code(node), roles.code(node + 10)), roles.shape.active()) << node;
    }
  }
  const SdrTable roles = role_bits(trained(bar, with_roles({})));
  EXPECT_LT(2 * overlap(roles.code(5), roles.code(21)), roles.shape.active());
}

TEST(Roles, OfAMemberOfTwoKarateClubsAreNearestToThoseOfItsMirrorImage) {
  for (const NodeIndex member : {0U, 11U, 33U}) {
    const Graph clubs = twice(karate_club().graph, 34, {{member, member + 34}}, 68);
    const SdrTable roles = role_bits(trained(clubs, with_roles({})));
    int found = 0;
    for (std::size_t v = 0; v < 34; ++v) {
      std::uint32_t best = 0;
      for (std::size_t u = 0; u < 68; ++u) {
        best = std::max(best, u == v ? 0 : overlap(roles.code(v), roles.code(u)));
      }
      found += overlap(roles.code(v), roles.code(v + 34)) == best ? 1 : 0;
    }
    EXPECT_GE(found, 30) << member;
  }
}

TEST(Roles, AreTheSameBytesAtAnyNumberOfThreads) {
  const auto one = bytes_of(town_model());
  EXPECT_EQ(bytes_of(trained(town(), with_roles(small_config()), 2)), one);
  EXPECT_EQ(bytes_of(trained(town(), with_roles(small_config()), 5)), one);
}

TEST(Roles, LeaveTheOtherBitsAsALearnerOfTheRestMakesThem) {
  const Model rest = trained(town(), place_config(with_roles(small_config())));
  const Model& model = town_model();
  const PlaceCodes place(model.config, model.codes);
  EXPECT_EQ(std::vector(place.bits().begin(), place.bits().end()), rest.codes);
  EXPECT_EQ(model.l6, rest.l6);
}

TEST(Roles, SurviveSavingAndLoading) {
  const Scratch scratch;
  save_model(scratch.path("a.model"), town_model());
  const Model loaded = load_model(scratch.path("a.model"));
  EXPECT_EQ(bytes_of(loaded), bytes_of(town_model()));
  EXPECT_EQ(loaded.learned->roles->scale.values, town_model().learned->roles->scale.values);
}

TEST(Roles, OfAModelAreRefusedWhereAPartDoesNotFit) {
  const auto refused = [](const std::function<void(RoleModel&)>& damage) {
    Model model = town_model();
    RoleModel roles = *model.learned->roles;
    damage(roles);
    model.learned->roles = std::make_shared<const RoleModel>(std::move(roles));
    return complaint([&] { (void)bytes_of(model); });
  };
  EXPECT_EQ(refused([](RoleModel&) {}), "");
  EXPECT_THAT(refused([](RoleModel& roles) { std::ranges::reverse(roles.scale.values[3]); }),
              HasSubstr("not ascending"));
  EXPECT_THAT(refused([](RoleModel& roles) { roles.scale.values[3].pop_back(); }), HasSubstr("not ascending"));
  EXPECT_THAT(refused([](RoleModel& roles) { ++roles.model.config.seed; }), HasSubstr("of another config"));
  EXPECT_THAT(refused([](RoleModel& roles) { roles.model.graph.ids.integers[0] = -1; }), HasSubstr("ascending roles"));
  EXPECT_THAT(refused([](RoleModel& roles) { roles.model.drift[0] = 2.0; }), HasSubstr("m: its roles: "));
  Model without = town_model();
  without.learned->roles = nullptr;
  EXPECT_THAT(complaint([&] { (void)bytes_of(without); }), HasSubstr("its config and its roles disagree"));
}

TEST(Roles, OfRolesAreRefused) {
  // A file in which the model of roles has roles itself could nest without end.
  const std::vector<std::byte> whole = bytes_of(town_model());
  const SectionedFile sound = SectionedFile::parse(whole, "m");
  SectionedFileWriter writer(FileKind::kModel, 5);
  for (const SectionInfo& info : sound.sections()) {
    const auto old = sound.section(info.name);
    writer.add(info.name, info.name == "roles.model" ? whole : std::vector(old.begin(), old.end()));
  }
  EXPECT_EQ(complaint([&] { (void)model_from_sections(SectionedFile::parse(writer.bytes(), "evil.model")); }),
            "evil.model: its roles: have roles of their own");
}

TEST(Roles, GoOnFromACheckpointOfEitherRun) {
  struct Interruption : std::exception {};
  struct Interrupter : ProgressSink {
    explicit Interrupter(std::string name) : at(std::move(name)) {}
    std::string at;
    void begin_stage(std::string_view name) override {
      if (name == at) {
        throw Interruption();
      }
    }
    void advance(double) override {}
    void end_stage() override {}
    void note(std::string_view) override {}
  };
  const auto whole = bytes_of(town_model());
  for (const char* stage : {"columns", "roles: graph", "roles: spectrum", "roles: readout"}) {
    const Scratch scratch;
    {
      Checkpoints checkpoints(scratch.path("run"), 0.0);
      Interrupter sink(stage);
      EXPECT_THROW((void)Embedder(with_roles(small_config())).fit(town(), {}, {1, &sink}, &checkpoints, {}),
                   Interruption);
    }
    Checkpoints checkpoints(scratch.path("run"), 0.0);
    Embedder embedder(with_roles(small_config()));
    (void)embedder.fit(town(), {}, {}, &checkpoints, {});
    EXPECT_EQ(bytes_of(embedder.model()), whole) << stage;
    checkpoints.remove();
    EXPECT_TRUE(scratch.names().empty()) << stage;
  }
}

TEST(Roles, OfTheSameGraphAndOfCopiesOfItAreThoseOfTheModel) {
  const Model& model = town_model();
  const SdrTable own = role_bits(model);
  EXPECT_EQ(encode_roles(model, model.graph), own);
  EXPECT_EQ(encode_roles(model, model.graph, {5, nullptr}), own);
  const SdrTable copies = encode_roles(model, twice(model.graph, 200, {}, 400));
  for (std::size_t v = 0; v < 200; ++v) {
    EXPECT_TRUE(std::ranges::equal(copies.code(v), own.code(v))) << v;
    EXPECT_TRUE(std::ranges::equal(copies.code(v + 200), own.code(v))) << v;
  }
}

TEST(Roles, OfAnotherGraphHaveTheShapeOfTheModelsAndFollowTheRank) {
  const Model& model = town_model();
  const SdrTable star = encode_roles(model, star_graph(60));
  EXPECT_EQ(star.shape, role_bits(model).shape);
  EXPECT_EQ(star.size(), 61U);
  EXPECT_TRUE(std::ranges::equal(star.code(1), star.code(60)));
  EXPECT_FALSE(std::ranges::equal(star.code(0), star.code(1)));
  EXPECT_THAT(complaint([&] { (void)encode_roles(model, tiny_graph(3, {})); }), HasSubstr("graph: has no edges"));
  const Model without = trained(town(), small_config());
  EXPECT_THAT(complaint([&] { (void)encode_roles(without, town()); }), HasSubstr("model: it has no roles"));
  EXPECT_THAT(complaint([&] { (void)role_bits(without); }), HasSubstr("the codes have no roles"));
}

TEST(Roles, OfANewNodeAreThoseOfKnownNodesOfItsPart) {
  // Two hubs with 20 leaves each. A new leaf of either is a leaf; a new node with 20 leaves of its own is none.
  std::vector<TinyEdge> edges{{0, 1}};
  for (NodeIndex leaf = 2; leaf < 42; ++leaf) {
    edges.push_back({leaf % 2, leaf});
  }
  for (NodeIndex node = 42; node < 62; ++node) {
    edges.push_back({node, 42 + (node - 41) % 20});
    edges.push_back({node, node % 2});
  }
  const Model model = trained(tiny_graph(62, edges), with_roles({}));
  const Scratch scratch;
  const SdrTable added = encode(model, read_edge_changes(scratch.put("new.tsv", "900 0\n"))).codes;
  ASSERT_EQ(added.size(), 1U);
  const SdrTable roles = role_bits(model);
  const SdrTable of_new = select_layer(added, Layer::kRoles);
  EXPECT_GT(overlap(of_new.code(0), roles.code(2)), overlap(of_new.code(0), roles.code(0)));
  EXPECT_GE(2 * overlap(of_new.code(0), roles.code(2)), roles.shape.active());
}

TEST(Roles, FollowAnUpdate) {
  Model model = town_model();
  NodeIndex leaf = 0;
  while (model.graph.degree(leaf) != 1) {
    ++leaf;
  }
  std::string changes;
  for (NodeIndex u = 0; u < 200; u += 7) {
    if (u != leaf && model.graph.weight(leaf, u) == 0.0) {
      changes += std::to_string(leaf) + " " + std::to_string(u) + "\n";
    }
  }
  const Scratch scratch;
  (void)update(model, read_edge_changes(scratch.put("c.tsv", changes)), NewNodes::kRefuse);
  const SdrTable before = role_bits(town_model());
  const SdrTable after = role_bits(model);
  EXPECT_LT(2 * overlap(before.code(leaf), after.code(leaf)), before.shape.active());
  EXPECT_NO_THROW((void)bytes_of(model));  // check_model: every bound holds
}

TEST(Roles, NeedNodesThatDifferBeforeAnyOtherWork) {
  struct Stages : ProgressSink {
    std::vector<std::string> begun;
    void begin_stage(std::string_view name) override { begun.emplace_back(name); }
    void end_stage() override {}
    void advance(double) override {}
  } stages;
  EXPECT_THAT(complaint([&] {
                Embedder embedder(with_roles(small_config()));
                (void)embedder.fit(cycle_graph(12), RunContext{1, &stages});
              }),
              HasSubstr("graph: all of its nodes play the same part"));
  EXPECT_THAT(stages.begun, ElementsAre("roles: graph"));
}

}  // namespace
}  // namespace columnar::roles_test
