#include "columnar/embedder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include "columnar/core/config_fields.hpp"
#include "columnar/cortex/l5_readout.hpp"
#include "columnar/error.hpp"
#include "columnar/graph/digest.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/model/learned.hpp"
#include "columnar/model/model_file.hpp"
#include "columnar/ppmi/ppmi.hpp"
#include "columnar/sdr/algebra.hpp"
#include "columnar/sdr/sdr_check.hpp"
#include "columnar/spectral/smoothing.hpp"
#include "columnar/walks/walks.hpp"
#include "files/scratch.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::embedder_test {
namespace {

using testing::HasSubstr;
using testing_support::tiny_graph;

/// The real sizes of the code, but less work: the sanitizers run these tests too.
Config quick_config() {
  Config config;
  config.spectral.rank = 24;
  config.spectral.regions = 60;
  config.training.presentations = 1500;
  config.training.outstar_presentations = 400;
  return config;
}

std::size_t distinct_codes(const SdrTable& table) {
  std::set<std::vector<std::uint16_t>> all;
  for (std::size_t v = 0; v < table.size(); ++v) {
    all.emplace(table.code(v).begin(), table.code(v).end());
  }
  return all.size();
}

/// check_codes looks at every bit: 8 winner cells in 8 columns, 20 readout neurons, 20 of L6, all ascending and inside
/// the width. Without L6 they differ, too.
void expect_sound(const SdrTable& table, std::size_t nodes) {
  ASSERT_EQ(table.size(), nodes);
  EXPECT_EQ(table.shape, search_shape({}));
  EXPECT_NO_THROW(check_codes(table, "codes", ErrorCode::kInput));
  EXPECT_EQ(distinct_codes(select_layer(table, Layer::kAll)), nodes);
}

/// How near linked nodes lie to each other: the mean cosine over all edges.
double closeness_over_edges(const Graph& graph, const RowMatrix& coordinates) {
  double sum = 0.0;
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (const NodeIndex v : graph.neighbours(u)) {
      sum += static_cast<double>(coordinates.row(u).dot(coordinates.row(v)));
    }
  }
  return sum / static_cast<double>(graph.targets.size());
}

TEST(Embedder, LearnsFromSmoothedCoordinatesInAnyWorkingOrder) {
  const Graph graph = planted_communities(300, 6, 8.0, 0.2, 5).graph;
  const auto fitted = [&graph](const Config& config) {
    Embedder embedder(config);
    static_cast<void>(embedder.fit(graph, {}));
    return embedder.model().learned->coordinates;
  };
  Config config = quick_config();
  const RowMatrix smoothed = fitted(config);
  const CountedPairs pairs = compute_ppmi(sample_walks(graph, config.walks, config.seed, {}), graph.node_count(),
                                          config.walks.window, {}, pair_evidence(config));
  EXPECT_EQ(smoothed, node_coordinates(pairs.ppmi, graph, config, {}));

  config.reorder_from = 0;  // other walks, the same graph
  EXPECT_NEAR(closeness_over_edges(graph, fitted(config)), closeness_over_edges(graph, smoothed), 0.03);
  config.spectral.smoothing = 0.0;
  EXPECT_LT(closeness_over_edges(graph, fitted(config)), closeness_over_edges(graph, smoothed) - 0.04);
}

