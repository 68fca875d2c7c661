#include "columnar_lab/baselines/gnn.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "columnar/error.hpp"
#include "columnar_lab/baselines/default_attributes.hpp"
#include "support/tiny_graphs.hpp"

namespace columnar::gnn_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_support::tiny_graph;
using testing_support::TinyEdge;

class BothKinds : public testing::TestWithParam<GnnKind> {};

/// Three rings of 20 nodes with chords, joined by one edge each; the ring is the class.
struct Rings {
  static constexpr NodeIndex kRing = 20;
  Graph graph;
  std::vector<std::int32_t> classes;
  std::vector<NodeIndex> train;  ///< every third node

  Rings() {
    std::vector<TinyEdge> edges{{0, kRing}, {kRing, 2 * kRing}};
    for (NodeIndex v = 0; v < 3 * kRing; ++v) {
      const NodeIndex ring = v / kRing;
      edges.push_back({v, ring * kRing + (v + 1) % kRing});
      edges.push_back({v, ring * kRing + (v * 7 + 3) % kRing});
      classes.push_back(static_cast<std::int32_t>(ring));
      if (v % 3 == 0) {
        train.push_back(v);
      }
    }
    graph = tiny_graph(3 * kRing, edges);
  }

  [[nodiscard]] double accuracy(const std::vector<std::int32_t>& answers) const {
    double right = 0.0;
    for (std::size_t v = 0; v < classes.size(); ++v) {
      right += answers[v] == classes[v] ? 1.0 : 0.0;
    }
    return right / static_cast<double>(classes.size());
  }
};

TEST_P(BothKinds, LearnTheRingOfANodeFromItsEdgesAlone) {
  const Rings rings;
  const Attributes features = identity_attributes(rings.graph);
  const auto answers = train_and_predict(GetParam(), rings.graph, features, rings.classes, rings.train, {}, 1, {});
  EXPECT_GE(rings.accuracy(answers), 0.9);
}

TEST_P(BothKinds, NeverLookAtTheClassesOfOtherNodes) {
  const Rings rings;
  const Attributes features = identity_attributes(rings.graph);
  std::vector<std::int32_t> hidden(rings.classes.size(), Labels::kUnknown);
  for (const NodeIndex node : rings.train) {
    hidden[node] = rings.classes[node];
  }
  EXPECT_EQ(train_and_predict(GetParam(), rings.graph, features, hidden, rings.train, {}, 4, {}),
            train_and_predict(GetParam(), rings.graph, features, rings.classes, rings.train, {}, 4, {}));
}

TEST_P(BothKinds, GiveTheSameAnswersForEveryThreadCountAndOthersForAnotherSeed) {
  const Rings rings;
  const Attributes features = degree_attributes(rings.graph);
  GnnConfig config;
  config.max_epochs = 5;
  const auto answers = [&](std::uint64_t seed, int threads) {
    return train_and_predict(GetParam(), rings.graph, features, rings.classes, rings.train, config, seed, {threads});
  };
  EXPECT_EQ(answers(1, 1), answers(1, 4));
  EXPECT_NE(answers(1, 1), answers(2, 1));
}

TEST_P(BothKinds, StopOnceValidationGetsNoBetter) {
  const Rings rings;
  const Attributes features = identity_attributes(rings.graph);
  GnnConfig config;
  config.learning_rate = 1.0;
  config.patience = 3;
  const TrainingSplit split{rings.train, {1, 22, 43}};
  const GnnResult result = train_gnn(GetParam(), rings.graph, features, rings.classes, split, config, 1, {});
  EXPECT_EQ(result.epochs, result.best_epoch + config.patience);
  EXPECT_LT(result.epochs, config.max_epochs);
}

INSTANTIATE_TEST_SUITE_P(Gnn, BothKinds, testing::Values(GnnKind::kGcn, GnnKind::kSage),
                         [](const auto& of) { return std::string(of.param == GnnKind::kGcn ? "Gcn" : "Sage"); });

TEST(Gnn, TrainsToTheLastEpochWithoutValidationNodes) {
  const Rings rings;
  GnnConfig config;
  config.max_epochs = 7;
  config.patience = 1;
  const GnnResult result = train_gnn(GnnKind::kGcn, rings.graph, identity_attributes(rings.graph), rings.classes,
                                     {rings.train, {}}, config, 1, {});
  EXPECT_EQ(result.epochs, 7U);
  EXPECT_EQ(result.best_epoch, 7U);
}

TEST(HoldOut, TakesATenthOfEachClass) {
  std::vector<std::int32_t> classes(200);
  std::vector<NodeIndex> nodes(200);
  std::iota(nodes.begin(), nodes.end(), NodeIndex{0});
  for (const NodeIndex node : nodes) {
    classes[node] = node < 50 ? 0 : 1;
  }
  const TrainingSplit split = hold_out(classes, nodes, 0.1, 1);
  EXPECT_EQ(split.train.size(), 180U);
  EXPECT_EQ(split.validation.size(), 20U);
  EXPECT_EQ(std::ranges::count_if(split.validation, [](NodeIndex node) { return node < 50; }), 5);
  EXPECT_TRUE(std::ranges::is_sorted(split.train));
  EXPECT_TRUE(std::ranges::is_sorted(split.validation));
  std::vector<NodeIndex> both = split.train;
  both.insert(both.end(), split.validation.begin(), split.validation.end());
  std::ranges::sort(both);
  EXPECT_EQ(both, nodes);
  EXPECT_NE(hold_out(classes, nodes, 0.1, 2).validation, split.validation);
}

TEST(HoldOut, LeavesAFewNodesAllToTraining) {
  const std::vector<std::int32_t> classes{0, 1, 0};
  const std::vector<NodeIndex> nodes{0, 1, 2};
  EXPECT_THAT(hold_out(classes, nodes, 0.1, 1).train, ElementsAre(0, 1, 2));
  EXPECT_THAT(hold_out(classes, nodes, 0.1, 1).validation, IsEmpty());
}

TEST(Gnn, RefusesWhatItCannotTrainOn) {
  const Rings rings;
  const Attributes features = identity_attributes(rings.graph);
  const auto code_of = [&](std::vector<std::int32_t> classes, std::vector<NodeIndex> train, const GnnConfig& config) {
    try {
      (void)train_and_predict(GnnKind::kGcn, rings.graph, features, classes, train, config, 1, {});
    } catch (const Error& error) {
      return std::string(error.code() == ErrorCode::kConfig ? "config " : "input ") + error.what();
    }
    return std::string("no error");
  };
  EXPECT_EQ(code_of(rings.classes, {}, {}), "input labels: no node to train on");
  EXPECT_EQ(code_of(rings.classes, {0, 60}, {}), "input labels: node 60 has no class to train on");
  EXPECT_EQ(code_of({0, 1}, {0, 1}, {}), "input labels: 2 labels for 60 nodes");
  std::vector<std::int32_t> many = rings.classes;
  many[0] = 5000;
  EXPECT_EQ(code_of(many, {0, 1}, {}), "input labels: 5001 classes, but at most 4096 can be told apart");
  EXPECT_EQ(code_of(rings.classes, {0, 1}, {.hidden = 0}), "config hidden: must be from 1 to 65536");
  EXPECT_EQ(code_of(rings.classes, {0, 1}, {.dropout = 1.0}), "config dropout: must be from 0 to .99");
  EXPECT_EQ(code_of(rings.classes, {0, 1}, {.max_epochs = 0}), "config max_epochs: must be at least 1");
}

}  // namespace
}  // namespace columnar::gnn_test
