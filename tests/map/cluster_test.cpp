#include "columnar/map/cluster.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "columnar/error.hpp"
#include "evaluate/tiny_codes.hpp"
#include "map/class_codes.hpp"

namespace columnar::cluster_test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing_codes::make_l23_table;

/// Three groups of 40, 30 and 20 nodes in turn, as far as they last; codes of a group lean on the same columns.
Labels groups() {
  std::vector<std::int32_t> classes;
  for (int i = 0; i < 40; ++i) {
    classes.push_back(0);
    if (i < 30) {
      classes.push_back(1);
    }
    if (i < 20) {
      classes.push_back(2);
    }
  }
  return testing_codes::make_labels(classes);
}

TEST(ClusterCodes, FindsGroupsAndNumbersThemBySize) {
  const Labels labels = groups();
  const Clusters clusters = cluster_codes(testing_codes::class_codes(labels, 1), 3, 1);
  EXPECT_THAT(clusters.sizes, ElementsAre(40, 30, 20));
  for (std::size_t v = 0; v < labels.classes.size(); ++v) {
    EXPECT_EQ(clusters.cluster[v], static_cast<std::uint32_t>(labels.classes[v])) << v;
  }
  for (std::uint32_t c = 0; c < 3; ++c) {
    ASSERT_EQ(clusters.typical[c].size(), 3U);
    for (const NodeIndex node : clusters.typical[c]) {
      EXPECT_EQ(clusters.cluster[node], c);
    }
  }
}

TEST(ClusterCodes, ThreadsChangeNothing) {
  const SdrTable codes = testing_codes::class_codes(groups(), 2);
  const Clusters one = cluster_codes(codes, 5, 7, {1, nullptr});
  const Clusters three = cluster_codes(codes, 5, 7, {3, nullptr});
  EXPECT_EQ(one.cluster, three.cluster);
  EXPECT_EQ(one.typical, three.typical);
}

TEST(ClusterCodes, EqualCodesAreOneCluster) {
  const Clusters clusters = cluster_codes(make_l23_table({{0, 2}, {0, 2}, {0, 2}}), 1, 1);
  EXPECT_THAT(clusters.cluster, Each(0U));
  EXPECT_THAT(clusters.typical, ElementsAre(ElementsAre(0, 1, 2)));
}

TEST(ClusterCodes, RefusesNumbersOutOfRange) {
  const SdrTable codes = make_l23_table({{0, 2}, {1, 3}});
  EXPECT_THROW((void)cluster_codes(codes, 0, 1), Error);
  EXPECT_THROW((void)cluster_codes(codes, 3, 1), Error);
}

}  // namespace
}  // namespace columnar::cluster_test