TEST(Embedder, GivesThe34MembersOfTheKarateClub34Codes) {
  const Graph graph = karate_club().graph;
  Embedder embedder{Config{}};
  const SdrTable table = embedder.fit(graph, {});
  expect_sound(table, 34);
  EXPECT_EQ(table.ids, graph.ids);
  const SpectralConfig wanted;
  EXPECT_THAT(
      embedder.report().notes,
      testing::ElementsAre(HasSubstr("rank " + std::to_string(wanted.rank) + " clamped to the 34 nodes"),
                           HasSubstr("regions " + std::to_string(wanted.regions) + " clamped to 12 for 34 nodes")));
  EXPECT_EQ(embedder.report().stages.size(), 10U);
  EXPECT_EQ(embedder.report().presentations, 34U * Config{}.training.presentations_per_node);
  EXPECT_GT(embedder.report().pairs, 10'000U);
}

TEST(Embedder, LetsFriendsOfASmallGraphShareLearnedBits) {
  const Graph graph = karate_club().graph;
  const SdrTable codes = select_layer(Embedder{Config{}}.fit(graph, {}), Layer::kAll);
  std::size_t sharing = 0;
  for (NodeIndex u = 0; u < graph.node_count(); ++u) {
    for (const NodeIndex v : graph.neighbours(u)) {
      sharing += overlap(codes.code(u), codes.code(v)) > 0 ? 1 : 0;
    }
  }
  EXPECT_GE(sharing, 2 * 60U);  // 60 of 78 ties or more; 40 where all columns lie at centroids
}

TEST(Embedder, GivesTheSameCodesAtAnyThreadCountAndOthersForAnotherSeed) {
  const Graph graph = planted_communities(600, 4, 8.0, 0.15, 1).graph;
  Config config = quick_config();
  const SdrTable one = Embedder(config).fit(graph, {1, nullptr});
  expect_sound(one, 600);
  EXPECT_EQ(one, Embedder(config).fit(graph, {4, nullptr}));
  config.seed = 2;
  const SdrTable other = Embedder(config).fit(graph, {});
  expect_sound(other, 600);
  EXPECT_NE(one, other);
}

/// The mean overlap of the codes of neighbours.
double overlap_of_neighbours(const Graph& graph, const SdrTable& table) {
  double sum = 0.0;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    for (const NodeIndex u : graph.neighbours(v)) {
      sum += static_cast<double>(overlap(table.code(v), table.code(u)));
    }
  }
  return sum / static_cast<double>(graph.targets.size());
}

TEST(Embedder, AnotherOrderToWorkInChangesTheCodesByChanceOnly) {
  const Graph graph = planted_communities(600, 4, 8.0, 0.15, 1).graph;  // the rows of a community lie far apart
  Config config = quick_config();
  Embedder plain(config);
  const SdrTable as_it_is = plain.fit(graph, {});
  config.reorder_from = 600;
  Embedder embedder(config);
  const SdrTable reordered = embedder.fit(graph, {1, nullptr});
  EXPECT_EQ(plain.report().stages.front().name, "walks");
  EXPECT_EQ(embedder.report().stages.front().name, "ordering");
  expect_sound(reordered, 600);
  EXPECT_EQ(reordered.ids, graph.ids);
  EXPECT_EQ(reordered, Embedder(config).fit(graph, {4, nullptr}));
  const double usual = overlap_of_neighbours(graph, as_it_is);
  EXPECT_GT(usual, 5.0);  // two codes by chance share less than two bits
  EXPECT_NEAR(overlap_of_neighbours(graph, reordered), usual, 0.1 * usual);

  // All that the model knows of a node is in the graph's own order, too.
  int inside = 0;
  const Model& model = embedder.model();
  const SdrTable without_l6 = select_layer(reordered, Layer::kAll);
  EXPECT_EQ(model.codes, without_l6.bits);
  const Eligibility eligibility = build_eligibility(model.learned->coordinates, model.learned->centroids,
                                                    config.eligibility, config.l23.columns, config.seed, {});
  const L4Codes l4 = encode_l4(graph, config.l4, config.seed, {});
  for (NodeIndex v = 0; v < 600; ++v) {
    Eigen::Index nearest = 0;
    (model.learned->centroids * model.learned->coordinates.row(v).transpose()).maxCoeff(&nearest);
    inside += model.regions[v] == static_cast<std::uint32_t>(nearest) ? 1 : 0;
  }
  EXPECT_GT(inside, 500);  // the centroids were given unit length after the last step
  SdrTable again = without_l6;
  again.bits =
      read_out(fire(l4, eligibility, config, model.learned->cortex, 1), config, model.learned->cortex, {}).bits;
  int equal = 0;
  for (NodeIndex v = 0; v < 600; ++v) {
    equal += std::ranges::equal(again.code(v), without_l6.code(v)) ? 1 : 0;
  }
  EXPECT_GT(equal, 570);  // not all: of two equal codes the one that comes later gives way
  for (NodeIndex v = 0; v < 600; ++v) {
    EXPECT_NEAR(static_cast<double>(model.learned->marginals.counts[v]),
                static_cast<double>(plain.model().learned->marginals.counts[v]),
                600.0 + 0.5 * static_cast<double>(plain.model().learned->marginals.counts[v]))
        << v;
  }
}

