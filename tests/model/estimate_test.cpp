#include "columnar/model/estimate.hpp"

#include <gtest/gtest.h>

#include <map>

#include "columnar/embedder.hpp"
#include "columnar/graph/generators.hpp"
#include "columnar/graph/symmetric_graph.hpp"
#include "columnar/ppmi/pair_counts.hpp"
#include "columnar/spectral/regions.hpp"
#include "support/planted_words.hpp"

namespace columnar::estimate_test {
namespace {

Graph town(NodeIndex nodes) { return planted_communities(nodes, 6, 8.0, 0.2, 1).graph; }

Config without_learning() {
  Config config;
  config.training.presentations = 0;
  config.training.outstar_presentations = 0;
  config.spectral.kmeans_iterations = 1;
  return config;
}

TEST(Estimate, NamesTheStagesOfAFit) {
  const Graph graph = karate_club().graph;
  for (const std::uint64_t reorder_from : {0, 35}) {
    Config config = without_learning();
    config.reorder_from = reorder_from;
    Embedder embedder(config);
    static_cast<void>(embedder.fit(graph, {}));
    Config usual;
    usual.reorder_from = reorder_from;
    const Estimate estimate = estimate_fit(graph, usual, 1);
    std::vector<std::string> names;
    for (const StageCost& stage : embedder.report().stages) {
      names.push_back(stage.name);
    }
    std::vector<std::string> estimated;
    for (const StageCost& stage : estimate.stages) {
      estimated.push_back(stage.name);
      EXPECT_GT(stage.seconds, 0.0);
    }
    EXPECT_EQ(estimated, names);
  }
}

TEST(Estimate, CountsTheCopiesOfLongIds) {
  Graph graph = path_graph(4);
  graph.ids.integers.clear();
  for (const char* const name : {"a", "b", "c", "d"}) {
    graph.ids.texts.push_back(name + std::string(1'000'000, 'x'));
  }
  // The ids of the graph, of the model, of the codes, and in the file under way.
  EXPECT_GT(estimate_outputs(graph, {}, 4'000'000).back().peak_bytes, 16'000'000U);
}

TEST(Estimate, CountsTheReorderedGraphUntilTheSpectrumIsKnown) {
  const Graph graph = town(3000);
  const auto peaks = [&](std::uint32_t reorder_from) {
    Config config;
    config.reorder_from = reorder_from;
    std::map<std::string, std::uint64_t> peak_of;
    for (const StageCost& stage : estimate_fit(graph, config, 1).stages) {
      peak_of[stage.name] = stage.peak_bytes;
    }
    return peak_of;
  };
  auto plain = peaks(3001);
  auto reordered = peaks(3000);
  const std::uint64_t order = 4 * 3000;
  const std::uint64_t rows = 8 * 3000 + 4 * graph.targets.size();
  for (const char* const stage : {"walks", "PPMI", "spectrum"}) {
    EXPECT_EQ(reordered[stage], plain[stage] + order + rows) << stage;
  }
  for (const char* const stage : {"regions", "columns", "readout", "L6 codes"}) {
    EXPECT_EQ(reordered[stage], plain[stage] + order) << stage;
  }
}

TEST(Estimate, FindsThePairsWithoutWalkingEverywhere) {
  const Graph graph = town(3000);
  Embedder embedder(without_learning());
  static_cast<void>(embedder.fit(graph, {}));
  const Estimate estimate = estimate_fit(graph, {}, 1);
  const auto pairs = static_cast<double>(embedder.report().pairs);
  const auto distinct = static_cast<double>(embedder.report().distinct_pairs);
  EXPECT_NEAR(static_cast<double>(estimate.pairs), pairs, 0.1 * pairs);
  EXPECT_NEAR(static_cast<double>(estimate.distinct_pairs), distinct, 0.15 * distinct);
}

TEST(Estimate, NeverPromisesMorePairsThanNodesAllow) {
  const Estimate estimate = estimate_fit(clique_graph(12), {}, 1);
  EXPECT_LE(estimate.distinct_pairs, 66U);
  EXPECT_GT(estimate.distinct_pairs, 60U);
}

TEST(Estimate, GrowsInProportionToTheGraph) {
  const Estimate small = estimate_fit(town(4000), {}, 1);
  const Estimate large = estimate_fit(town(16'000), {}, 1);
  EXPECT_NEAR(static_cast<double>(large.pairs) / static_cast<double>(small.pairs), 4.0, 0.5);
  EXPECT_GT(large.peak_bytes(), 2 * small.peak_bytes());
  EXPECT_LT(large.peak_bytes(), 6 * small.peak_bytes());
}

TEST(Estimate, CountsTheRowsThatSangersRuleIsShown) {
  const Graph graph = town(2000);
  Config config;
  config.spectral.method = SpectralMethod::kGha;
  const Estimate one = estimate_fit(graph, config, 1);
  config.spectral.gha_presentations *= 2;
  config.spectral.som_presentations *= 3;
  const Estimate more = estimate_fit(graph, config, 1);
  ASSERT_EQ(one.stages[2].name, "spectrum");
  ASSERT_EQ(one.stages[3].name, "regions");
  EXPECT_NEAR(more.stages[2].seconds / one.stages[2].seconds, 2.0, 0.01);
  EXPECT_NEAR(more.stages[3].seconds / one.stages[3].seconds, 3.0, 0.01);
  EXPECT_EQ(one.stages.size(), estimate_fit(graph, {}, 1).stages.size());
}

TEST(Estimate, FallsWithThreadsInTimeAndGrowsInMemoryByWhatAThreadHolds) {
  const Graph graph = town(2000);
  const Estimate one = estimate_fit(graph, {}, 1);
  const Estimate four = estimate_fit(graph, {}, 4);
  EXPECT_LT(four.seconds(), one.seconds());
  const auto counting = [](const Estimate& estimate) {
    return std::ranges::find(estimate.stages, "PPMI", &StageCost::name)->peak_bytes;
  };
  EXPECT_GT(counting(four), counting(one));
  // Never more than the pairs themselves, twice: a thread gathers some rows before they are stored.
  EXPECT_LT(counting(four), counting(one) + 2 * one.pair_bytes);
}

TEST(Estimate, HoldsForIsolatedNodesDeadEndsAndWeights) {
  Graph graph;  // 0 → 1, and a node alone
  graph.offsets = {0, 1, 1, 1};
  graph.targets = {1};
  graph.weights = {2.5F};
  graph.directed = true;
  graph.ids.texts = {"a", "b", "a rather long name that does not fit inside a string"};
  const Estimate estimate = estimate_fit(graph, {}, 1);
  EXPECT_LE(estimate.distinct_pairs, 1U);
  EXPECT_GT(estimate.peak_bytes(), 0U);
}

TEST(Estimate, CountsThePairsOfADirectedGraphWithSinks) {
  Graph graph = planted_communities(2000, 4, 8.0, 0.1, 5).graph;  // read as directed, with every third row cut off
  graph.directed = true;
  std::vector<std::uint64_t> offsets{0};
  std::vector<NodeIndex> targets;
  for (NodeIndex v = 0; v < graph.node_count(); ++v) {
    if (v % 3 != 0) {
      const auto row = graph.neighbours(v);
      targets.insert(targets.end(), row.begin(), row.end());
    }
    offsets.push_back(targets.size());
  }
  graph.offsets = offsets;
  graph.targets = targets;
  const Config config;
  const SymmetricGraph symmetric(graph);
  const Walks walks = sample_walks(symmetric.graph(), config.walks, 1, {});
  const Visits visits(walks, graph.node_count(), config.walks.window, 1);
  const Estimate estimate = estimate_fit(graph, config, 1);
  EXPECT_GT(static_cast<double>(estimate.pairs), 0.8 * static_cast<double>(visits.marginals().total));
  // A directed graph is held beside its symmetric graph in every stage: 8 bytes per node and id, 4 per edge.
  const Estimate alone = estimate_fit(symmetric.graph(), config, 1);
  const std::uint64_t copy = 16 * graph.node_count() + 4 * graph.targets.size();
  for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(estimate.stages[i].peak_bytes),
                static_cast<double>(alone.stages[i].peak_bytes + copy), 2.0);
  }
}

TEST(Estimate, NamesTheStagesOfAFitWithAttributesAndRoles) {
  const LabelledGraph planted = planted_communities(300, 3, 8.0, 0.2, 1);
  const Attributes words = testing_support::words_of(planted.labels.classes, 3, 2);
  Config config = without_learning();
  config.roles.roles = 0.25;
  Embedder embedder(config);
  (void)embedder.fit(planted.graph, words, {});
  Config usual;
  usual.roles.roles = 0.25;
  std::vector<std::string> names;
  for (const StageCost& stage : embedder.report().stages) {
    names.push_back(stage.name);
  }
  std::vector<std::string> estimated;
  for (const StageCost& stage : estimate_fit(planted.graph, usual, 1, words).stages) {
    estimated.push_back(stage.name);
    EXPECT_GT(stage.seconds, 0.0) << stage.name;
  }
  EXPECT_EQ(estimated, names);
}

TEST(Estimate, CountsCopiesAndCoordinatesOfAttributes) {
  const LabelledGraph planted = planted_communities(2000, 3, 8.0, 0.2, 1);
  const Attributes words = testing_support::words_of(planted.labels.classes, 3, 2);
  const auto peaks = [&](const Attributes& attributes) {
    std::map<std::string, std::uint64_t> peak_of;
    for (const StageCost& stage : estimate_fit(planted.graph, {}, 1, attributes).stages) {
      peak_of[stage.name] = stage.peak_bytes;
    }
    return peak_of;
  };
  auto without = peaks({});
  auto with = peaks(words);
  const std::uint64_t table = 4 * words.indices.size() + 8 * 2000;
  EXPECT_EQ(with["walks"], without["walks"] + table);
  // Two parts of 60 coordinates per node and 60 directions.
  EXPECT_EQ(with["columns"], without["columns"] + table + 2 * 4 * 60 * 2000 + 4 * 60 * 60 +
                                 2 * 4 * 60 * std::uint64_t{most_regions(2000, Config().spectral)});
}

TEST(Estimate, OfAGraphWhoseNodesAllPlayTheSamePartHasNoRoles) {
  Config config;
  config.roles.roles = 0.25;
  EXPECT_EQ(estimate_fit(clique_graph(12), config, 1).stages.size(),
            estimate_fit(clique_graph(12), {}, 1).stages.size());
}

}  // namespace
}  // namespace columnar::estimate_test
