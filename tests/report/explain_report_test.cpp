#include "columnar_lab/report/explain_report.hpp"

#include <gtest/gtest.h>

#include "report/report_support.hpp"

namespace columnar::explain_report_test {
namespace {

using testing_support::keys_of;

CodeExplanation tiny_explanation() {
  CodeExplanation code;
  code.node = 1;
  code.region = 7;
  code.bits.push_back({.bit = 3,
                       .layer = Layer::kL23,
                       .columns = {1},
                       .cell = 1,
                       .regions = {{7, 0.75}, {2, 0.25}},
                       .eligibility = 1.0,
                       .better_columns = 0,
                       .nodes = {2, 2, {{1, 2}}}});
  code.bits.push_back({.bit = 9, .layer = Layer::kL5a, .columns = {}, .cell = {}, .regions = {}, .nodes = {1, 0, {}}});
  code.regions.push_back(
      {.region = 7, .cosine = 0.5, .weight = 0.125, .bits = 1, .nodes = {3, 1, {{0, 1}}}, .typical = {{0, 0.875}}});
  return code;
}

const NodeIds kIds{{}, {"ann", "bob"}};
const Labels kLabels{{Labels::kUnknown, 1}, {"red", "blue"}};

TEST(ExplanationJson, HasEveryBitAndRegionWithIdsAndClassesAsTheUserWroteThem) {
  const Json json = explanation_json(kIds, &kLabels, {}, tiny_explanation());
  EXPECT_EQ(keys_of(json), (std::vector<std::string>{"version", "nodes", "node", "with"}));
  EXPECT_TRUE(json["with"].is_null());
  const Json& node = json["node"];
  EXPECT_EQ(node["id"], "bob");
  EXPECT_EQ(node["class"], "blue");
  EXPECT_EQ(node["region"], 7);
  EXPECT_EQ(node["bits"][0],
            (Json{{"bit", 3},
                  {"layer", "l23"},
                  {"columns", {1}},
                  {"cell", 1},
                  {"eligibility", 1.0},
                  {"better_columns", 0},
                  {"regions", {{{"region", 7}, {"affinity", 0.75}}, {{"region", 2}, {"affinity", 0.25}}}},
                  {"role", nullptr},
                  {"attributes", nullptr},
                  {"nodes", 2},
                  {"classes", {{"blue", 2}}}}));
  EXPECT_TRUE(node["bits"][1]["cell"].is_null());
  EXPECT_EQ(node["bits"][1]["classes"], Json::object());
  EXPECT_EQ(node["regions"][0]["typical"], Json::array({{{"id", "ann"}, {"cosine", 0.875}, {"class", nullptr}}}));
  EXPECT_EQ(node["regions"][0]["classes"], (Json{{"red", 1}}));
}

TEST(ExplanationJson, NamesAttributes) {
  Attributes attributes;
  attributes.width = 2;
  attributes.names = {"town=Rome", "likes:chess"};
  CodeExplanation code = tiny_explanation();
  code.bits[0].attributes = {{1, 0.75, 0.125}};
  const Json bits = explanation_json(kIds, nullptr, attributes, code)["node"]["bits"];
  EXPECT_EQ(bits[0]["attributes"], Json::array({{{"name", "likes:chess"}, {"share", 0.75}, {"share_of_all", 0.125}}}));
  EXPECT_EQ(bits[1]["attributes"], Json::array());
  PairExplanation pair;
  pair.first = pair.second = code;
  EXPECT_TRUE(pair_json(kIds, nullptr, {}, pair)["attributes"].is_null());
  pair.attributes = {{0, 17}};
  EXPECT_EQ(pair_json(kIds, nullptr, attributes, pair)["attributes"],
            Json::array({{{"name", "town=Rome"}, {"nodes", 17}}}));
}

TEST(ExplanationJson, WithoutLabelsHasNoClasses) {
  const Json node = explanation_json(kIds, nullptr, {}, tiny_explanation())["node"];
  EXPECT_TRUE(node["class"].is_null());
  EXPECT_TRUE(node["bits"][0]["classes"].is_null());
  EXPECT_TRUE(node["regions"][0]["typical"][0]["class"].is_null());
}

TEST(ExplanationJson, OfAPairHasWhatBothShare) {
  PairExplanation pair;
  pair.first = pair.second = tiny_explanation();
  pair.second.node = 0;
  pair.shared = {3, 9};
  pair.overlap = 2;
  pair.chance = 0.25;
  pair.other_cells = {4};
  pair.cosine = -0.5;
  pair.nearer = 11;
  const Json json = pair_json(NodeIds{{5, 6}, {}}, nullptr, {}, pair);
  EXPECT_EQ(json["node"]["id"], 6);
  EXPECT_EQ(json["with"]["id"], 5);
  EXPECT_EQ(json["overlap"], 2);
  EXPECT_EQ(json["chance"], 0.25);
  EXPECT_EQ(json["shared_bits"], (Json{3, 9}));
  EXPECT_EQ(json["columns_with_other_cells"], Json::array({4}));
  EXPECT_EQ(json["cosine"], -0.5);
  EXPECT_EQ(json["nearer_nodes"], 11);
  EXPECT_FALSE(json.contains("near"));
  pair.near = 1;
  EXPECT_EQ(pair_json(NodeIds{{5, 6}, {}}, nullptr, {}, pair)["near"], 1);
}

}  // namespace
}  // namespace columnar::explain_report_test