TEST(Embedder, WorksAsThePaperPrintsIt) {
  Config config = preset_config(Preset::kPaper);
  config.spectral.regions = 60;
  config.training.presentations = 1000;
  config.training.outstar_presentations = 200;
  const SdrTable table = Embedder(config).fit(planted_communities(200, 4, 8.0, 0.15, 1).graph, {});
  EXPECT_NO_THROW(check_codes(table, "codes", ErrorCode::kInput));
}

TEST(Embedder, LeavesAModelThatKnowsItsGraphAndCodes) {
  const Graph graph = planted_communities(150, 3, 6.0, 0.2, 5).graph;
  Embedder embedder(quick_config());
  const SdrTable table = embedder.fit(graph, {});
  const Model& model = embedder.model();
  EXPECT_EQ(codes_of(model), table);
  EXPECT_EQ(graph_digest(model.graph), model.graph_digest);
  EXPECT_EQ(model.trained_digest, model.graph_digest);
  EXPECT_EQ(model.updates, 0U);
  EXPECT_EQ(model.learned->marginals.total, embedder.report().pairs);
  EXPECT_EQ(
      std::accumulate(model.learned->marginals.counts.begin(), model.learned->marginals.counts.end(), std::uint64_t{0}),
      2 * embedder.report().pairs);
}

TEST(Embedder, HasARuleToSwitchOffAndItShows) {
  const Graph graph = planted_communities(400, 3, 6.0, 0.2, 5).graph;
  Config with_all = quick_config();
  with_all.training.outstar_presentations = 4000;  // ten passes, or it would have next to no weights yet
  const SdrTable all = Embedder(with_all).fit(graph, {});
  const auto differs_without = [&](bool PlasticityConfig::*rule) {
    Config config = with_all;
    config.plasticity.*rule = false;
    const SdrTable table = Embedder(config).fit(graph, {});
    expect_sound(table, 400);
    return table != all;
  };
  EXPECT_TRUE(differs_without(&PlasticityConfig::bcm));
  EXPECT_TRUE(differs_without(&PlasticityConfig::anti_ce));
  EXPECT_TRUE(differs_without(&PlasticityConfig::lateral));
  EXPECT_TRUE(differs_without(&PlasticityConfig::intrinsic));
  EXPECT_TRUE(differs_without(&PlasticityConfig::outstar));
}

TEST(Embedder, GivesCodesToTheSmallestAndOddestGraphs) {
  // In a pair, a triangle or a clique no two nodes meet more often than chance, so the PPMI is empty.
  expect_sound(Embedder(quick_config()).fit(path_graph(2), {}), 2);
  expect_sound(Embedder(quick_config()).fit(clique_graph(3), {}), 3);
  expect_sound(Embedder(quick_config()).fit(clique_graph(12), {}), 12);
  expect_sound(Embedder(quick_config()).fit(path_graph(3), {}), 3);
  expect_sound(Embedder(quick_config()).fit(star_graph(100), {}), 101);
  expect_sound(Embedder(quick_config()).fit(cycle_graph(50), {}), 50);
}

TEST(Embedder, GivesCodesToIsolatedNodesOtherComponentsAndDeadEnds) {
  expect_sound(Embedder(quick_config()).fit(tiny_graph(9, {{0, 1}, {1, 2}, {2, 0}, {4, 5}, {5, 6, 3.0}}), {}), 9);
  expect_sound(Embedder(quick_config()).fit(tiny_graph(6, {{0, 1}, {1, 2}, {3, 2}, {3, 4}}, true), {}), 6);
}

TEST(Embedder, SeesADirectedGraphAsItsSymmetricGraph) {
  const Graph directed = testing_support::downhill(planted_communities(150, 3, 6.0, 0.2, 1).graph);
  Graph symmetric = SymmetricGraph(directed).graph();
  symmetric.ids = directed.ids;
  for (const std::uint32_t reorder_from : {1000U, 1U}) {
    Config config = quick_config();
    config.reorder_from = reorder_from;
    Embedder embedder(config);
    EXPECT_EQ(embedder.fit(directed, {}).bits, Embedder(config).fit(symmetric, {}).bits);
    EXPECT_TRUE(embedder.model().graph.directed);
    EXPECT_EQ(embedder.model().graph.targets, directed.targets);  // the model keeps the directions
    EXPECT_EQ(embedder.model().graph_digest, graph_digest(directed));
  }
}

