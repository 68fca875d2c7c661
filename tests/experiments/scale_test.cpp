#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/experiment_support.hpp"
#include "support/progress_log.hpp"

namespace columnar::experiments_scale_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::complaint_of;
using testing_support::Given;
using testing_support::keys_of;

struct Scale {
  ExperimentInput input;

  Scale() { input.run.config = testing_support::small_config(); }
  [[nodiscard]] Json json(const Given& given, const RunContext& context = {}) const {
    const Experiment& experiment = experiment_named("scale");
    const Options options(experiment.options, given);
    return results_json(experiment, input, options, run_experiment(experiment, input, options, context));
  }
};

Given sizes(std::vector<double> nodes) { return {{"sizes", std::move(nodes)}, {"degree", 4.0}}; }

std::vector<std::string> names_of(const Json& rows) {
  std::vector<std::string> names;
  for (const Json& row : rows) {
    names.push_back(row["name"]);
  }
  return names;
}

TEST(Scale, GoesFromSmallToLargeWhateverTheOrderGiven) {
  const Graph club = karate_club().graph;
  const Graph ring = cycle_graph(20);
  Scale scale;
  scale.input.graphs = {graph_in_memory("club", club), graph_in_memory("ring", ring)};
  testing_support::ProgressLog progress;
  const Json json = scale.json(sizes({200, 100}), {1, &progress});
  const Json& rows = json["results"]["graphs"]["rows"];
  EXPECT_THAT(names_of(rows), ElementsAre("100 nodes", "200 nodes", "ring", "club"));
  EXPECT_EQ(rows[0]["group"], "generated");
  EXPECT_EQ(rows[3]["group"], "given");
  EXPECT_EQ(rows[3]["edges"]["mean"], 78);
  EXPECT_EQ(progress.stages.front(), "ring: walks");
  EXPECT_THAT(progress.stages.back(), HasSubstr("200 nodes: "));
}

TEST(Scale, TellsGraphsOfOneNameApartAndKnowsTheirClasses) {
  const LabelledGraph club = karate_club();
  Scale scale;
  scale.input.graphs = {graph_in_memory("graph", club.graph, &club.labels), graph_in_memory("graph", club.graph)};
  const Json json = scale.json(sizes({100, 100}));
  const Json& rows = json["results"]["graphs"]["rows"];
  EXPECT_THAT(names_of(rows), ElementsAre("100 nodes", "100 nodes (2)", "graph", "graph (2)"));
  EXPECT_EQ(rows[2]["accuracy"].is_null(), club.labels.empty());
  EXPECT_TRUE(rows[3]["accuracy"].is_null());
}

TEST(Scale, HasTimesMemoryExponentsAndAnExtrapolation) {
  Given given = sizes({200, 100});
  given["seeds"] = std::uint64_t{2};
  const Json json = Scale().json(given);
  EXPECT_EQ(json["settings"]["degree"], 4.0);
  EXPECT_THAT(keys_of(json["settings"]), ElementsAre("preset", "config", "sizes", "degree", "seeds"));
  EXPECT_THAT(keys_of(json["facts"]),
              ElementsAre("memory_growth", "threads", "generator", "machine_bytes", "nodes_that_fit"));
  EXPECT_THAT(keys_of(json["results"]), ElementsAre("graphs", "stages", "exponents", "forecast"));
  const Json& graph = json["results"]["graphs"]["rows"][1];
  EXPECT_EQ(graph["nodes"]["mean"], 200);
  EXPECT_EQ(graph["seconds"]["seeds"].size(), 2U);
  EXPECT_DOUBLE_EQ(graph["bytes_per_node"]["mean"].get<double>() * 200.0, graph["peak_bytes"]["mean"].get<double>());
  EXPECT_EQ(graph["accuracy"]["seeds"].size(), 2U);
  EXPECT_GT(graph["estimated_bytes"]["mean"].get<double>(), 0.0);
  const Json& stage = json["results"]["stages"]["rows"][0];
  EXPECT_EQ(stage["group"], "100 nodes");
  EXPECT_EQ(stage["name"], "walks");
  EXPECT_EQ(stage["seconds"]["seeds"].size(), 2U);
  const Json& last = json["results"]["forecast"]["rows"].back();
  EXPECT_EQ(last["level"], 1e9);
  EXPECT_EQ(last["name"], "total");
  EXPECT_GT(last["seconds"]["mean"].get<double>(), 0.0);
}

TEST(Scale, TellsLargerGraphsFromGeneratedOnesOfTwoSizesAlone) {
  const Graph club = karate_club().graph;
  const Graph ring = cycle_graph(20);
  Scale given;
  given.input.graphs = {graph_in_memory("club", club), graph_in_memory("ring", ring)};
  EXPECT_THAT(keys_of(given.json({})["results"]), ElementsAre("graphs", "stages", "exponents"));
  EXPECT_THAT(keys_of(Scale().json(sizes({100}))["results"]), ElementsAre("graphs", "stages"));
}

TEST(Scale, RefusesImpossibleParameters) {
  const auto complaint = [](const Given& given) {
    return complaint_of(ErrorCode::kConfig, [&] { (void)Scale().json(given); });
  };
  EXPECT_EQ(complaint(sizes({300, 5})), "--sizes: must be whole numbers from 100 to 50000000, not '5'");
  EXPECT_EQ(complaint(sizes({300.5})), "--sizes: must be whole numbers from 100 to 50000000, not '300.5'");
  EXPECT_THAT(complaint({{"seeds", std::uint64_t{0}}}), HasSubstr("--seeds: "));
  EXPECT_THAT(complaint({{"degree", kUndefined}}), HasSubstr("--degree: not a finite number"));
}

TEST(Scale, NamesAFileThatCannotBeRead) {
  Scale scale;
  scale.input.graphs = {graph_file("absent.tsv")};
  EXPECT_THAT(complaint_of(ErrorCode::kInput, [&] { (void)scale.json({}); }), HasSubstr("absent.tsv"));
}

}  // namespace
}  // namespace columnar::experiments_scale_test
