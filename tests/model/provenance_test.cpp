#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "columnar/core/config_fields.hpp"
#include "columnar/model.hpp"
#include "columnar/version.hpp"

namespace columnar::provenance_test {
namespace {

TEST(Provenance, NamesProgramGraphSeedAndEveryConstant) {
  Config config = preset_config(Preset::kPaper);
  config.seed = 7;
  const auto json = nlohmann::json::parse(provenance_json(config, "abc"));
  EXPECT_EQ(json["program"], "columnar");
  EXPECT_EQ(json["version"], kVersion);
  EXPECT_EQ(json["graph_digest"], "abc");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["config"], nlohmann::json::parse(config_to_json(config)));
  EXPECT_EQ(json.size(), 5U);
}

}  // namespace
}  // namespace columnar::provenance_test