TEST(Embedder, TakesWeightsOfAnySize) {
  const SdrTable table =
      Embedder(quick_config())
          .fit(tiny_graph(5, {{0, 1, 1e30}, {1, 2, 1e-30}, {2, 3, 1.0}, {3, 4, 1e10}, {4, 0, 3.0}}), {});
  expect_sound(table, 5);
}

TEST(Embedder, RefusesAGraphWithoutEdgesAndImpossibleParameters) {
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)Embedder(Config{}).fit(tiny_graph(3, {}), {}); }),
              HasSubstr("no edges"));
  Config config;
  config.l23.active_columns = 301;
  error_of(ErrorCode::kConfig, [&] { (void)Embedder(config); });
}

TEST(Embedder, FitsAgainOnceItsModelWasTaken) {
  Embedder embedder(quick_config());
  const SdrTable first = embedder.fit(karate_club().graph, {});
  const Model taken = std::move(embedder).take_model();
  EXPECT_EQ(embedder.fit(karate_club().graph, {}), first);  // NOLINT(bugprone-use-after-move): a fit gives another
  EXPECT_EQ(embedder.model().learned->cortex.weights, taken.learned->cortex.weights);
}

TEST(Model, IsAValue) {
  Embedder embedder(quick_config());
  (void)embedder.fit(karate_club().graph, {});
  Model copy = embedder.model();
  copy.learned->cortex.weights[0] += 1.0F;
  EXPECT_NE(copy.learned->cortex.weights[0], embedder.model().learned->cortex.weights[0]);
  EXPECT_EQ(codes_of(copy), codes_of(embedder.model()));
  copy = embedder.model();
  EXPECT_EQ(copy.learned->cortex.weights, embedder.model().learned->cortex.weights);
  EXPECT_EQ(copy.drift, embedder.model().drift);
  EXPECT_EQ(copy.trained_digest, embedder.model().trained_digest);
}

struct Stopper : ProgressSink {
  int stages = 0;
  void begin_stage(std::string_view) override {
    if (++stages == 4) {
      throw std::runtime_error("stop");
    }
  }
};

TEST(Embedder, KeepsItsModelAndReportWhereAFitThrows) {
  Embedder embedder(quick_config());
  const SdrTable codes = embedder.fit(karate_club().graph, {});
  const auto before = make_model_file(embedder.model(), "m").bytes();
  Stopper stopper;
  EXPECT_THROW((void)embedder.fit(cycle_graph(50), {1, &stopper}), std::runtime_error);
  EXPECT_THROW((void)embedder.fit(tiny_graph(3, {}), {}), Error);
  EXPECT_EQ(make_model_file(embedder.model(), "m").bytes(), before);
  EXPECT_EQ(codes_of(embedder.model()), codes);
  EXPECT_EQ(embedder.report().stages.size(), 10U);
}

/// Whatever asks such a model for more than its config gets an error, not a crash.
void expect_untrained(Model model) {
  const EdgeChanges edge{NodeIds{{1, 2}, {}}, {{ChangeKind::kAdd, 0, 1}}};
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)encode(model, edge); }), HasSubstr("not trained"));
  EXPECT_THAT(error_of(ErrorCode::kInput, [&] { (void)update(model, edge, NewNodes::kAdmit); }),
              HasSubstr("not trained"));
  error_of(ErrorCode::kOutput, [&] { (void)make_model_file(model, "m"); });
  EXPECT_EQ(codes_of(model).size(), 0U);
}

TEST(Embedder, HasAnUntrainedModelUnlessAFitHasSucceeded) {
  Embedder embedder(quick_config());
  expect_untrained(embedder.model());
  Stopper stopper;
  EXPECT_THROW((void)embedder.fit(karate_club().graph, {1, &stopper}), std::runtime_error);
  expect_untrained(embedder.model());

  (void)embedder.fit(karate_club().graph, {});
  const Model taken = std::move(embedder).take_model();
  EXPECT_EQ(codes_of(taken).size(), 34U);
  EXPECT_THROW((void)embedder.fit(tiny_graph(3, {}), {}), Error);  // NOLINT(bugprone-use-after-move): that is the test
  expect_untrained(embedder.model());
  EXPECT_EQ(config_to_json(embedder.model().config), config_to_json(quick_config()));
}

}  // namespace
}  // namespace columnar::embedder_test
