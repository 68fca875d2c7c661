#include "columnar/model/fit_pipeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "columnar/graph/generators.hpp"

namespace columnar::fit_pipeline_test {
namespace {

const Attributes kNoAttributes;  // a pipeline keeps references
const CountingMemory kMemory;
FitStages stages;

using testing::ElementsAre;

constexpr std::array kStages = {FitStage::kWalks,       FitStage::kPpmi,    FitStage::kSpectrum, FitStage::kRegions,
                                FitStage::kEligibility, FitStage::kL4Codes, FitStage::kColumns,  FitStage::kSettling,
                                FitStage::kReadout,     FitStage::kL6Codes};

/// The stages that a config asks for.
std::vector<std::string> stages_run(const Config& config) {
  const Graph graph = karate_club().graph;
  FitPipeline run(graph, kNoAttributes, config, {}, nullptr, kMemory, stages);
  for (const FitStage stage : kStages) {
    run.stage(stage, [] {});
  }
  std::vector<std::string> names;
  for (const StageCost& cost : run.take_report().stages) {
    names.push_back(cost.name);
  }
  return names;
}

TEST(FitPipeline, RunsTheStagesThatTheConfigAsksFor) {
  Config config;
  EXPECT_THAT(stages_run(config), ElementsAre("walks", "PPMI", "spectrum", "regions", "eligibility", "L4 codes",
                                              "columns", "settling", "readout", "L6 codes"));
  config.reorder_from = 0;
  config.plasticity.settling_rounds = 0;
  config.l6.l6_active = 0;
  EXPECT_THAT(stages_run(config), ElementsAre("ordering", "walks", "PPMI", "spectrum", "regions", "eligibility",
                                              "L4 codes", "columns", "readout"));
}

TEST(FitPipeline, FreesDataOnceNoLaterStageReadsIt) {
  const Graph graph = karate_club().graph;
  for (const bool balanced : {true, false}) {
    Config config;
    config.training.balanced = balanced;
    FitPipeline run(graph, kNoAttributes, config, {}, nullptr, kMemory, stages);
    run.stage(FitStage::kWalks, [&] { run.data().walks = sample_walks(graph, config.walks, config.seed, {}); });
    run.stage(FitStage::kPpmi,
              [&] { run.data().pairs = compute_ppmi(run.data().walks, graph.node_count(), config.walks.window, {}); });
    EXPECT_EQ(run.data().walks.count(), 0U);
    EXPECT_EQ(run.data().presentations.size(), 34U * config.training.presentations_per_node);
    EXPECT_GT(run.data().pairs.ppmi.entry_count(), 0U);
    run.stage(FitStage::kSpectrum, [] {});
    EXPECT_EQ(run.data().pairs.ppmi.node_count(), 0U);
    run.stage(FitStage::kReadout, [] {});
    EXPECT_TRUE(run.data().presentations.empty());
    EXPECT_EQ(run.data().pairs.marginals.counts.size(), 34U);  // part of the model
  }
}

TEST(FitPipeline, WorksOnTheGraphInTheWorkingOrder) {
  const Graph graph = planted_communities(100, 4, 6.0, 0.1, 1).graph;
  Config config;
  FitPipeline plain(graph, kNoAttributes, config, {}, nullptr, kMemory, stages);
  EXPECT_EQ(&plain.ordered_graph(), &graph);
  config.reorder_from = 0;
  FitPipeline run(graph, kNoAttributes, config, {}, nullptr, kMemory, stages);
  const Graph& ordered = run.ordered_graph();
  ASSERT_EQ(run.rows().size(), 100U);
  EXPECT_FALSE(std::ranges::is_sorted(run.rows()));
  for (NodeIndex v = 0; v < 100; ++v) {
    ASSERT_EQ(ordered.degree(v), graph.degree(run.rows()[v]));
  }
}

}  // namespace
}  // namespace columnar::fit_pipeline_test
