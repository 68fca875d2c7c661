#include "columnar/map/layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "evaluate/tiny_codes.hpp"
#include "map/class_codes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::layout_test {
namespace {

using testing::SizeIs;
using testing_codes::class_codes;
using testing_codes::cyclic_labels;
using testing_support::wide;

TEST(Layout, ForcesAreWorkedByHand) {
  // Δ = (3, 4): d² = 25.
  const Place pulled = pull({4, 5}, {1, 1});
  EXPECT_NEAR(wide(pulled.x), -6.0 / 26.0, 1e-6);
  EXPECT_NEAR(wide(pulled.y), -8.0 / 26.0, 1e-6);
  const Place pushed = push({4, 5}, {1, 1});
  EXPECT_NEAR(wide(pushed.x), 6.0 / (25.001 * 26.0), 1e-6);
  EXPECT_NEAR(wide(pushed.y), 8.0 / (25.001 * 26.0), 1e-6);
  EXPECT_EQ(push({0.01F, 0}, {0, 0}), (Place{4, 0}));  // 2 · 0.01 / (0.0011 · 1.0001) is more than 4
}

/// Share of the nodes whose nearest node on the map has the same class.
double same_class(const std::vector<Place>& places, const Labels& labels) {
  std::size_t same = 0;
  for (std::size_t u = 0; u < places.size(); ++u) {
    float least = std::numeric_limits<float>::max();
    std::size_t nearest = u;
    for (std::size_t v = 0; v < places.size(); ++v) {
      const float distance = std::hypot(places[u].x - places[v].x, places[u].y - places[v].y);
      if (v != u && distance < least) {
        least = distance;
        nearest = v;
      }
    }
    same += labels.classes[u] == labels.classes[nearest] ? 1 : 0;
  }
  return static_cast<double>(same) / static_cast<double>(places.size());
}

TEST(Layout, SimilarCodesAreClose) {
  const Labels labels = cyclic_labels(150, 3);
  EXPECT_GT(same_class(layout(class_codes(labels, 1)), labels), 0.98);
}

TEST(Layout, DependsOnTheSeedAloneAndNotOnThreads) {
  const SdrTable codes = class_codes(cyclic_labels(60, 3), 1);
  const auto one = layout(codes, {.epochs = 20}, {1, nullptr});
  EXPECT_EQ(one, layout(codes, {.epochs = 20}, {3, nullptr}));
  EXPECT_NE(one, layout(codes, {.epochs = 20, .seed = 2}, {1, nullptr}));
}

TEST(Layout, HasFinitePlacesForAnyTable) {
  EXPECT_THAT(layout(SdrTable{}), SizeIs(0));
  EXPECT_THAT(layout(testing_codes::make_l23_table({{0, 2}})), SizeIs(1));
  for (const Place place : layout(testing_codes::make_l23_table({{0, 2}, {0, 2}, {0, 2}, {5, 7}}))) {
    EXPECT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
  }
}

}  // namespace
}  // namespace columnar::layout_test
