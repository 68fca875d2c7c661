#include "columnar/sdr/layer_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace columnar::layer_names_test {
namespace {

TEST(LayerNames, GoBothWays) {
  EXPECT_EQ(layer_flag(Layer::kL23), "l23");
  for (const Layer layer : {Layer::kL23, Layer::kL5a, Layer::kAll, Layer::kL6, Layer::kSearch, Layer::kRoles}) {
    EXPECT_EQ(layer_by_flag(layer_flag(layer)), layer);
    EXPECT_THAT(std::string(kLayerFlags), testing::HasSubstr(layer_flag(layer)));
  }
  EXPECT_EQ(layer_by_flag("L5A"), std::nullopt);
  EXPECT_EQ(layer_by_flag(""), std::nullopt);
}

}  // namespace
}  // namespace columnar::layer_names_test
