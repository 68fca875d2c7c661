#include "columnar_lab/report/embed_summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/report_support.hpp"

namespace columnar::embed_summary_test {
namespace {

using testing::ElementsAre;
using testing_support::keys_of;
using testing_support::SmallTown;

std::vector<std::string> names_of(const std::vector<StageCost>& stages) {
  std::vector<std::string> names;
  for (const StageCost& stage : stages) {
    names.push_back(stage.name);
  }
  return names;
}

TEST(EmbedSummary, TellsOfAFitWhatTheCommandDoes) {
  const SmallTown town;
  const GraphRun run = town.run();
  Embedder embedder(run.config);
  const SdrTable codes = select_layer(embedder.fit(town.town.graph, {}), Layer::kL23);
  EmbedSummary summary = summarise_fit(run, embedder, codes, {2, nullptr});
  EXPECT_EQ(summary.fit.stages.size(), embedder.report().stages.size() + 1);
  EXPECT_EQ(summary.fit.stages.back().name, "health");
  summary.hints = {"a hint"};
  summary.written = {{"a.sdr", "codes", 17}};

  const Json json = summary_json(summary);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "graph", "notes", "seed", "method", "preset", "threads", "config",
                                         "pairs", "distinct_pairs", "presentations", "tie_breaks", "labelled_nodes",
                                         "layer", "health", "stages", "total_seconds", "peak_bytes", "written"));
  EXPECT_EQ(json["graph"]["name"], "town");
  EXPECT_EQ(json["notes"].back(), "a hint");
  EXPECT_EQ(json["method"], "columnar");
  EXPECT_EQ(json["threads"], 2);
  EXPECT_EQ(json["pairs"], embedder.report().pairs);
  EXPECT_EQ(json["labelled_nodes"], 120);
  EXPECT_EQ(json["layer"], "l23");
  EXPECT_EQ(json["health"]["nodes"], 120);
  EXPECT_FALSE(json["health"]["same_cell_rate_same_class"].is_null());
  EXPECT_EQ(json["written"], (Json::array({{{"path", "a.sdr"}, {"what", "codes"}, {"bytes", 17}}})));
}

TEST(EmbedSummary, KnowsNoLabelledNodesWithoutLabels) {
  const SmallTown town;
  GraphRun run = town.run();
  run.labels = nullptr;
  Embedder embedder(run.config);
  const SdrTable codes = embedder.fit(town.town.graph, {});
  const Json json = summary_json(summarise_fit(run, embedder, codes, {}));
  EXPECT_TRUE(json["labelled_nodes"].is_null());
  EXPECT_TRUE(json["health"]["same_cell_rate_same_class"].is_null());
  EXPECT_EQ(json["layer"], "search");
}

TEST(EmbedSummary, AnEstimateSaysThatItIsOne) {
  const SmallTown town;
  const GraphRun run = town.run();
  const Json json = estimate_json(run.facts, estimate_fit(town.town.graph, run.config, 3), 3);
  EXPECT_THAT(keys_of(json), ElementsAre("version", "estimate", "threads", "graph", "pairs", "distinct_pairs", "stages",
                                         "total_seconds", "peak_bytes"));
  EXPECT_EQ(json["estimate"], true);
  EXPECT_EQ(json["threads"], 3);
}

TEST(BaselineSummary, HasTheStagesAndTheConstantsOfItsMethod) {
  const SmallTown town;
  BaselineConfig baseline;
  baseline.dimensions = 8;
  const BaselineRun made = run_baseline(method_named("ppmi-svd"), town.run(), baseline, {});
  ASSERT_NE(vectors_of(made.embedding), nullptr);
  EXPECT_FALSE(made.summary.stages.empty());
  const Json json = baseline_json(made.summary);
  EXPECT_THAT(keys_of(json),
              ElementsAre("version", "graph", "notes", "seed", "method", "threads", "config", "labelled_nodes", "kind",
                          "health", "stages", "total_seconds", "peak_bytes", "written"));
  EXPECT_EQ(json["method"], "ppmi-svd");
  EXPECT_EQ(json["kind"], "8 floats");
  EXPECT_TRUE(json["health"].is_null());
  EXPECT_THAT(keys_of(json["config"]),
              ElementsAre("dimensions", "window", "walks_per_node", "walk_length", "return_p", "inout_q"));
}

TEST(BaselineSummary, MeasuresCodes) {
  const SmallTown town;
  const BaselineRun made = run_baseline(method_named("k-winners"), town.run(), {}, {});
  ASSERT_NE(codes_of(made.embedding), nullptr);
  EXPECT_EQ(names_of(made.summary.stages).back(), "health");
  EXPECT_EQ(baseline_json(made.summary)["health"]["nodes"], 120);
  const Json metadata = Json::parse(baseline_metadata(made.summary));
  EXPECT_EQ(metadata["method"], "k-winners");
  EXPECT_EQ(metadata["constants"], baseline_json(made.summary)["config"]);
}

}  // namespace
}  // namespace columnar::embed_summary_test
